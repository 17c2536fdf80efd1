"""Landmark selection: the remembered object that agrees in name and lies where the subtask says."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from airanchor.embedded.ears.clause import Clause, Mention
from airanchor.embedded.rules.config import SelectionRules
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.notes.track import plain, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.cues import RememberedCue, read_cue
from airanchor.embedded.rules.space.expectation import TURNING
from airanchor.embedded.rules.space.turn_angles import wanted_turn_deg
from airanchor.reasoner.prompts.reader import Prompt

_LANDMARK = re.compile(r'^(?P<id>[^\s:]{1,40}): category "', re.MULTILINE)
_CANDIDATE = re.compile(
    r"- C\d{1,4}, instance (?P<id>(?:(?!: categories )[^\n]){1,200}+): categories "
    r"(?P<categories>(?:(?!; appearances )[^\n])*+); appearances "
    r"(?P<appearances>(?:(?!; memory )[^\n])*+); memory (?P<cue>reliability [^\n]{1,400})"
)
"""Each part ends where the next first begins, without second thoughts: a line of nothing else stays cheap."""


@dataclass(frozen=True, slots=True)
class RememberedObject:
    """One remembered object."""

    id: str
    categories: tuple[str, ...]
    appearances: tuple[str, ...]
    cue: RememberedCue | None


@dataclass(frozen=True, slots=True)
class LandmarkChoice:
    """A landmark with its candidates."""

    id: str
    category: str
    attributes: tuple[str, ...]
    candidates: tuple[RememberedObject, ...]


@dataclass(frozen=True, slots=True)
class CandidateScore:
    """How well a candidate fits, and why."""

    candidate: RememberedObject
    total: float
    reason: str


def select_landmarks(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """One match or null per landmark."""
    wanted = read_wanted(prompt.values)
    clauses = senses.read_clauses(prompt.values.get("subtask", ""))
    taken: set[str] = set()
    matches = []
    for landmark in wanted:
        best = _best(landmark, clauses, taken, senses)
        if best is not None:
            taken.add(best.candidate.id)
        matches.append(
            {
                "landmark_id": landmark.id,
                "instance_id": None if best is None else best.candidate.id,
                "reason": "no candidate agrees enough in name and place" if best is None else best.reason,
            }
        )
    return {"matches": matches}


def read_wanted(values: Mapping[str, str]) -> tuple[LandmarkChoice, ...]:
    """The landmarks of the prompt with their candidates."""
    text = values.get("landmarks", "")
    starts = list(_LANDMARK.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)]
    by_landmark = _candidates(values.get("candidates", ""), [start["id"] for start in starts])
    found = []
    for start, end in zip(starts, ends, strict=True):
        category, _, stated = text[start.end() : end].strip().rpartition('", attributes ')
        attributes = () if stated == "none stated" else tuple(stated.split(", "))
        found.append(LandmarkChoice(start["id"], category, attributes, by_landmark[start["id"]]))
    return tuple(found)


def _candidates(text: str, owners: Sequence[str]) -> dict[str, tuple[RememberedObject, ...]]:
    """The candidates of each landmark: the lines after its id, which come in the order asked."""
    found: dict[str, tuple[RememberedObject, ...]] = dict.fromkeys(owners, ())
    owner, left = "", list(owners)
    for line in text.split("\n"):
        match = _CANDIDATE.match(line)
        if match is not None and owner:
            found[owner] = (*found[owner], _candidate(match))
        elif left and line.strip() == f"{left[0]}:":
            owner = left.pop(0)
    return found


def _candidate(match: re.Match[str]) -> RememberedObject:
    appearances = () if match["appearances"] == "none stored" else tuple(match["appearances"].split(" / "))
    return RememberedObject(
        match["id"], tuple(match["categories"].split(" / ")), appearances, read_cue(match["cue"])
    )


def _best(
    landmark: LandmarkChoice, clauses: Sequence[Clause], taken: set[str], senses: Senses
) -> CandidateScore | None:
    named = [(one, _name_score(landmark, one, senses)) for one in landmark.candidates]
    sure = [(one, name) for one, name in named if name >= senses.config.same_name]
    expected_deg, mention = _expectation(landmark, clauses, senses)
    rules = senses.config.selection
    sure = _of_ordinal(sure, mention, rules)
    fits = [
        (one, name, 0.0 if one.cue is None else _place_score(one.cue, expected_deg, mention, rules))
        for one, name in sure
    ]
    scores = [_score(one, name, place, one.id in taken, rules) for one, name, place in fits]
    best = max(scores, key=lambda score: score.total, default=None)
    return best if best is not None and best.total >= senses.config.match_score else None


def _name_score(landmark: LandmarkChoice, candidate: RememberedObject, senses: Senses) -> float:
    """Category and attributes. Categories are kept per type, so one that differs speaks against the rest."""
    kinds = [_kind_score(landmark.category, category, senses) for category in candidate.categories]
    kind = (max(kinds) + sum(kinds) / len(kinds)) / 2
    offered = (*candidate.appearances, *candidate.categories)
    return kind * senses.names.same_attributes(landmark.attributes, offered)


def _kind_score(wanted: str, stored: str, senses: Senses) -> float:
    """A stored category may hold attributes too."""
    return max(senses.names.same_category(wanted, stored), senses.names.same_thing(wanted, (), stored))


def _expectation(
    landmark: LandmarkChoice, clauses: Sequence[Clause], senses: Senses
) -> tuple[float | None, Mention | None]:
    """Where the text lets one expect the landmark, and how it names it."""
    label = plain(" ".join((*landmark.attributes, landmark.category))).lower()
    turned_deg: float | None = 0.0
    for clause in clauses:
        for mention in mentions_of(clause):
            same = plain(mention.label).lower() == label or (
                senses.names.same_thing(mention.category, mention.attributes, label)
                >= senses.config.selection.same_mention
            )
            if same:
                is_turn_end = mention in clause.until and clause.manoeuvre in TURNING
                return (_turned(turned_deg, clause, senses) if is_turn_end else turned_deg), mention
        turned_deg = _turned(turned_deg, clause, senses) if clause.manoeuvre in TURNING else turned_deg
        if clause.mentions and clause.manoeuvre not in TURNING:
            turned_deg = None  # flown to another landmark first: seen from here it may lie anywhere
    return None, None


def _turned(so_far_deg: float | None, clause: Clause, senses: Senses) -> float | None:
    if so_far_deg is None:
        return None
    return wrap_deg(so_far_deg + wanted_turn_deg(clause, senses.config))


def _of_ordinal(
    sure: list[tuple[RememberedObject, float]], mention: Mention | None, rules: SelectionRules
) -> list[tuple[RememberedObject, float]]:
    """The second tower is the second nearest one ahead; with too few, one ahead but not just here."""
    if mention is None or mention.ordinal is None or not sure:
        return sure
    ahead = [one for one in sure if one[0].cue and abs(one[0].cue.bearing_deg) < rules.ahead_deg]
    ahead.sort(key=lambda one: math.inf if one[0].cue is None else one[0].cue.d_xy_m or math.inf)
    place = mention.ordinal - 1 if mention.ordinal > 0 else len(ahead) + mention.ordinal
    if 0 <= place < len(ahead):
        return [ahead[place]]
    if mention.ordinal < 2:
        return sure
    return [one for one in ahead if one[0].cue and (one[0].cue.d_xy_m or math.inf) > rules.passed_m]


def _score(
    candidate: RememberedObject, name: float, place: float, is_taken: bool, rules: SelectionRules
) -> CandidateScore:
    cue = candidate.cue
    if cue is None:
        reason = f"agrees in name ({name:.2f}); its place is not told"
        return CandidateScore(candidate, rules.name_share * name, reason)
    total = rules.name_share * name + rules.place_share * place + rules.trust_share * cue.reliability
    total -= rules.taken_cost * is_taken
    side = "right" if cue.bearing_deg >= 0 else "left"
    far = "" if cue.d_xy_m is None else f"{cue.d_xy_m:.0f} m away, "
    reason = f"name agrees {name:.2f}; {far}{abs(cue.bearing_deg):.0f} degrees {side}, place fits {place:.2f}"
    return CandidateScore(candidate, total, reason)


def _place_score(
    cue: RememberedCue, expected_deg: float | None, mention: Mention | None, rules: SelectionRules
) -> float:
    """Near, and where the text leads: on the heading so far, or after the turns before it."""
    near = 1.0 - rules.far_cost * min((cue.d_xy_m or 0.0) / rules.far_m, 1.0)
    off = 0.0 if expected_deg is None else abs(wrap_deg(cue.bearing_deg - expected_deg)) / 180.0
    # A side is told as from the leg, so it says something of bearings from here only before any turn.
    if mention is not None and mention.side and expected_deg == 0.0 and abs(cue.bearing_deg) > rules.side_deg:
        is_right = cue.bearing_deg > 0
        near *= 1.0 if is_right == (mention.side == "right") else rules.wrong_side
    return near * (1.0 - rules.off_cost * off)
