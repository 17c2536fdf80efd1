"""Endings and the plain sentence that tells of them."""

import pytest

from airanchor.flight import Ending, SubtaskReport, ending_of, sentence
from airanchor.flight.report import SURE, chance_of
from airanchor.reasoner.roles import Status


def _report(status: Status, words: str = "", text: str = "Fly there.") -> SubtaskReport:
    return SubtaskReport(text, status, words)


DONE, LOST = _report(Status.COMPLETED), _report(Status.NOT_FOUND)


@pytest.mark.parametrize(
    ("statuses", "ending"),
    [
        ("COMPLETED COMPLETED", Ending.COMPLETED),
        ("COMPLETED GUESSED", Ending.GUESSED),
        ("GUESSED", Ending.GUESSED),
        ("COMPLETED NOT_FOUND", Ending.PARTLY),
        ("NOT_FOUND NOT_FOUND", Ending.NOT_FOUND),
        ("NOT_FOUND GIVEN_UP", Ending.GIVEN_UP),
        ("GIVEN_UP", Ending.GIVEN_UP),
        ("NOT_UNDERSTOOD", Ending.NOT_UNDERSTOOD),
        ("COMPLETED NOT_UNDERSTOOD", Ending.PARTLY),
        ("NOT_UNDERSTOOD NOT_FOUND", Ending.GIVEN_UP),
        ("PARTLY_DONE", Ending.PARTLY),
        ("COMPLETED ONGOING", Ending.ITERATIONS),
    ],
)
def test_a_flight_is_completed_only_if_every_part_of_it_was_done(statuses: str, ending: Ending) -> None:
    assert ending_of([_report(Status(status)) for status in statuses.split()]) is ending


def test_every_mix_of_statuses_has_an_ending_and_only_one_is_completed() -> None:
    for one in Status:
        for other in Status:
            ending = ending_of([_report(one), _report(other)])
            assert (ending is Ending.COMPLETED) == (one is other is Status.COMPLETED)
            assert ending.is_own == (Status.ONGOING not in (one, other))


@pytest.mark.parametrize(
    ("chances", "is_said"), [((1.0, 1.0), True), ((0.95, SURE), False), ((0.95, 0.9), True)]
)
def test_a_route_is_completed_only_if_all_its_legs_together_are_likely_right(
    chances: tuple[float, float], is_said: bool
) -> None:
    reports = [
        SubtaskReport("Fly there.", Status.COMPLETED, "Reached it.", (chance, 0.0)) for chance in chances
    ]
    assert ending_of(reports) is (Ending.COMPLETED if is_said else Ending.GUESSED)
    assert ("not sure" in sentence(reports)) is not is_said


def test_a_part_that_finds_back_mends_a_wrong_one() -> None:
    parts = [
        SubtaskReport("Fly there.", Status.COMPLETED, "", chances) for chances in ((0.5, 0.0), (0.9, 0.7))
    ]
    assert chance_of(parts) == pytest.approx(0.5 * 0.9 + 0.5 * 0.7)


def test_an_unsure_part_changes_no_other_ending() -> None:
    unsure = SubtaskReport("Fly there.", Status.COMPLETED, "Reached it.", (0.1, 0.0))
    assert ending_of([unsure, LOST]) is Ending.PARTLY
    assert "not sure" not in sentence([unsure, LOST])


def test_the_sentence_says_what_was_done_and_what_was_not() -> None:
    reports = [
        _report(Status.COMPLETED, "Reached the water tower, 12 m away."),
        _report(Status.NOT_FOUND, "The museum was not found, 70 m flown instead."),
        _report(Status.NOT_UNDERSTOOD, text="Sing a song."),
        _report(Status.ONGOING, text="Come back."),
    ]
    assert sentence(reports) == (
        "Reached the water tower, 12 m away; the museum was not found, 70 m flown instead; "
        'not understood: "Sing a song"; not begun: "Come back".'
    )


def test_many_parts_that_were_done_are_counted() -> None:
    reports = [_report(Status.COMPLETED, f"Flew {number} m.") for number in range(5)]
    lost = _report(Status.NOT_FOUND, "The museum was not found.")
    assert sentence([*reports, lost]) == "5 of 6 parts done; flew 4 m; the museum was not found."


def test_a_long_text_of_a_model_is_one_short_line() -> None:
    told = sentence([_report(Status.COMPLETED, "The drone  is\nthere. " * 40)])
    assert len(told) < 180
    assert "\n" not in told
    assert sentence([]) == ""
