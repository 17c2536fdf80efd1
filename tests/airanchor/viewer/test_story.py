"""A story gathers what belongs to a decision, from whole, cut-off, old and unknown recordings."""

import json

import pytest

from airanchor.trace import FORMAT_VERSION, Keep, TraceWriter, read_trace
from airanchor.viewer.story import tell
from airanchor.viewer.story_json import image_hashes, story_json
from tests.airanchor.viewer.props import HOSTILE, INSTRUCTION
from tests.airanchor.viewer.traces import Flight, fly, tour


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return fly(tmp_path_factory.mktemp("flight") / "trace")


def test_each_decision_has_all_that_belongs_to_it(whole):
    story = tell(read_trace(whole))
    assert [moment.iteration for moment in story.moments] == [1, 2, 3, 4, 5, 6]
    for moment in story.moments:
        assert moment.decision and moment.anchors and moment.memory and moment.skill and moment.reflection
        assert moment.decision.iteration == moment.anchors.iteration == moment.reflection.iteration
    assert story.instruction == INSTRUCTION
    assert story.end.ending == "completed" and story.is_stopped
    assert len(story.path) == 1 + 6 * 3


def test_what_a_reasoner_noted_for_itself_is_not_told(whole):
    told = [(one.decision, one.skill, one.reflection) for one in tell(read_trace(whole)).moments]
    assert {skill.reason for _, skill, _ in told} == {f"It is ahead. {HOSTILE}"}
    assert {decision.progress for decision, _, _ in told} == {f"Halfway {HOSTILE}"}
    assert {reflection.progress for _, _, reflection in told} == {f"Nearer. {HOSTILE}"}


def test_path_indices_are_where_the_skill_began_and_ended(whole):
    story = tell(read_trace(whole))
    for moment in story.moments:
        assert story.path[moment.path_at].pose == moment.skill.before
        assert story.path[moment.path_until].pose == moment.skill.after


def test_questions_go_with_their_decision_and_its_preparation_too(whole):
    story = tell(read_trace(whole))
    roles = [[question.role for question in moment.questions] for moment in story.moments]
    assert roles[0] == ["decomposition", "anchor_query", "navigation", "reflection"]
    assert roles[1:] == [["anchor_query", "navigation", "reflection"]] * 5


def test_repairs_and_fallbacks_are_marked_and_repeated_messages_shown_once(whole):
    story = tell(read_trace(whole))
    repaired = story.moments[1].questions[1]
    assert repaired.trouble == "repaired"
    assert [len(call.new_messages) for call in repaired.calls] == [2, 1]
    assert repaired.calls[1].latency_s == 1.25
    assert story.moments[2].questions[-1].trouble == "fallback"
    assert story.moments[0].questions[0].trouble == ""


def test_json_counts_the_work_per_role_and_holds_no_pixels(whole):
    document = story_json(tell(read_trace(whole)))
    work = {row["role"]: row for row in document["workload"]}
    assert work["navigation"]["questions"] == 6 and work["navigation"]["calls"] == 7
    assert work["navigation"]["input_tokens"] == 7 * 900
    assert work["reflection"]["fallbacks"] == 1 and work["reflection"]["uncounted_calls"] == 1
    json.dumps(document, allow_nan=False)


def test_memory_grows_and_keeps_its_versions(whole):
    (item,) = story_json(tell(read_trace(whole)))["memory"]
    assert item["id"] == "O1"
    assert [version["at"] for version in item["versions"]] == [0, 1, 2, 3, 4, 5]
    widths = [version["footprint"][2][0] - version["footprint"][0][0] for version in item["versions"]]
    assert widths == sorted(widths) and widths[0] < widths[-1]


def test_cues_before_and_after_are_numbers(whole):
    moment = story_json(tell(read_trace(whole)))["moments"][0]
    cue = moment["cues"][0]
    assert cue["label"] == "brick warehouse"
    assert cue["after"]["d_xy_m"] < cue["before"]["d_xy_m"]
    assert moment["cues"][2]["label"] is None
    assert moment["cues"][2]["free_m"] == 100 and moment["cues"][2]["is_capped"]


def test_every_image_is_listed_once_decisions_first(whole):
    story = tell(read_trace(whole))
    hashes = image_hashes(story)
    assert len(hashes) == len(set(hashes))
    assert hashes[0] == story.moments[0].decision.rgb


@pytest.mark.parametrize("until", ["decision", "anchors", "memory", "skill", "reflection"])
def test_a_flight_that_died_in_a_decision_keeps_what_was_written(tmp_path, until):
    with TraceWriter(tmp_path / "trace") as writer:
        flight = Flight(writer)
        flight.begin()
        flight.subtask(1)
        flight.decide(1, 1, until=until)
    story = tell(read_trace(tmp_path / "trace"))
    (moment,) = story.moments
    assert moment.decision is not None
    assert (moment.reflection is not None) == (until == "reflection")
    assert story.end is None and not story.is_stopped
    story_json(story)


def test_every_cut_of_the_events_can_be_told(tmp_path, whole):
    data = (whole / "events.jsonl").read_bytes()
    lines = data.split(b"\n")
    cut = tmp_path / "events.jsonl"
    for count in range(1, len(lines)):
        cut.write_bytes(b"\n".join(lines[:count]) + b"\n" + lines[count][:7])
        story = tell(read_trace(tmp_path))
        assert story.is_cut_off == bool(lines[count][:7])
        json.dumps(story_json(story), allow_nan=False)


def test_a_tour_is_told_by_its_views(tmp_path):
    story = tell(read_trace(tour(tmp_path / "trace", views=3)))
    assert [moment.view.view for moment in story.moments] == ["forward"] * 3
    assert [moment.path_at for moment in story.moments] == [0, 3, 6]
    assert story.instruction == ""


def test_an_old_minor_version_and_unknown_events_can_be_told(tmp_path, whole):
    lines = (whole / "events.jsonl").read_text().splitlines()
    old = tmp_path / "old"
    old.mkdir()
    header = json.loads(lines[0])
    tour_lines = (tour(tmp_path / "tour") / "events.jsonl").read_text().splitlines()[1:]
    (old / "events.jsonl").write_text(
        "\n".join([json.dumps({**header, "version": "1.0"}), *tour_lines]) + "\n"
    )
    assert tell(read_trace(old)).format == "1.0"
    new = tmp_path / "new"
    new.mkdir()
    major, minor = FORMAT_VERSION.split(".")
    newer = json.dumps({**header, "version": f"{major}.{int(minor) + 1}"})
    strange = json.dumps({"kind": f"weather {HOSTILE}", "wind": 3})
    (new / "events.jsonl").write_text("\n".join([newer, *lines[1:], strange]) + "\n")
    story = tell(read_trace(new))
    assert sum(story.unknown.values()) == 1 and len(story.moments) == 6


def test_a_damaged_clock_only_loses_times(tmp_path):
    folder = fly(tmp_path / "trace", decisions=1)
    (folder / "timing.jsonl").write_bytes(b'{"event": 1, "elapsed_s": "soon"}\n[3]\n{"event"\n\xff\n')
    story = tell(read_trace(folder))
    assert story.moments[0].elapsed_s is None and story.last_s is None


def test_a_flight_without_steps_is_drawn_through_its_poses(tmp_path):
    folder = fly(tmp_path / "trace", decisions=2, keep=Keep.NONE)
    file = folder / "events.jsonl"
    kept = [line for line in file.read_text().splitlines() if json.loads(line)["kind"] != "step"]
    file.write_text("\n".join(kept) + "\n")
    story = tell(read_trace(folder))
    assert [leg.pose for leg in story.path] == [
        story.moments[0].skill.before,
        story.moments[0].skill.after,
        story.moments[1].skill.after,
    ]
    assert story.moments[1].path_at == 1 and story.moments[1].path_until == 2
