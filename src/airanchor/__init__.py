"""AirAnchor: a zero-shot agent that flies a drone through a city by following an instruction."""

__version__ = "0.1.0"
