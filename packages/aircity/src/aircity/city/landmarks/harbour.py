"""The waterside: harbour crane, container stack, ship, sailboat."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from aircity.city.landmarks.carpentry import row
from aircity.city.landmarks.sculpture import (
    GLASS,
    TIMBER,
    TYRE,
    PilotPaint,
    Sculpture,
    draw_paint,
    gloss,
    metal,
    plain,
    sheet,
)
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.rings import at_height
from aircity.city.solids.shapes import Shape, across, beams, box, cylinder, loft
from aircity.geometry.arithmetic import norm

BOX_M = (12.2, 2.44, 2.6)
BOX_PAINTS = ("red", "blue", "green", "orange", "grey", "white", "brown", "teal", "yellow")


def container_stack(rng: np.random.Generator, book: TextureBook) -> Model:
    """Shipping containers piled in rows, in one colour or in many."""
    work = Sculpture(book)
    one = draw_paint(rng, *BOX_PAINTS) if rng.random() < 0.4 else None
    rows, most = int(rng.integers(2, 5)), int(rng.integers(2, 5))
    for y in row(rows, rows * 2.6):
        stack_containers(work, rng, (0.0, float(y), 0.0), int(rng.integers(max(1, most - 2), most + 1)), one)
    colour = one.name if one else "multi-coloured"
    return work.model("container stack", colour, "corrugated", f"{rows} rows", "metal")


def stack_containers(
    work: Sculpture,
    rng: np.random.Generator,
    foot: tuple[float, float, float],
    high: int,
    paint: PilotPaint | None,
) -> None:
    """Pile `high` containers with frames and door bars at `foot`."""
    shell, frame, bars = _container()
    x, y, z = foot
    for level in range(high):
        chosen = (paint or draw_paint(rng, *BOX_PAINTS)).name
        lift = z + level * BOX_M[2]
        work.add(sheet(chosen, 0.5), shell.at(x, y, lift))
        work.add(gloss(chosen), frame.at(x, y, lift))
        work.add(metal("silver"), bars.at(x, y, lift))


@cache
def _container() -> tuple[Shape, Shape, Shape]:
    """(corrugated shell, corner posts, door bars) of one container."""
    length, width, tall = BOX_M
    shell = box(length - 0.16, width - 0.16, tall - 0.12).at(0, 0, 0.05)
    corners = [(sx * (length / 2 - 0.08), sy * (width / 2 - 0.08), 0) for sx in (-1, 1) for sy in (-1, 1)]
    bars = [(length / 2 - 0.05, y, 0.2) for y in (-0.8, -0.3, 0.3, 0.8)]
    return shell, box(0.16, 0.16, tall - 0.03).repeated(corners), box(0.1, 0.09, tall - 0.5).repeated(bars)


def harbour_crane(rng: np.random.Generator, book: TextureBook) -> Model:
    """A ship-to-shore gantry: four legs, a long boom on stays, a hanging spreader with a container."""
    work = Sculpture(book)
    paint = draw_paint(rng, "blue", "red", "yellow", "green", "orange")
    steel = metal(paint.name)
    gauge, span, height, reach = 16.0, 14.0, rng.uniform(26, 32), rng.uniform(26, 32)
    feet = [(x, y, 1.6) for x in (-gauge / 2, gauge / 2) for y in (-span / 2, span / 2)]
    work.add(steel, beams(feet, [(x, y, height + 1) for x, y, _ in feet], 1.4))
    for x in (-gauge / 2, gauge / 2):
        work.add(steel, box(1.2, span, 1.4).at(x, 0, 4.0), box(1.2, span, 1.4).at(x, 0, height - 0.4))
    for y in (-span / 2, span / 2):
        work.add(steel, box(gauge, 1.0, 1.3).at(0, y, 9.0))
        work.add(steel, beams([(-gauge / 2, y, 10)], [(gauge / 2, y, height - 0.5)], 0.8))
        work.add(TYRE, box(4.0, 1.2, 1.6).repeated([(-gauge / 2, y, 0), (gauge / 2, y, 0)]))
    for y in (-1.8, 1.8):
        work.add(steel, box(reach + gauge + 12, 0.8, 1.8).at((reach - 12) / 2, y, height + 0.6))
    ties = [(x, 0, height + 0.9) for x in np.arange(-gauge / 2 - 11, gauge / 2 + reach, 4.5)]
    work.add(steel, box(0.4, 3.6, 0.5).repeated(ties))
    peak = height + 14
    mast = [(gauge / 2, y, height + 1) for y in (-span / 4, span / 4)]
    work.add(steel, beams(mast, [(gauge / 2 - 2, y / 3, peak) for _, y, _ in mast], 0.9))
    work.add(steel, box(1.2, 3.2, 1.0).at(gauge / 2 - 2, 0, peak))
    stays = [(gauge / 2 + f * reach, y, height + 2.2) for f in (0.45, 0.95) for y in (-1.8, 1.8)]
    stays += [(-gauge / 2, y, height + 2.2) for y in (-1.8, 1.8)]
    work.add(
        metal("dark grey"), beams([(gauge / 2 - 2, np.sign(y), peak + 0.5) for _, y, _ in stays], stays, 0.3)
    )
    work.add(plain("white"), box(8.0, 6.0, 4.0).at(-gauge / 2 - 4, 0, height + 2.4))
    trolley = gauge / 2 + reach * rng.uniform(0.3, 0.6)
    work.add(metal("dark grey"), box(4, 5, 0.8).at(trolley, 0, height - 0.2))
    work.add(plain("white"), box(2.0, 1.6, 2.0).at(trolley - 3.4, 1.0, height - 2.2))
    ropes = [(trolley + dx, dy, height) for dx in (-1.0, 1.0) for dy in (-2.5, 2.5)]
    drop = 0.45 * height
    work.add(metal("black"), beams(ropes, [(x, y, drop + 2.9) for x, y, _ in ropes], 0.12, sides=3))
    work.add(sheet("red" if paint.name != "red" else "blue", 0.5), box(2.44, 12.2, 2.6).at(trolley, 0, drop))
    work.add(metal("yellow"), box(2.2, 11.0, 0.4).at(trolley, 0, drop + 2.6))
    return work.model("harbour crane", paint.name, "gantry", "steel", "tall")


def ship(rng: np.random.Generator, book: TextureBook) -> Model:
    """A cargo ship: pointed bow, white bridge and funnel astern, containers on deck."""
    work = Sculpture(book)
    paint = draw_paint(rng, "blue", "black", "red", "green", "grey")
    length, beam, deck = rng.uniform(70, 90), rng.uniform(13, 15), 6.5
    boot = "red" if paint.name != "red" else "black"
    work.add(plain(boot), _hull(length, beam, 0.0, 1.2, deck))
    work.add(gloss(paint.name), _hull(length, beam, 1.2, deck, deck))
    bow = _bow_deck(length, beam)
    work.add(gloss(paint.name), bow.at(0, 0, deck))
    stern = -length / 2
    house = box(11, beam - 1.5, 9.0).at(stern + 11, 0, deck)
    work.add(plain("white"), house, box(8, beam + 0.5, 2.6).at(stern + 11.5, 0, deck + 9))
    for level in range(3):
        work.add(GLASS, box(11.2, beam - 3.0, 0.9).at(stern + 11, 0, deck + 1.4 + 2.8 * level))
        work.add(GLASS, box(8.5, beam - 1.3, 0.9).at(stern + 11, 0, deck + 1.4 + 2.8 * level))
    work.add(GLASS, box(8.2, beam + 0.7, 1.1).at(stern + 11.5, 0, deck + 10.0))
    funnel = draw_paint(rng, "red", "yellow", "blue")
    work.add(plain(funnel.name), box(3.0, 3.5, 6.0, top=(2.4, 3.0)).at(stern + 4.5, 0, deck + 3))
    work.add(plain("black"), box(2.6, 3.1, 1.0).at(stern + 4.5, 0, deck + 9))
    work.add(plain("white"), box(4.5, 6.0, 3.2).at(stern + 4.5, 0, deck))
    work.add(
        metal("white"),
        cylinder(0.3, 6.0, 6).at(stern + 11, 0, deck + 11.6),
        box(0.3, 4.0, 0.3).at(stern + 11, 0, deck + 15),
    )
    bays = int((length - 34) // 13)
    for k in range(bays):
        x = stern + 25 + 13.0 * k
        for y in row(4, 4 * 2.6):
            stack_containers(work, rng, (x, float(y), deck), int(rng.integers(1, 4)), None)
    work.add(metal("cream"), cylinder(0.4, 11.0, 8).at(length / 2 - 10, 0, deck + 1.2))
    return work.model("ship", paint.name, "cargo", "long", f"{funnel.name} funnel")


def _plan(length: float, beam: float) -> NDArray[np.float64]:
    half, side = length / 2, beam / 2
    right = [(half, 0.0), (half - 4, 0.42 * side), (half - 9, 0.78 * side), (half - 15, side)]
    right += [(-half + 6, side), (-half + 1.5, 0.85 * side), (-half, 0.6 * side)]
    return np.array(right + [(x, -y) for x, y in right[:0:-1]])


def _hull(length: float, beam: float, low: float, high: float, deck: float) -> Shape:
    """A slice of the hull between two heights; it flares towards the deck."""
    rings = []
    for z in (low, high):
        flare = 0.86 + 0.14 * z / deck
        plan = _plan(length, beam) * (0.93 + 0.07 * z / deck, flare)
        rings.append(at_height(plan, z))
    return loft(rings)


def _bow_deck(length: float, beam: float) -> Shape:
    half, side = length / 2, beam / 2
    ring = np.array(
        [
            (half, 0.0),
            (half - 4, 0.42 * side),
            (half - 9, 0.78 * side),
            (half - 9, -0.78 * side),
            (half - 4, -0.42 * side),
        ]
    )
    return loft([at_height(ring * (s, 1), z) for s, z in ((1.0, 0.0), (1.008, 1.8))])


def sailboat(rng: np.random.Generator, book: TextureBook) -> Model:
    """A small yacht with a pointed hull, a mast and two triangular sails."""
    work = Sculpture(book)
    paint = draw_paint(rng, "white", "blue", "red", "green", "black")
    cloth = draw_paint(rng, "white", "white", "red", "cream", "blue", "orange")
    half, side = 4.6, 1.45
    right = [
        (half, 0.0),
        (0.6 * half, 0.55 * side),
        (0.1 * half, side),
        (-0.6 * half, 0.92 * side),
        (-half, 0.62 * side),
    ]
    plan = np.array(right + [(x, -y) for x, y in right[:0:-1]])
    rings = [at_height(plan * (s, f), z) for s, f, z in ((0.86, 0.6, 0.0), (0.95, 0.9, 0.5), (1.0, 1.0, 1.1))]
    work.add(gloss(paint.name), loft(rings))
    work.add(TIMBER, loft([at_height(0.9 * plan, z) for z in (1.0, 1.16)]))
    work.add(gloss("white"), box(3.2, 1.5, 0.55, top=(2.4, 1.1)).at(0.3, 0, 1.15))
    work.add(GLASS, box(1.8, 1.45, 0.2).at(0.3, 0, 1.3))
    mast = 0.7
    work.add(
        metal("silver"),
        beams([(mast, 0, 1.1), (mast, 0, 2.3)], [(mast, 0, 12.5), (-3.8, 0.5, 2.2)], 0.14, sides=6),
    )
    main = loft(_sail([(mast - 0.15, 0.0, 2.45), (-3.7, 0.5, 2.4), (mast - 0.15, 0.0, 12.2)]))
    jib = loft(_sail([(4.4, 0.0, 1.5), (0.9, 0.45, 2.0), (0.9, 0.0, 10.8)]))
    work.add(plain(cloth.name), main, jib)
    work.add(
        metal("silver"),
        beams([(4.5, 0, 1.1), (-4.4, 0, 1.1)], [(mast, 0, 12.4), (mast, 0, 12.4)], 0.05, sides=3),
    )
    work.add(plain("red"), across([(mast, 12.5), (mast - 0.9, 12.75), (mast, 13.0)], 0.05))
    return work.model("sailboat", paint.name, f"{cloth.name} sails", "small")


def _sail(corners: list[tuple[float, float, float]]) -> list[NDArray[np.float64]]:
    """Two faces of a thin triangle, as rings for a loft."""
    face = np.array(corners)
    normal = np.cross(face[1] - face[0], face[2] - face[0])
    shift = 0.04 * normal / norm(normal)
    return [face - shift, face + shift]


MAKERS = {
    "harbour crane": harbour_crane,
    "container stack": container_stack,
    "ship": ship,
    "sailboat": sailboat,
}
LOTS = {
    "harbour crane": (62.0, 18.0),
    "container stack": (13.0, 11.0),
    "ship": (92.0, 17.0),
    "sailboat": (9.6, 3.4),
}
