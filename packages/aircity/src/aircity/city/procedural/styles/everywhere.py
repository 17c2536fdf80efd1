"""Landmarks that any city may have, for the styles to add to their own."""

from aircity.city.procedural.sites import Wish

CITY = (
    Wish("church", 1, 2),
    Wish("gas station", 1, 2),
    Wish("supermarket", 1, 1),
    Wish("school", 1, 1),
    Wish("hospital", 1, 1),
    Wish("hotel", 1, 2),
    Wish("billboard", 2, 4),
    Wish("fire hydrant", 4, 8),
    Wish("basketball court", 1, 2),
    Wish("water tower", 1, 2),
    Wish("radio tower", 1, 1),
    Wish("helicopter", 0, 1),
    Wish("swimming pool", 1, 2),
)
GREEN = (
    Wish("playground", 1, 3, "park"),
    Wish("gazebo", 1, 2, "park"),
    Wish("tennis court", 1, 2, "park"),
    Wish("statue", 1, 2, "park"),
    Wish("rock", 3, 6, "park"),
    Wish("hedge", 3, 6, "park"),
    Wish("bench", 4, 8, "park"),
    Wish("flower bed", 2, 4, "park"),
)
SQUARE = (
    Wish("fountain", 1, 2, "plaza"),
    Wish("statue", 1, 2, "plaza"),
    Wish("market stall", 4, 9, "plaza"),
    Wish("flag", 2, 4, "plaza"),
)
COUNTRY = (
    Wish("wind turbine", 2, 4, "country"),
    Wish("power pylon", 2, 4, "country"),
    Wish("barn", 1, 2, "country"),
    Wish("silo", 1, 2, "country"),
    Wish("windmill", 0, 1, "country"),
)
RIVERCRAFT = (
    Wish("sailboat", 2, 4, "water"),
    Wish("sailboat", 1, 2, "berth"),
    Wish("ship", 1, 2, "berth"),
)
