"""A run is computed again from its traces; whatever was changed in it is found."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from airanchor.bench.report.verify import verify_run
from airanchor.bench.results import RunFolder
from airanchor.errors import InputError
from airanchor.memory.files.store import scene_path

ROW, EPISODE, TOWN = "reference", "town-a-1", "town-a"


def events_of(run: Path, row: str = ROW, episode: str = EPISODE) -> Path:
    return RunFolder(run).trace(row, episode) / "events.jsonl"


def change_line(file: Path, number: int, change) -> None:
    """Change one JSON line of a file, leaving the others byte for byte."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    document = json.loads(lines[number])
    change(document)
    lines[number] = json.dumps(document) + "\n"
    file.write_text("".join(lines), "utf-8")


def place_of(file: Path, kind: str, nth: int = 0) -> int:
    lines = file.read_text("utf-8").splitlines()
    return [number for number, line in enumerate(lines) if json.loads(line)["kind"] == kind][nth]


def subjects(run: Path) -> set[tuple[str, str, str]]:
    return {(one.row, one.episode_id, one.subject) for one in verify_run(run).findings}


def test_an_untouched_run_agrees_and_counts_what_was_compared(finished):
    heard = []
    verdict = verify_run(finished, heard.append)
    assert verdict.is_right, [str(one) for one in verdict.findings]
    assert (verdict.rows, verdict.episodes, verdict.expected) == (2, 12, 12)
    assert (verdict.traces, verdict.memories) == (12, 4) and verdict.values > 1000 and len(heard) == 12
    assert "12 of 12 episodes" in verdict.words() and "all agree" in verdict.words()


@pytest.mark.parametrize("axis", ["x_m", "y_m", "z_m"])
def test_a_changed_pose_is_found(run, axis):
    file = events_of(run)

    def nudge(event):
        event["pose"][axis] += 0.001

    change_line(file, place_of(file, "step", 4), nudge)
    assert (ROW, EPISODE, "scores") in subjects(run)
    assert {episode for _, episode, _ in subjects(run)} == {EPISODE}


def test_a_collision_that_is_wiped_out_is_found(run):
    file = events_of(run)
    change_line(file, place_of(file, "step", 2), lambda event: event.update(collided=True))
    assert (ROW, EPISODE, "scores") in subjects(run) and (ROW, EPISODE, "trace") in subjects(run)


def test_a_step_that_is_left_out_is_found(run):
    file = events_of(run)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    del lines[place_of(file, "step", 3)]
    file.write_text("".join(lines), "utf-8")
    assert {(ROW, EPISODE, "scores"), (ROW, EPISODE, "trace")} <= subjects(run)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line["scores"]["paper"].update(is_success=not line["scores"]["paper"]["is_success"]),
        lambda line: line["scores"]["paper"].update(navigation_error_m=1.25),
        lambda line: line["scores"].update(ndtw=line["scores"]["ndtw"] - 1e-6),
        lambda line: line.update(ending="iteration budget"),
        lambda line: line.update(refusals=line["refusals"] + 1),
        lambda line: line.update(instances=99),
        lambda line: line.update(trajectory_id="another"),
        lambda line: line.update(start_goal_m=1.0),
    ],
)
def test_a_changed_result_is_found_in_its_episode(run, change):
    change_line(RunFolder(run).results_file(ROW), 2, change)
    found = subjects(run)
    assert found and {(row, episode) for row, episode, _ in found} == {(ROW, EPISODE)}


def test_a_result_changed_in_file_and_memory_alike_is_found_by_its_trace(run):
    def improve(line):
        line["scores"]["paper"]["is_success"] = True

    row, episode = "random", "town-a-0"
    change_line(RunFolder(run).results_file(row), 0, improve)
    with sqlite3.connect(scene_path(RunFolder(run).memory(row), TOWN)) as memory:
        (told,) = memory.execute("SELECT result FROM episodes WHERE episode_id = ?", (episode,)).fetchone()
        document = json.loads(told)
        improve(document)
        memory.execute("UPDATE episodes SET result = ? WHERE episode_id = ?", (json.dumps(document), episode))
    memory.close()
    assert subjects(run) == {(row, episode, "scores")}


def test_rounding_in_the_last_digit_is_no_mismatch(run):
    def nudge(line):
        line["scores"]["dtw_m"] += 1e-12

    change_line(RunFolder(run).results_file(ROW), 2, nudge)
    assert verify_run(run).is_right


def test_a_missing_trace_is_found(run):
    shutil.rmtree(events_of(run).parent)
    verdict = verify_run(run)
    assert [(one.episode_id, one.subject) for one in verdict.findings] == [(EPISODE, "trace")]
    assert verdict.traces == 11 and "missing" in verdict.findings[0].words


def test_a_damaged_trace_is_found_and_the_others_are_still_checked(run):
    events_of(run).write_text('{"kind": "nonsense"}\n', "utf-8")
    verdict = verify_run(run)
    assert {one.episode_id for one in verdict.findings} == {EPISODE} and verdict.episodes == 12


def test_another_flights_trace_is_found(run):
    shutil.copyfile(events_of(run, episode="town-a-0"), events_of(run))
    assert {(ROW, EPISODE, "settings"), (ROW, EPISODE, "trace")} <= subjects(run)


def test_other_settings_in_a_trace_are_found(run):
    def loosen(event):
        event["settings"]["settings"]["agent"]["iterations"] = 500

    change_line(events_of(run), 0, loosen)
    (finding,) = verify_run(run).findings
    assert finding.subject == "settings" and "agent.iterations is 500, but must be 2" in finding.words


@pytest.mark.parametrize("place", ["start", "stop", "end"])
def test_an_evaluation_before_the_end_is_found(run, place):
    file = events_of(run)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    lines.insert(place_of(file, place), lines.pop())
    file.write_text("".join(lines), "utf-8")
    found = [one for one in verify_run(run).findings if "before the end" in one.words]
    assert found and {one.episode_id for one in found} == {EPISODE}


def test_a_second_evaluation_is_found(run):
    file = events_of(run)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines, lines[-1]]), "utf-8")
    (finding,) = verify_run(run).findings
    assert "2 events of kind evaluation" in finding.words


def test_another_goal_in_the_evaluation_is_found(run):
    file = events_of(run)

    def move(event):
        event["goal"][0] += 30.0

    change_line(file, place_of(file, "evaluation"), move)
    (finding,) = verify_run(run).findings
    assert finding.subject == "trace" and finding.words.startswith("goal[0]")


def test_changed_episodes_are_found(run):
    file = run / "episodes.json"
    file.write_text(file.read_text("utf-8").replace("skyscraper", "hotel", 1), "utf-8")
    found = subjects(run)
    assert ("", "", "episodes") in found and any(subject == "trace" for _, _, subject in found)


def test_results_in_another_order_are_found(run):
    file = RunFolder(run).results_file(ROW)
    first, second, *rest = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join([second, first, *rest]), "utf-8")
    (finding,) = verify_run(run).findings
    assert finding.subject == "order" and "canonical" in finding.words


def test_a_missing_result_is_found(run):
    file = RunFolder(run).results_file(ROW)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:-1]), "utf-8")
    assert (ROW, "town-b-2", "order") in subjects(run) and verify_run(run).episodes == 11


def test_a_doubled_result_is_found(run):
    file = RunFolder(run).results_file(ROW)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines, lines[2]]), "utf-8")
    assert (ROW, EPISODE, "order") in subjects(run)


def test_a_result_of_no_episode_is_found_and_opens_no_path(run):
    change_line(RunFolder(run).results_file(ROW), 2, lambda line: line.update(episode_id="../../../secret"))
    assert (ROW, "../../../secret", "order") in subjects(run)


def test_a_line_that_is_no_result_is_found(run):
    with RunFolder(run).results_file(ROW).open("a") as file:
        file.write("{oops\n")
    assert (ROW, "", "results") in subjects(run)


def test_results_that_are_gone_are_found(run):
    RunFolder(run).results_file(ROW).unlink()
    assert subjects(run) == {(ROW, "", "results")}


def test_a_missing_memory_is_found(run):
    scene_path(RunFolder(run).memory(ROW), TOWN).unlink()
    assert (ROW, "", "memory") in subjects(run)


def test_episodes_flown_in_another_order_are_found(run):
    with sqlite3.connect(scene_path(RunFolder(run).memory(ROW), TOWN)) as memory:
        for old, new in ((1, -1), (2, 1), (-1, 2)):
            memory.execute("UPDATE episodes SET ordinal = ? WHERE ordinal = ?", (new, old))
    memory.close()
    assert (ROW, "", "memory") in subjects(run)


def test_a_changed_place_in_the_order_is_found(run):
    change_line(RunFolder(run).results_file(ROW), 2, lambda line: line.update(ordinal=0))
    assert (ROW, EPISODE, "order") in subjects(run)


def test_a_folder_without_a_run_is_bad_input(tmp_path):
    with pytest.raises(InputError, match=r"no run\.json"):
        verify_run(tmp_path)
