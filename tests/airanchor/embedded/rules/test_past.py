"""What became of parts, and what a subtask of them came to."""

import pytest

from airanchor.embedded.rules.notes.past import (
    MAX_PAST,
    PartFate,
    PastPart,
    closing_verdict,
    kept,
    status_of,
    told_past,
)
from airanchor.reasoner.roles import PAPER_STATUSES, Status

DONE = PastPart("reached the tower, 9 m away")
GUESSED = PastPart("the church was only guessed", PartFate.GUESSED)
LOST = PastPart("the museum was not found", PartFate.NOT_FOUND)
LEFT = PastPart("the bridge was not reached in 12 decisions", PartFate.GIVEN_UP)


@pytest.mark.parametrize(
    ("past", "status"),
    [
        ((), Status.COMPLETED),
        ((DONE, DONE), Status.COMPLETED),
        ((DONE, GUESSED), Status.GUESSED),
        ((GUESSED,), Status.GUESSED),
        ((DONE, LOST), Status.PARTLY_DONE),
        ((GUESSED, LOST), Status.PARTLY_DONE),
        ((LOST, LOST), Status.NOT_FOUND),
        ((LEFT,), Status.GIVEN_UP),
        ((LOST, LEFT), Status.GIVEN_UP),
    ],
)
def test_only_what_is_wholly_done_is_completed(past: tuple[PastPart, ...], status: Status) -> None:
    assert status_of(past) is status


def test_what_was_not_done_is_never_left_out_for_what_was() -> None:
    past = (LOST, *(PastPart(f"flew {number} m") for number in range(20)), LEFT)
    left = kept(past)
    assert len(left) == MAX_PAST
    assert left[0] == LOST
    assert left[-1] == LEFT


def test_a_status_that_is_not_offered_is_told_in_the_text() -> None:
    ours = closing_verdict(Status.NOT_FOUND, told_past((LOST,)), ", ".join(Status))
    assert ours == {"progress": "The museum was not found.", "status": "NOT_FOUND", "next_plan": ""}
    papers = closing_verdict(Status.NOT_FOUND, told_past((LOST,)), "")
    assert papers["status"] == "COMPLETED"
    assert papers["progress"] == "Not found: The museum was not found."
    assert closing_verdict(Status.COMPLETED, "Done.", "")["status"] in PAPER_STATUSES
