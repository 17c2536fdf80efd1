"""The trained network of the embedded eyes: a picture in, names, traits, joins and depth of its cells out."""

from airanchor.embedded.eyes.net.city_net import SKY, STRIDE, CellMaps, CityNet, shared_net
from airanchor.embedded.eyes.net.weights import NetFile, read_net, stored_net

__all__ = ["SKY", "STRIDE", "CellMaps", "CityNet", "NetFile", "read_net", "shared_net", "stored_net"]
