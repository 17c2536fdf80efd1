"""Who opens the world of a scene: embedded cities, AirSim builds that are started, or one that runs."""
