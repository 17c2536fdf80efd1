"""Scene builds of AirSim: where they lie, how they are started, and that none is left behind."""
