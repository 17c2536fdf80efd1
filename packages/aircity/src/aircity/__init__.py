"""AirCity: cities to fly a drone in, on any CPU."""

__version__ = "0.1.0"
