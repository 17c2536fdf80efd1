"""Pictures of embedded cities for who looks, never for who flies: the ground, from above, any view."""

from airanchor.scenery.ground import ground_of
from airanchor.scenery.known import find_scene, flown_city, known_city, known_ground
from airanchor.scenery.painter import CityPainter, look_down

__all__ = ["CityPainter", "find_scene", "flown_city", "ground_of", "known_city", "known_ground", "look_down"]
