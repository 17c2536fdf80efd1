"""What things are: from CityJSON types and attribute words, in several languages, to category and surface."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aircity.city.solids import palette
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface

BUILDING_CATEGORIES: tuple[tuple[str, str], ...] = (
    ("cathedral", r"cathedral|basilica|kathedraal|dom$"),
    ("church", r"church|chapel|kerk|kirche|place_of_worship|monastery"),
    ("mosque", r"mosque|moskee"),
    ("synagogue", r"synagogue"),
    ("temple", r"temple|shrine"),
    ("hospital", r"hospital|ziekenhuis|krankenhaus|clinic"),
    ("school", r"school|schule|kindergarten|onderwijs"),
    ("university building", r"university|college|universit"),
    ("train station", r"train_station|railway_station|^station$|bahnhof"),
    ("fire station", r"fire_station|brandweer|feuerwehr"),
    ("police station", r"police"),
    ("library", r"library|bibliothe"),
    ("museum", r"museum|gallery"),
    ("theatre", r"theatre|theater|opera|arts_centre"),
    ("cinema", r"cinema"),
    ("courthouse", r"courthouse"),
    ("prison", r"prison"),
    ("town hall", r"town_?hall|stadhuis|rathaus"),
    ("embassy", r"embassy"),
    ("hotel", r"hotel|hostel"),
    ("stadium", r"stadium|grandstand"),
    ("sports hall", r"sports_(hall|centre)|sporthal"),
    ("parking garage", r"^parking|multi-storey|garages$"),
    ("garage", r"garage|carport"),
    ("greenhouse", r"glasshouse|greenhouse|kas_"),
    ("warehouse", r"warehouse|storage"),
    ("factory", r"industrial|factory|manufacture|industrie"),
    ("supermarket", r"supermarket"),
    ("department store", r"department_store|mall"),
    ("shop building", r"retail|^shop|winkel|commercial_shop"),
    ("office building", r"office|commercial|kantoor|government|public|civic|bank|newspaper|b[uü]ro"),
    ("apartment building", r"apartments|residential|dormitory|tenement|wohn|flats"),
    ("house", r"^house$|detached|terrace|bungalow|villa|cabin|farm|woon"),
    ("canopy", r"^roof$|canopy|shelter|carport"),
    ("kiosk", r"kiosk|pavilion"),
    ("shed", r"^shed|hut$|schuur|service|utility|transformer"),
    ("tower", r"tower"),
    ("ship", r"^ship$"),
    ("ruin", r"^ruins?$"),
)
_BUILDING = [(name, re.compile(pattern)) for name, pattern in BUILDING_CATEGORIES]


def building_category(words: list[object]) -> str | None:
    """The category that the first telling word names, or None."""
    for word in words:
        text = word[:60].strip().lower() if isinstance(word, str) else ""
        for name, pattern in _BUILDING:
            if text and pattern.search(text):
                return name
    return None


@dataclass(frozen=True, slots=True)
class Thing:
    """A category and what it is painted with, on level faces and on steep ones."""

    category: str
    top: Surface
    side: Surface
    is_ground: bool = False
    """Whether it is part of the terrain that buildings stand on."""


ASPHALT = Surface(Material.ASPHALT, palette.ASPHALT)
PAVING = Surface(Material.PAVING, palette.PAVING, (0.52, 0.50, 0.47), (0.6, 0.6))
BRICK_PAVING = Surface(Material.PAVING, (0.55, 0.42, 0.36), (0.45, 0.35, 0.31), (0.4, 0.2))
GRASS = Surface(Material.GRASS, palette.LAWN, (0.30, 0.40, 0.20))
SOIL = Surface(Material.SAND, palette.SOIL)
GRAVEL = Surface(Material.SAND, (0.62, 0.57, 0.48))
WATER = Surface(Material.WATER, palette.RIVER)
FOLIAGE = Surface(Material.FOLIAGE, (0.26, 0.40, 0.17), (0.15, 0.25, 0.10))
SHRUBS = Surface(Material.FOLIAGE, (0.34, 0.45, 0.22), (0.22, 0.32, 0.14))
CONCRETE = Surface(Material.CONCRETE, (0.66, 0.65, 0.62), (0.5, 0.5, 0.48), (2.4, 1.2))
MASONRY = Surface(Material.STONE, (0.56, 0.50, 0.44), (0.42, 0.38, 0.34), (0.6, 0.3))
METAL = Surface(Material.METAL, (0.40, 0.42, 0.44))
PARKING = Surface(Material.PARKING, (0.36, 0.36, 0.37), (0.85, 0.85, 0.83), (2.5, 5.0))
RAIL = Surface(Material.PLAIN, (0.45, 0.41, 0.37))
PLAIN = Surface(Material.PLAIN, (0.62, 0.60, 0.57))

_ROADS: tuple[tuple[str, str, Surface], ...] = (
    ("footpath", r"voetpad|footway|sidewalk|gehweg|pedestrian|voetgangers|path|trottoir|steps", PAVING),
    ("bicycle path", r"fiets|cycle|rad(weg|verkehr)", BRICK_PAVING),
    ("parking lot", r"parkeer|parking|parkplatz|stellplatz", PARKING),
    ("railway", r"spoor|rail|tram|gleis", RAIL),
)
_LAND: tuple[tuple[str, str, Surface], ...] = (
    ("yard", r"erf|yard|garden|tuin|hof", GRASS),
    ("square", r"gesloten verharding|open verharding|paved|square|plaza", PAVING),
    ("sand", r"zand|sand|beach|onverhard|unpaved|bare", GRAVEL),
    ("field", r"grass|gras|farm|meadow|wiese|acker|groen|park", GRASS),
    ("water", r"water", WATER),
)


def thing_of(type_: str, attributes: Mapping[str, Any]) -> Thing | None:
    """How an object that is no building is called and painted; None for a type nobody knows."""
    words = " ".join(
        str(value)[:60].lower()
        for key, value in attributes.items()
        if isinstance(value, str) and re.search(r"class|function|usage|type|voorkomen|functie|material", key)
    )
    match type_:
        case "Road" | "TransportSquare" | "TransportationComplex":
            return _first(_ROADS, words, Thing("road", ASPHALT, CONCRETE, is_ground=True))
        case "Railway" | "Track":
            return Thing("railway", RAIL, CONCRETE, is_ground=True)
        case "Waterway" | "WaterBody":
            return Thing("water", WATER, MASONRY, is_ground=True)
        case "LandUse":
            return _first(_LAND, words, Thing("land", GRAVEL, SOIL, is_ground=True))
        case "PlantCover":
            shrubs = re.search(r"heester|shrub|struik|bush", words)
            return Thing("greenery", SHRUBS if shrubs else GRASS, FOLIAGE, is_ground=True)
        case "TINRelief":
            return Thing("ground", GRASS, SOIL, is_ground=True)
        case "SolitaryVegetationObject":
            return Thing("tree", FOLIAGE, FOLIAGE)
        case "CityFurniture":
            return Thing("street furniture", METAL, METAL)
        case "GenericCityObject" | "GenericObject" | "OtherConstruction":
            if re.search(r"muur|wall|mauer|weir|stuw", words):
                return Thing("wall", MASONRY, MASONRY)
            return Thing("structure", CONCRETE, CONCRETE)
    if type_.startswith("Bridge"):
        return Thing("bridge", ASPHALT, CONCRETE)
    return Thing("tunnel", CONCRETE, CONCRETE) if type_.startswith("Tunnel") else None


def _first(table: tuple[tuple[str, str, Surface], ...], words: str, otherwise: Thing) -> Thing:
    for category, pattern, surface in table:
        if re.search(pattern, words):
            return Thing(category, surface, otherwise.side, is_ground=True)
    return otherwise
