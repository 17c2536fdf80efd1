"""The page of a run: one file that holds everything, words of others only ever as text."""

from typing import Any

from airanchor.drawing.pages import PageParts, inert

_PARTS = PageParts(
    package="airanchor.bench.board",
    template="board.html",
    scripts=("board.js", "board_table.js"),
    styles=("board.css",),
)


def fill_board(document: dict[str, Any], *, is_served: bool = False) -> str:
    """The page around a document; a served one has a link to each replay."""
    return _PARTS.fill(policy=board_policy(), mode="served" if is_served else "file", board=inert(document))


def board_policy() -> str:
    """What the page may do: run its one script, and nothing else."""
    return _PARTS.policy(images="data:", connections="'none'")
