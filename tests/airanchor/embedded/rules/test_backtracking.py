"""Backtracking: the last sound node of the path, and only one that is offered."""

from airanchor.reasoner.roles import BACKTRACKING, BacktrackingRequest, HistoryNode, HistoryStep, Recovery
from tests.airanchor.embedded.rules.desk import TOWER, ask, context, cue_line, senses_for, to

FAILED = "NotStarted [last action failed: no free path]"


def _chosen(
    distances_m: list[float | None], recoverable: tuple[int, ...], failed_at: tuple[int, ...] = ()
) -> int:
    nodes = tuple(
        HistoryNode(
            number,
            "here",
            context(FAILED if number in failed_at else "NotStarted"),
            "a street",
            "" if far_m is None else cue_line(1, "red tower", 0.0, far_m),
        )
        for number, far_m in enumerate(distances_m)
    )
    steps = tuple(HistoryStep("Pixel Navigation", "why", "30 m north") for _ in nodes[1:])
    request = BacktrackingRequest("text", nodes, steps, recoverable)
    recovery: Recovery = ask(BACKTRACKING, request, senses_for(to(TOWER)))
    return recovery.node_id


def test_back_to_where_the_landmark_was_closest() -> None:
    assert _chosen([80.0, 50.0, 70.0, 95.0], (0, 1, 2)) == 1


def test_only_offered_nodes_are_chosen() -> None:
    assert _chosen([80.0, 50.0, 70.0, 95.0], (0, 2)) == 0


def test_without_distances_failures_tell() -> None:
    assert _chosen([None, None, None, None], (0, 1, 2), failed_at=(2,)) == 1


def test_else_the_most_recent() -> None:
    assert _chosen([None, None, None], (0, 1)) == 1
    assert _chosen([90.0, 70.0, 50.0], (0, 1)) == 1
