"""Two small towns kept as imported cities, short episodes in them, and ways to compare runs."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from airanchor.bench.episodes import Episode, replay, write_episodes
from airanchor.bench.results import RunFolder
from aircity.city.library import keep_scene
from aircity.city.scene import TrafficWay
from aircity.geometry import Pose
from aircity.world import Action
from tests.airanchor.bench.small_town import small_town

TOWNS = ("town-a", "town-b")
STARTS = ((-70.0, -60.0, 30.0, 0.0), (70.0, 60.0, 30.0, 180.0), (-60.0, 70.0, 25.0, -90.0))
TEXTS = (
    "Fly past the white church and stop at the skyscraper.",
    "Go to the museum, then turn left to the barn.",
    "Climb, fly over the hotel and land by the statue.",
)
ACTIONS = (*(Action.MOVE_FORWARD,) * 8, Action.TURN_LEFT, *(Action.MOVE_FORWARD,) * 3, Action.STOP)
ROUND = tuple((x, y, 0.05) for x, y in ((20.0, -20.0), (20.0, 20.0), (-20.0, 20.0), (-20.0, -20.0)))
SHORT = ("agent.iterations=1",)


def keep_towns() -> None:
    """Both towns in the library of the data folder that XDG_DATA_HOME names."""
    for name in TOWNS:
        keep_scene(name, replace(small_town(), name=name, ways=(TrafficWay("road", ROUND, 4.0),)))


def town_episodes(count: int = 3) -> list[Episode]:
    """`count` episodes per town, the towns in turn, two instructions on each path."""
    return [_episode(town, number) for number in range(count) for town in TOWNS]


def _episode(town: str, number: int) -> Episode:
    start = Pose.at(*STARTS[number // 2 % len(STARTS)])
    rows = np.array([pose.position for pose in replay(start, ACTIONS)])
    return Episode(
        episode_id=f"{town}-{number}",
        trajectory_id=f"{town}-path-{number // 2}",
        scene_id=town,
        split="towns",
        instruction=TEXTS[number % len(TEXTS)],
        start=start,
        goal=rows[-1],
        reference_path=rows,
        actions=ACTIONS,
        facts={"note": "test"},
    )


def write_towns(path: Path, episodes: list[Episode] | None = None) -> str:
    """The episodes as a file."""
    write_episodes(path, town_episodes() if episodes is None else episodes)
    return str(path)


def files_of(root: Path, row: str = "airanchor") -> dict[str, bytes]:
    """Everything of a row that must be equal in equal runs: results, and the events of every trace."""
    folder = RunFolder(root)
    events = {path.parent.name: path.read_bytes() for path in folder.row(row).glob("traces/*/events.jsonl")}
    return {"results": folder.results_file(row).read_bytes(), **events}
