"""Shops and what advertises them: gas station, supermarket, billboard, market stall."""

import numpy as np

from aircity.city.landmarks.carpentry import row
from aircity.city.landmarks.sculpture import (
    ASPHALT,
    GLASS,
    GRAVEL,
    PAINTS,
    TIMBER,
    Sculpture,
    concrete,
    draw_paint,
    metal,
    plain,
    sheet,
)
from aircity.city.landmarks.vehicles import car_parts
from aircity.city.solids.lettering import FUELS, MARKETS, SLOGANS, price_sign, sign
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import BACK, FRONT, LEFT, RIGHT, across, beams, box, cylinder, sphere


def gas_station(rng: np.random.Generator, book: TextureBook) -> Model:
    """A flat canopy on posts over pumps, a glazed shop behind and a price totem."""
    work = Sculpture(book)
    paint, name = draw_paint(rng, "red", "blue", "green", "yellow", "orange"), str(rng.choice(FUELS))
    ink = (0.1, 0.1, 0.12) if paint.name == "yellow" else (1.0, 1.0, 1.0)
    islands = int(rng.integers(2, 4))
    x, span, lift = 3.5, (7.0, 6.5 * islands), 5.4
    work.add(ASPHALT, box(27.0, 26.0, 0.06))
    work.add(plain("white"), box(span[0] + 0.1, span[1] + 0.1, 1.2).at(x, 0, lift + 0.15))
    fascia = sign(name, ink=ink, paper=paint.rgb, aspect=span[0] / 1.1)
    edge = box(span[0] + 0.4, span[1] + 0.4, 1.1).at(x, 0, lift)
    work.board(edge, fascia, plain(paint.name), faces=(LEFT, RIGHT))
    front = box(0.2, span[0], 1.1).at(x + span[0] / 2 + 0.25, 0, lift)
    work.board(front, fascia, plain(paint.name))
    for y in row(islands, span[1]):
        _pump_island(work, paint.name, x, float(y))
    _fuel_shop(work, paint.name, ink)
    totem = box(0.6, 3.0, 6.4).at(11.5, -11.0, 1.6)
    prices = price_sign(name, ink=ink, paper=paint.rgb, aspect=3.0 / 6.4)
    work.board(totem, prices, plain(paint.name), faces=(FRONT, BACK))
    work.add(metal("grey"), box(0.4, 0.4, 1.6).repeated([(11.5, y, 0) for y in (-12.0, -10.0)]))
    guest = draw_paint(rng, "white", "silver", "black", "blue")
    for surface, shape in car_parts(guest.name):
        work.add(surface, shape.at(x + 1.5, 3.25 * (islands - 1) + 2.2, 0.06))
    return work.model("gas station", paint.name, "flat canopy", f"{2 * islands} pumps", name=name)


def _pump_island(work: Sculpture, paint: str, x: float, y: float) -> None:
    work.add(concrete(), box(9.0, 1.3, 0.25).at(x + 1.0, y, 0.06))
    work.add(plain("white"), box(0.45, 0.45, 5.4).repeated([(x - 2.4, y, 0.06), (x + 2.4, y, 0.06)]))
    for dx in (0.4, 4.4):
        work.add(plain(paint), box(1.0, 0.7, 0.8).at(x + dx, y, 0.3), box(1.1, 0.8, 0.35).at(x + dx, y, 2.0))
        work.add(plain("white"), box(0.9, 0.6, 0.9).at(x + dx, y, 1.1))
        work.add(plain("black"), box(0.5, 0.7, 0.4).at(x + dx, y, 1.45))
        for side in (-0.42, 0.42):
            hose = beams([(x + dx - 0.3, y + side, 1.8)], [(x + dx - 0.3, y + 1.25 * side, 0.55)], 0.12)
            work.add(plain("black"), hose)


def _fuel_shop(work: Sculpture, paint: str, ink: tuple[float, float, float]) -> None:
    x = -9.0
    work.add(plain("white"), box(7.0, 14.0, 4.0).at(x))
    work.add(GLASS, box(0.3, 12.0, 2.5).at(x + 3.5, 0, 0.5))
    work.add(plain("white"), box(0.4, 0.25, 2.45).repeated([(x + 3.5, y, 0.5) for y in row(6, 12.0)]))
    work.add(plain(paint), box(7.6, 14.6, 1.1).at(x, 0, 3.6))
    work.add(GRAVEL, box(6.6, 13.6, 0.2).at(x, 0, 4.6))
    board = box(0.2, 6.0, 1.0).at(x + 3.9, 0, 3.65)
    work.board(board, sign("SHOP", ink=ink, paper=PAINTS[paint].rgb, aspect=6.0), plain(paint))


def supermarket(rng: np.random.Generator, book: TextureBook) -> Model:
    """A wide flat store with a glass front, a big sign, trolleys and roof plant."""
    work = Sculpture(book)
    paint, name = draw_paint(rng, "red", "green", "blue", "orange", "yellow"), str(rng.choice(MARKETS))
    ink = (0.1, 0.1, 0.12) if paint.name == "yellow" else (1.0, 1.0, 1.0)
    width, length, height = rng.uniform(34, 42), rng.uniform(22, 26), 6.5
    front = length / 2
    work.add(sheet("white", 1.2), box(length, width, height))
    work.add(GRAVEL, box(length - 0.8, width - 0.8, 0.3).at(0, 0, height))
    work.add(GLASS, box(0.4, 0.8 * width, 3.2).at(front, 0, 0.3))
    mullions = [(front, y, 0.3) for y in row(12, 0.8 * width)]
    work.add(plain("white"), box(0.5, 0.15, 3.1).repeated(mullions))
    work.add(plain(paint.name), box(1.0, width + 0.4, 2.2).at(front - 0.1, 0, height - 1.6))
    work.add(plain(paint.name), box(3.0, 0.85 * width, 0.3).at(front + 1.6, 0, 3.7))
    board = box(0.5, 20.0, 3.6).at(front + 0.4, 0, height - 1.2)
    work.board(board, sign(name, ink=ink, paper=paint.rgb, aspect=20 / 3.6), plain(paint.name))
    work.add(plain("dark grey"), box(0.5, 4.0, 3.0).at(front + 0.1, 0, 0.1))
    for k in range(6):
        y = 0.28 * width + 0.5 * k
        work.add(metal("silver"), box(0.9, 0.42, 0.5, top=(1.1, 0.42)).at(front + 2.2, y, 0.5))
        work.add(plain(paint.name), box(0.1, 0.42, 0.12).at(front + 2.8, y, 1.0))
        work.add(metal("grey"), box(0.8, 0.1, 0.5).at(front + 2.2, y, 0.0))
    plant = [(x, y, height + 0.25) for x in (-5, 2) for y in row(3, 0.7 * width)]
    work.add(metal("grey"), box(2.4, 3.2, 1.5).repeated(plant))
    work.add(metal("dark grey"), cylinder(0.9, 0.3, 10).repeated([(x, y, z + 1.5) for x, y, z in plant]))
    return work.model("supermarket", f"white and {paint.name}", "flat", "wide", "big sign", name=name)


def billboard(rng: np.random.Generator, book: TextureBook) -> Model:
    """A large advertisement on posts, lit from below, readable from the front."""
    work = Sculpture(book)
    text = str(rng.choice(SLOGANS))
    paper = draw_paint(rng, "yellow", "red", "blue", "white", "green", "orange", "black", "purple")
    ink = PAINTS["black"].rgb if paper.name in ("yellow", "white", "orange") else (1.0, 1.0, 1.0)
    width, height, lift = rng.uniform(10, 13), rng.uniform(4.2, 5.2), rng.uniform(4.5, 7)
    board = box(0.5, width, height).at(0, 0, lift)
    work.board(
        board, sign(text, ink=ink, paper=paper.rgb, aspect=width / height, border=True), metal("dark grey")
    )
    single = bool(rng.random() < 0.4)
    if single:
        work.add(metal("grey"), cylinder(0.55, lift + 0.6 * height, 12).at(-0.6))
    else:
        posts = [(-0.45, y, 0.0) for y in (-0.35 * width, 0.0, 0.35 * width)]
        work.add(metal("grey"), beams(posts, [(x, y, lift + 0.8 * height) for x, y, _ in posts], 0.4))
        work.add(
            metal("grey"),
            beams(
                [(-0.5, -0.35 * width, 0.4), (-0.5, 0.0, 0.4)],
                [(-0.5, 0.0, lift), (-0.5, 0.35 * width, lift)],
                0.2,
            ),
        )
    work.add(metal("grey"), box(0.8, width, 0.15).at(0.6, 0, lift - 0.9))
    arms = [(0.3, y, lift - 0.7) for y in row(4, width)]
    work.add(metal("grey"), beams(arms, [(1.2, y, lift - 0.7) for _, y, _ in arms], 0.12))
    work.add(plain("dark grey"), box(0.3, 0.6, 0.3).repeated([(1.2, y, lift - 0.8) for _, y, _ in arms]))
    work.add(
        plain("white"),
        box(0.6, width + 0.3, 0.2).at(0, 0, lift + height),
        box(0.6, width + 0.3, 0.2).at(0, 0, lift - 0.2),
    )
    return work.model(
        "billboard", paper.name, "rectangular", "one post" if single else "three posts", name=text
    )


def market_stall(rng: np.random.Generator, book: TextureBook) -> Model:
    """A striped awning over a counter heaped with fruit."""
    work = Sculpture(book)
    paint = draw_paint(rng, "red", "green", "blue", "orange", "yellow")
    width, strips = 4.2, 7
    for k, y in enumerate(row(strips, width)):
        stripe = plain(paint.name if k % 2 == 0 else "white")
        roof = [(-1.5, 2.55), (1.7, 2.15), (1.7, 2.22), (-0.3, 3.1), (-1.5, 2.62)]
        work.add(stripe, across(roof, width / strips).at(0, y))
        work.add(stripe, box(0.05, width / strips, 0.35).at(1.72, y, 1.84))
    posts = [(x, y, 0.0) for x in (-1.3, 1.4) for y in (-width / 2 + 0.1, width / 2 - 0.1)]
    work.add(TIMBER, beams(posts, [(x, y, 2.3) for x, y, _ in posts], 0.12))
    work.add(TIMBER, box(1.0, width - 0.2, 0.85).at(0.9), box(0.5, width - 0.3, 1.9).at(-1.2))
    goods = rng.permutation(["red", "orange", "yellow", "green", "purple"])[:4]
    for y, colour in zip(row(4, width - 0.4), goods, strict=True):
        tray = box(1.0, 0.9, 0.22).pitched(-0.3).at(1.0, y, 0.95)
        work.add(TIMBER, tray)
        fruit = sphere(0.16, 6, 3)
        heap = [(0.7 + 0.26 * i, y - 0.28 + 0.28 * j, 1.22 - 0.08 * i) for i in range(3) for j in range(3)]
        work.add(plain(str(colour)), fruit.repeated(heap))
    return work.model("market stall", f"{paint.name} and white", "striped", "awning", "small")


MAKERS = {
    "gas station": gas_station,
    "supermarket": supermarket,
    "billboard": billboard,
    "market stall": market_stall,
}
LOTS = {
    "gas station": (27.5, 26.5),
    "supermarket": (34.0, 44.0),
    "billboard": (3.0, 14.0),
    "market stall": (4.0, 4.6),
}
