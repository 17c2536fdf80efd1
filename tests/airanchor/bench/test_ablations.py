"""Each ablation changes exactly the prompt fields and calls it is about, on the same scripted flight."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from airanchor.agent.build import build_parts
from airanchor.agent.observer import Eyes
from airanchor.anchors import AnchorConfig
from airanchor.anchors.outcome import RequestFate
from airanchor.bench.ablations.priors import SemanticNearest
from airanchor.bench.ablations.sight import ObjectsOnly
from airanchor.bench.ablations.thought import WholeInstruction
from airanchor.bench.rows import SKILLS
from airanchor.flight import Ending
from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from airanchor.perception import Phrase
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Prompt, Reasoner
from airanchor.reasoner.roles import Context, Skill
from aircity.geometry import Pose
from tests.airanchor.agent.scripts import ONGOING, FlatImages, RoleChat, decided, subtask
from tests.airanchor.bench.spied_flights import (
    FACING_BOX,
    INSTRUCTION,
    LAST_OF_FIRST,
    BoxDetector,
    Difference,
    Spied,
    ask_as_allowed,
    difference,
    image,
    scripted_chat,
    spy,
)
from tests.airanchor.memory.scenes import WordEncoder, anchor
from tests.contract.box_world import BoxWorld

GRAPHS = {"graph_before", "graph_after"}
VIEWS = {"image 0", "image 1"}
FOLLOWS_GRAPH = {"navigation": {"graph", "image 0"}, "reflection": GRAPHS | VIEWS}
"""What changes wherever other anchors are shown."""

CHANGES: dict[str, Difference] = {
    "no-dir-anchor": Difference({}, {"anchor_query": {"kinds", "system"}, **FOLLOWS_GRAPH}),
    "no-obj-anchor-strict": Difference(
        {"landmark_selection": -1},
        {
            "anchor_query": {"kinds", "system"},
            "navigation": {"graph", "image 0", "priors"},
            "reflection": GRAPHS | VIEWS,
            "panorama": {"priors"},
            "backtracking": {"history"},
        },
    ),
    "flat-kb": Difference(
        {}, {"landmark_selection": {"candidates"}, "navigation": {"priors"}, "panorama": {"priors"}}
    ),
    "no-selector": Difference({"landmark_selection": -1}, {}),
    "no-eag": Difference(
        {},
        {
            "navigation": {"graph", "image 0", "system"},
            "reflection": {*GRAPHS, *VIEWS, "system"},
            "backtracking": {"history"},
        },
    ),
    "no-prior": Difference(
        {"landmark_selection": -1},
        {"navigation": {"priors", "system"}, "panorama": {"priors", "system"}},
    ),
    "no-spatial-reflection": Difference({}, {"reflection": {*GRAPHS, "system"}}),
    "k1": Difference({}, {"anchor_query": {"count", "system"}, **FOLLOWS_GRAPH}),
    "k6": Difference({}, {"anchor_query": {"count", "system"}, **FOLLOWS_GRAPH}),
}


@pytest.fixture(scope="module")
def full() -> Spied:
    return spy("airanchor")


def test_the_whole_agent_is_asked_in_every_role(full: Spied) -> None:
    counts = Counter(full.roles)
    assert counts == {
        "decomposition": 1, "anchor_query": 6, "navigation": 6, "reflection": 6,
        "panorama": 2, "backtracking": 1, "landmark_selection": 1,
    }  # fmt: skip
    assert (full.flight.ending, dict(full.flight.failures)) == (Ending.COMPLETED, {})


@pytest.mark.parametrize("name", CHANGES)
def test_exactly_what_is_listed_changes(name: str, full: Spied) -> None:
    other = spy(name)
    assert difference(full, other) == CHANGES[name]
    assert other.flight.trajectory == full.flight.trajectory


def test_hidden_objects_reach_the_memory_and_nothing_else(full: Spied) -> None:
    other = spy("no-obj-anchor")
    changed = difference(full, other)
    assert changed.calls == {"anchor_query": 6}
    assert {role: names for role, names in changed.fields.items() if role != "anchor_query"} == {
        **FOLLOWS_GRAPH,
        "backtracking": {"history"},
    }
    queries = other.told("anchor_query")
    assert queries[0::2] == full.told("anchor_query")
    assert {query["kinds"] for query in queries[1::2]} == {("direction",)}
    assert all("Object" not in text for asked in other.told("navigation") for text in asked["graph"])
    assert all("[Object" not in asked["history"][0] for asked in other.told("backtracking"))
    assert _sightings(other) == _sightings(full) and _sightings(full)


def test_three_directions_are_shown_where_objects_are_not() -> None:
    for name in ("no-obj-anchor", "no-obj-anchor-strict"):
        for asked in spy(name).told("navigation"):
            assert [line.split(":")[0] for line in asked["graph"][0].splitlines()] == [
                f"Anchor {number} [Direction]" for number in (1, 2, 3)
            ]


def test_without_the_graph_the_views_are_plain_and_the_memory_still_fills(full: Spied) -> None:
    other = spy("no-eag")
    plain = image(full.told("anchor_query")[0]["image 0"])
    assert (image(other.told("navigation")[0]["image 0"]) == plain).all()
    assert (image(full.told("navigation")[0]["image 0"]) != plain).any()
    seen_next = image(full.told("anchor_query")[1]["image 0"])
    assert (image(other.told("reflection")[0]["image 1"]) == seen_next).all()
    assert _sightings(other) == _sightings(full)
    assert "graph" not in other.told("navigation")[0]


def test_objects_alone_are_numbered_and_remembered_as_before(full: Spied) -> None:
    other = spy("no-dir-anchor")
    graphs = [asked["graph"][0] for asked in other.told("navigation")]
    assert all(text.startswith("Anchor 1 [Object: box]") and "\n" not in text for text in graphs)
    assert _sightings(other) == _sightings(full)


def test_a_far_object_is_dropped_where_there_are_no_directions() -> None:
    chat = RoleChat(anchor_query=ask_as_allowed)
    eyes = Eyes(BoxDetector(), FlatImages(), AnchorConfig(reliable_range_m=10))
    view = BoxWorld().reset(FACING_BOX)
    parts = build_parts(Reasoner(chat), eyes, _memory(), planning=PlanningConfig())
    usual = parts.sight.look(view, _context()).grounding
    assert [outcome.fate for outcome in usual.outcomes][:1] == [RequestFate.DEGRADED]
    other = ObjectsOnly(parts.reasoner, eyes).look(view, _context()).grounding
    assert other.graph.anchors == () and other.objects == ()
    assert {outcome.fate for outcome in other.outcomes} == {RequestFate.DISCARDED}
    assert (other.overlay == view.rgb).all()


def test_without_subtasks_the_instruction_stays_whole(full: Spied) -> None:
    other = spy("no-subtask")
    assert other.told("decomposition") == full.told("decomposition")
    roles = ("anchor_query", "navigation", "reflection", "panorama", "backtracking")
    assert {asked["subtask"] for role in roles for asked in other.told(role)} == {(INSTRUCTION,)}
    assert other.flight.subtasks == 1
    assert other.flight.iterations == LAST_OF_FIRST


def test_the_one_subtask_has_every_landmark_once_and_all_sub_goals() -> None:
    parts = [subtask("a", 2, ["box", "mill"]), subtask("b", 3, ["mill", "lake"])]
    chat = RoleChat(decomposition=lambda call, prompt: {"subtasks": parts})
    (whole,) = WholeInstruction(Reasoner(chat)).decompose(" fly there ").subtasks
    assert (whole.text, len(whole.subgoals)) == ("fly there", 5)
    assert [(mark.id, mark.category) for mark in whole.landmarks] == [
        ("L1", "box"), ("L2", "mill"), ("L3", "lake"),
    ]  # fmt: skip


def test_the_best_fitting_candidate_is_taken_and_of_equals_the_nearer() -> None:
    memory = _memory()
    for name, place in (("red tower", (60, 0)), ("tower", (70, 0)), ("tower", (30, 0)), ("pond", (5, 0))):
        memory.observe(anchor(name, at=place), ObservationTime("e", 0))
    found = memory.retrieve(Phrase("tower"), Pose.at(0, 0, 10))
    best = max(candidate.s_r for candidate in found)
    equals = [candidate for candidate in found if candidate.s_r == best]
    assert len(equals) > 1
    (chosen,) = SemanticNearest().select(_subtask("tower"), [found])
    assert chosen == min(equals, key=lambda candidate: candidate.cue.d_xy_m).instance.id
    (none,) = SemanticNearest().select(_subtask("cow"), [memory.retrieve(Phrase("cow"), Pose.at(500, 0, 10))])
    assert none is None


def test_the_choice_by_meaning_is_among_all_that_pass(full: Spied) -> None:
    assert full.memory.config.retrieval_count == 3
    assert spy("no-selector").memory.config.retrieval_count == 1000


@pytest.mark.parametrize("row", SKILLS, ids=lambda row: row.name)
def test_a_left_out_skill_is_neither_told_nor_triggered(row: Any) -> None:
    missing = {
        "no-altitude": {Skill.ALTITUDE},
        "no-view": {Skill.VIEW},
        "no-backtracking": {Skill.BACKTRACK},
        "pixel-only": {Skill.ALTITUDE, Skill.VIEW, Skill.BACKTRACK},
    }[row.name]

    def ahead(call: int, prompt: Prompt) -> Any:
        return decided({"skill": "Pixel Navigation", "parameters": {"pixel": [5, 5], "distance_m": 5}})

    chat = RoleChat(navigation=ahead, reflection=lambda call, prompt: ONGOING)
    flight = spy(row, chat).flight
    told = [set(prompt.values["skills"].splitlines()) for prompt in chat.asked("navigation")]
    assert len(told) == 20
    assert set.union(*told) == {skill.value for skill in Skill} - missing
    for request in chat.requests:
        assert not any(skill.value in request.messages[0].text for skill in missing)
    # one sub-goal: going back is triggered after three iterations without an end, as long as it is a skill
    assert (chat.calls["backtracking"] > 0) == (Skill.BACKTRACK not in missing)
    assert not missing & set(flight.skills)


@pytest.mark.parametrize(("name", "word"), [("k1", "one"), ("k6", "six")])
def test_the_prompt_and_the_anchors_follow_their_number(name: str, word: str) -> None:
    spied = spy(name)
    query = spied.told("anchor_query")[0]
    assert query["count"] == (str({"one": 1, "six": 6}[word]),)
    assert word in query["system"] and "three" not in query["system"]
    assert len(spied.told("navigation")[0]["graph"][0].splitlines()) == int(query["count"][0])


def test_a_shortcut_reads_only_its_part(full: Spied) -> None:
    first = spy("first-part-only")
    assert first.flight.subtasks == 1
    assert {asked["subtask"] for asked in first.told("navigation")} == {("approach the box",)}
    last = spy("last-landmark-only")
    assert {asked["subtask"] for asked in last.told("navigation")} == {("Fly to the box.",)}


def test_the_same_script_gives_the_same_prompts() -> None:
    one, two = spy("airanchor", scripted_chat()), spy("airanchor", scripted_chat())
    assert difference(one, two) == Difference()


def _sightings(spied: Spied) -> list[tuple[str, int, float]]:
    memory = spied.memory
    return [
        (item.id, item.observations, float(np.round(item.center.sum(), 9)))
        for item in memory.register.instances.values()
    ]


def _memory() -> Sokb:
    return Sokb(WordEncoder(), MemoryConfig())


def _context() -> Context:
    return Context("find the box", "NotStarted", "find the box")


def _subtask(name: str) -> Any:
    chat = RoleChat(decomposition=lambda call, prompt: {"subtasks": [subtask("go", 1, [name])]})
    return WholeInstruction(Reasoner(chat)).decompose("go").subtasks[0]
