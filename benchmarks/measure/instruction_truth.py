"""What a text of the city benchmark says of each leg, by its facts, and whether the clauses say the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from airanchor.bench.episodes import Episode
from airanchor.bench.episodes.telling.facts import STOPS, Leg
from airanchor.embedded.ears import Clause, Manoeuvre, Mention, read_clauses
from airanchor.embedded.rules.roles.decomposition import decompose
from benchmarks.measure.instruction_quantities import judge_climb, judge_distance, judge_turn
from benchmarks.measure.instruction_stretch import CLIMBS, TURNS, Stretch, is_named, moves_to, names, words_of

MOVES = {
    "toward": (Manoeuvre.TO,),
    "pass": (Manoeuvre.PAST,),
    "over": (Manoeuvre.OVER, Manoeuvre.ACROSS),
    "between": (Manoeuvre.BETWEEN,),
}
STOP_RELATIONS = {
    "front": ("in front of", "before", "near"),
    "above": ("above", "over"),
    "beside": ("next to", "near", "beside"),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """One leg: which of its fields are read right."""

    wanted: str
    text: str
    read: str
    subtasks: tuple[str, ...]
    fields: dict[str, bool] = field(default_factory=dict)


def judge(episode: Episode) -> list[Judged]:
    """The legs of one text."""
    text = episode.instruction
    legs = [Leg.from_json(row) for row in episode.facts["legs"]]
    mentions = [tuple(one) for one in episode.facts["mentions"]]
    subtasks = tuple(one["text"] for one in decompose(text)["subtasks"])
    clauses = [(place, clause) for place, one in enumerate(subtasks) for clause in read_clauses(one)]
    places = _places(legs, mentions)
    cuts = _cuts(legs, [text[at:end] for at, end in places], clauses)
    judged = []
    path = episode.known_path()
    for number, leg in enumerate(legs):
        at, end = places[number]
        before = places[number - 1][1] if number else 0
        after = places[number + 1][0] if number + 1 < len(legs) else len(text)
        stretch = Stretch(leg, at, text[at:end], before, after, clauses[cuts[number] : cuts[number + 1]])
        fields = _fields(stretch, text, float(path[leg.last][2]), mentions)
        read = " | ".join(f"S{place + 1} {_told(clause)}" for place, clause in stretch.clauses)
        wanted = str({k: v for k, v in leg.to_json().items() if k not in ("first", "last")})
        judged.append(Judged(wanted, text[before:after], read, subtasks, fields))
    return judged


def _places(legs: Sequence[Leg], mentions: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Where each leg's landmark is named first, after that of the leg before."""
    places: list[tuple[int, int]] = []
    at = 0
    for leg in legs:
        start, end, _ = next(one for one in mentions if one[2] == leg.landmark and one[0] >= at)
        places.append((start, end))
        at = end
    return places


def _cuts(legs: Sequence[Leg], phrases: Sequence[str], clauses: Sequence[tuple[int, Clause]]) -> list[int]:
    """Where each leg's clauses begin: after the last movement that names the landmark of the leg before."""
    cuts = [0]
    for number in range(len(legs) - 1):
        own = [i for i, (_, c) in enumerate(clauses) if i >= cuts[-1] and moves_to(c, phrases[number])]
        next_ = [i for i, (_, c) in enumerate(clauses) if i >= cuts[-1] and names(c, phrases[number + 1])]
        limit = next((i for i in next_ if not own or i > own[0]), len(clauses))
        own = [i for i in own if i < limit]
        cuts.append(own[-1] + 1 if own else _turn_before(clauses, cuts[-1], limit))
    return [*cuts, len(clauses)]


def _turn_before(clauses: Sequence[tuple[int, Clause]], first: int, last: int) -> int:
    """Without a movement of its own: up to the turns and climbs right before the next landmark."""
    at = last
    while at > first and clauses[at - 1][1].manoeuvre in (*TURNS, *CLIMBS):
        at -= 1
    return at


def _fields(
    stretch: Stretch, text: str, z_m: float, mentions: Sequence[tuple[int, int, int]]
) -> dict[str, bool]:
    found: dict[str, bool] = {}
    _judge_landmark(found, stretch)
    judge_turn(found, stretch, text, mentions)
    judge_climb(found, stretch, text[stretch.start : stretch.at], z_m)
    judge_distance(found, stretch, text[stretch.at : stretch.end])
    found["order"] = _in_order(stretch)
    found["subtask"] = len({place for place, _ in stretch.clauses}) == 1
    found["leg"] = all(value for name, value in found.items() if name != "subtask")
    return found


def _judge_landmark(found: dict[str, bool], stretch: Stretch) -> None:
    leg = stretch.leg
    moves = [c for _, c in stretch.clauses if moves_to(c, stretch.phrase)]
    found["landmark"] = bool(moves)
    if not moves:
        found["relation"] = False
        return
    named = [one for c in moves for one in (*c.mentions, *c.until) if is_named(one, stretch.phrase)]
    wanted = words_of(stretch.phrase)
    found["name"] = any(words_of(one.label) == wanted for one in named)
    every = [
        one for _, c in stretch.clauses for one in (*c.mentions, *c.until) if is_named(one, stretch.phrase)
    ]
    if leg.mark:
        found["mark"] = _is_marked(leg, every)
    found["relation"] = _is_related(leg, [c for _, c in stretch.clauses], moves)
    if leg.relation == "pass":
        found["side"] = any(one.side == leg.side for one in named) and not any(
            one.side not in (leg.side, None) for one in named
        )
    if leg.way and leg.relation not in (*STOPS, "between"):
        found["way"] = any(c.manoeuvre is Manoeuvre.ALONG for _, c in stretch.clauses)


def _is_marked(leg: Leg, named: Sequence[Mention]) -> bool:
    wanted = {"ordinal": leg.ordinal, "nearest": 1, "farther": 2}.get(leg.mark)
    if leg.mark in ("left-hand", "right-hand"):
        return any(one.side == leg.mark.removesuffix("-hand") for one in named)
    return any(one.ordinal == wanted for one in named)


def _is_related(leg: Leg, clauses: Sequence[Clause], moves: Sequence[Clause]) -> bool:
    kinds = [clause.manoeuvre for clause in moves]
    if leg.relation in STOPS:
        ends = [c for c in clauses if c.manoeuvre in (Manoeuvre.STOP, Manoeuvre.TO)]
        return any(c.relation in STOP_RELATIONS[leg.relation] for c in ends)
    if leg.relation == "toward":
        follows = any(c.manoeuvre in (Manoeuvre.ALONG, Manoeuvre.FORWARD) and c.until for c in moves)
        return (Manoeuvre.TO in kinds or follows) and set(kinds) <= {
            Manoeuvre.TO, Manoeuvre.ALONG, Manoeuvre.FORWARD, Manoeuvre.STOP,
        }  # fmt: skip
    return sum(kind in MOVES[leg.relation] for kind in kinds) == 1


def _in_order(stretch: Stretch) -> bool:
    """Climb, turn, then movements about the landmark only; one repeats none."""
    rank = {**dict.fromkeys(CLIMBS, 0), **dict.fromkeys(TURNS, 1), Manoeuvre.FACE: 1}
    ranks = [rank.get(clause.manoeuvre, 2) for _, clause in stretch.clauses]
    if ranks != sorted(ranks):
        return False
    for _, clause in stretch.clauses:
        goals = (*clause.mentions, *clause.until)
        is_way = clause.manoeuvre in (Manoeuvre.ALONG, Manoeuvre.FORWARD)
        is_plain = clause.manoeuvre in (*CLIMBS, *TURNS, Manoeuvre.STOP) or is_way
        if not is_plain and not any(is_named(one, stretch.phrase) for one in goals):
            return False
    return True


def _told(clause: Clause) -> str:
    names = ",".join(
        one.label + (f"#{one.ordinal}" if one.ordinal else "") + (f"@{one.side}" if one.side else "")
        for one in (*clause.mentions, *clause.until)
    )
    numbers = " ".join(
        f"{v:g}{u}" for v, u in ((clause.metres, "m"), (clause.degrees, "deg")) if v is not None
    )
    to = "=" if clause.is_absolute else ""
    return f"{clause.manoeuvre.value} {clause.relation or ''}[{names}] {to}{numbers}".strip()
