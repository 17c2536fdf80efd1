"""The benchmark's episodes: read, written, made, told, checked and counted."""

from airanchor.bench.episodes.aerialvln import read_episodes, write_episodes
from airanchor.bench.episodes.episode import Episode, path_length_m, replay
from airanchor.bench.episodes.oddities import ReadReport
from airanchor.bench.episodes.splits import SPLIT_NAMES, SPLITS, load_split

__all__ = [
    "SPLITS",
    "SPLIT_NAMES",
    "Episode",
    "ReadReport",
    "load_split",
    "path_length_m",
    "read_episodes",
    "replay",
    "write_episodes",
]
