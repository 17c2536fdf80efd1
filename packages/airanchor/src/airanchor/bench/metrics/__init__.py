"""The scores of a finished flight, as pure functions of where it was and where it should have been."""

from airanchor.bench.metrics.averages import Averages, average
from airanchor.bench.metrics.dtw import dtw_m, ndtw
from airanchor.bench.metrics.positions import checked_positions, path_length_m, without_repeats
from airanchor.bench.metrics.scores import SUCCESS_M, Profile, ProfileScores, Scores, score
from airanchor.bench.metrics.workload import Workload, workload_of

__all__ = [
    "SUCCESS_M",
    "Averages",
    "Profile",
    "ProfileScores",
    "Scores",
    "Workload",
    "average",
    "checked_positions",
    "dtw_m",
    "ndtw",
    "path_length_m",
    "score",
    "without_repeats",
    "workload_of",
]
