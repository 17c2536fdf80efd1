"""AirAnchor: an agent that flies a drone through a city by an instruction; zero-shot if a model flies it."""

__version__ = "0.1.0"
