"""What the route tagger says of words and legs: the names of its outputs, in the order of the weights."""

SPANS = ("main", "partner", "move", "turn", "climb", "side", "distance", "also", "not")
"""What words of a leg can be: its own thing, the second of two that are flown between, how it moves, turns,
climbs, on which side and how far, things that are only mentioned, things that are denied or taken back."""
TAGS = ("", *(f"{edge}-{span}" for span in SPANS for edge in "BI"))
"""A word begins a span (B), goes on with it (I), or is none of them."""
OTHER = "other"
RELATIONS = ("toward", "pass", "over", "between", "front", "above", "beside", OTHER)
"""How a leg is flown to its thing; the last three of the route stop there. `other`: no leg of a route, but a
command of another kind or talk."""
SIDED = ("pass", "beside", "between")
"""The relations in which a thing lies on a side."""
SIDES = ("", "left", "right")
TURN_STEP_DEG = 15
TURNS_DEG = tuple(range(-165, 181, TURN_STEP_DEG))
"""Right is positive."""
CLIMBS = ("", "up", "down")
THINGS = (
    "apartment building", "barn", "basketball court", "billboard", "bridge", "building", "bus stop",
    "castle", "church", "clock tower", "construction crane", "container stack", "cooling tower",
    "excavator", "factory", "ferris wheel", "flag", "flower bed", "fountain", "gas station", "gazebo",
    "greenhouse", "hall", "harbour crane", "helicopter", "hospital", "hotel", "house", "lighthouse",
    "market stall", "mosque", "museum", "obelisk", "observatory", "office building", "pagoda",
    "parking lot", "playground", "plaza", "pond", "power pylon", "radio tower", "roundabout", "sailboat",
    "satellite dish", "school", "ship", "shop", "silo", "skyscraper", "smokestack", "solar farm", "statue",
    "storage tank", "supermarket", "swimming pool", "tennis court", "train", "triumphal arch",
    "unfinished building", "warehouse", "water tower", "wind turbine", "windmill",
)  # fmt: skip
"""Kinds of things that the texts of the training lead to, as the cities call them."""
HEADS = {
    "relation": len(RELATIONS),
    "side": len(SIDES),
    "turn": len(TURNS_DEG),
    "climb": len(CLIMBS),
    "thing": len(THINGS),
}
"""What is said of a whole leg, with the number of choices."""
