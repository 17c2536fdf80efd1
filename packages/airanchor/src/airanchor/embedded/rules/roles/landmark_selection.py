"""Landmark selection: the remembered object that is likeliest the landmark, by its name and its place.

Its odds are those by which priors are followed later (see `likelihood`), so that nothing is told as a
landmark that is not worth following: where no candidate lies where the words lead, none is chosen.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from airanchor.embedded.rules.goal import read_goal
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.cues import RememberedCue, read_cue
from airanchor.embedded.rules.space.leading import ToldWay, told_way
from airanchor.embedded.rules.space.likelihood import choice_odds, place_odds, remembered_odds
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
    odds: float
    """Of being the landmark."""
    reason: str


def select_landmarks(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """One match or null per landmark."""
    wanted = read_wanted(prompt.values)
    clauses = read_goal(prompt.values, senses).clauses
    taken: set[str] = set()
    matches = []
    for landmark in wanted:
        way = told_way(landmark.category, landmark.attributes, clauses, senses)
        best = _best(landmark, way, taken, senses)
        if best is not None:
            taken.add(best.candidate.id)
        matches.append(
            {
                "landmark_id": landmark.id,
                "instance_id": None if best is None else best.candidate.id,
                "reason": "no candidate is likely enough by name and place" if best is None else best.reason,
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
    landmark: LandmarkChoice, way: ToldWay | None, taken: set[str], senses: Senses
) -> CandidateScore | None:
    """The likeliest; None where it is not likely enough to be told."""
    odds = senses.config.offered
    named = _named(landmark, way, taken, senses)
    scores = []
    for candidate, name in named:
        rivals = sum(other >= odds.rival_share * name for _, other in named) - 1
        scores.append(_score(candidate, name, way, rivals=rivals, senses=senses))
    best = max(scores, key=lambda score: score.odds, default=None)
    return best if best is not None and best.odds >= odds.told else None


def _named(
    landmark: LandmarkChoice, way: ToldWay | None, taken: set[str], senses: Senses
) -> list[tuple[RememberedObject, float]]:
    """The candidates that the name may mean, each with how well it agrees.

    None of another kind, or whose looks contradict, or that is the first where a later one is meant.
    """
    config, found = senses.config, []
    for one in landmark.candidates:
        name = name_score(landmark, one, senses)
        if one.id not in taken and name >= config.same_name and not _is_passed(one, way, senses):
            found.append((one, name))
    return found


def _is_passed(one: RememberedObject, way: ToldWay | None, senses: Senses) -> bool:
    """Whether it is the first of its kind, where the words mean a later one."""
    passed_m = senses.config.selection.passed_m
    return way is not None and one.cue is not None and way.is_later(one.cue.d_xy_m, passed_m)


def name_score(landmark: LandmarkChoice, candidate: RememberedObject, senses: Senses) -> float:
    """Category and attributes. Categories are kept per type, so one that differs speaks against the rest."""
    kinds = [_kind_score(landmark.category, category, senses) for category in candidate.categories]
    kind = (max(kinds) + sum(kinds) / len(kinds)) / 2
    offered = (*candidate.appearances, *candidate.categories)
    return kind * senses.names.same_attributes(landmark.attributes, offered)


def _kind_score(wanted: str, stored: str, senses: Senses) -> float:
    """A stored category may hold attributes too."""
    return max(senses.names.same_category(wanted, stored), senses.names.same_thing(wanted, (), stored))


def _score(
    candidate: RememberedObject, name: float, way: ToldWay | None, *, rivals: int, senses: Senses
) -> CandidateScore:
    """Odds by name, reliability, rivals and place."""
    cue, rules = candidate.cue, senses.config.offered
    odds = remembered_odds(0.0 if cue is None else cue.reliability, rules, name=name)
    odds *= choice_odds(None if cue is None else cue.d_xy_m, rivals, rules)
    if cue is None or way is None:
        return CandidateScore(candidate, odds, f"name agrees {name:.2f}; nothing tells of its place")
    sector, reach = way.sector_weight(cue.bearing_deg), way.reach_weight(cue.d_xy_m, senses.config)
    odds *= place_odds(sector, reach, rules)
    side = "right" if cue.bearing_deg >= 0 else "left"
    far = "" if cue.d_xy_m is None else f"{cue.d_xy_m:.0f} m away, "
    where = f"{far}{abs(cue.bearing_deg):.0f} degrees {side}"
    fits = f"its bearing fits {sector:.2f}, its distance {reach:.2f}"
    return CandidateScore(candidate, odds, f"name agrees {name:.2f}; {where}: {fits}; odds {odds:.2f}")
