"""Figures of episodes, and pictures of them."""

import numpy as np

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.histograms import histogram_chart
from airanchor.bench.episodes.picture import draw_episode
from airanchor.bench.episodes.stats import PAPER_S, QuantitySpread, measures, summarise, variety
from airanchor.drawing import Dot
from aircity.geometry import Pose
from aircity.world.action import Action
from tests.airanchor.bench.small_town import small_town

TURNED = (Action.TURN_RIGHT,) * 2 + (Action.MOVE_FORWARD, Action.TURN_LEFT, Action.MOVE_FORWARD, Action.STOP)


def episode(text="Go past the red house.", **changes):
    path = np.array([[0, 0, 10], [0, 0, 10], [0, 0, 10], [3, 4, 10], [3, 4, 10], [3, 4, 12]], dtype=float)
    plain = {
        "episode_id": "E",
        "trajectory_id": "T",
        "scene_id": "small-town",
        "split": "own",
        "instruction": text,
        "start": Pose(0, 0, 10),
        "goal": path[-1],
        "reference_path": path,
        "actions": TURNED,
    }
    return Episode(**{**plain, **changes})


def test_a_path_is_counted_once_and_a_text_each_time():
    found = measures([episode(), episode("Go on.")])
    assert found["path_m"] == [7.0]
    assert found["actions"] == [6.0]
    assert found["words"] == [5.0, 2.0]
    assert found["turns"] == [1.0]
    assert found["altitude_range_m"] == [2.0]
    assert found["landmarks"] == []


def test_files_without_paths_are_counted_too():
    bare = episode(goal=None, reference_path=None, actions=None)
    summary = summarise([bare])
    assert summary["figures"]["path_m"] is None and summary["figures"]["words"]["mean"] == 5.0


def test_variety_counts_sequences_of_words():
    found = variety(["go on. go on.", "go up."])
    assert found["vocabulary"] == 3 and found["different_texts"] == 2
    assert found["distinct_1"] == round(3 / 6, 4)
    assert found["different_sentences"] == round(2 / 3, 4)


def test_the_papers_figures_stand_beside_ours():
    summary = summarise(load_split("dev"))
    assert summary["figures"]["path_m"]["aerialvln_s_paper_mean"] == PAPER_S["path_m"] == 321.3
    assert "aerialvln_s_paper_mean" not in summary["figures"]["turns"]
    assert (
        QuantitySpread.of([1.0, 3.0]) == QuantitySpread(2.0, 2.0, 1.0, 3.0) and QuantitySpread.of([]) is None
    )


def test_pictures_show_something():
    town = draw_episode(episode(), small_town(), 300)
    start, goal = (mark for mark in town.marks if isinstance(mark, Dot))
    assert (town.width, town.height) == (300, 300) and len(town.marks) > 5
    assert goal.at[0] > start.at[0] and goal.at[1] < start.at[1]  # 4 m east and 3 m north of it
    chart = histogram_chart(measures([episode()]), PAPER_S, "one")
    panels = {panel.axis: panel for strip in chart.strips for panel in strip.panels}
    assert list(panels["words per instruction"].values) == [5] and len(panels) == 6
    assert panels["path length (m)"].other_mean == 321.3 and chart.note == "one"
