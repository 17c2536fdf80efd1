"""Two readers of a text: commands stay with the grammar, routes in free words are put right by the tagger."""

import pytest

from airanchor.embedded.ears import Manoeuvre, read
from airanchor.embedded.ears.hearing import heard, heard_legs, unheard
from airanchor.embedded.ears.net import weights
from airanchor.embedded.ears.net.tagger import stored_tagger
from airanchor.errors import InputError

pytestmark = pytest.mark.skipif(stored_tagger() is None, reason="needs the text encoder's weights")

FREE = (
    "Righto, swing hard left, a bit more than square, and let the red church drift by on your right. "
    "Then a smidge to the right, ten up, and you hop clean over the long blue warehouse, not the green one. "
    "Last bit: half left and pull up nose to nose with the white water tower."
)


@pytest.mark.parametrize("text", ["Circle the castle.", "Fly to the mill, then turn left.", "", "?!"])
def test_commands_stay_with_the_grammar(text: str) -> None:
    assert heard(text, read(text).passages) == list(read(text).passages)


def test_a_route_in_free_words() -> None:
    clauses = [clause for passage in heard(FREE, read(FREE).passages) for clause in passage.clauses]
    moves = [(one.manoeuvre, one.mentions[0].category) for one in clauses if one.mentions]
    assert moves == [
        (Manoeuvre.PAST, "church"), (Manoeuvre.OVER, "warehouse"), (Manoeuvre.STOP, "water tower"),
    ]  # fmt: skip
    assert [one.mentions[0].side for one in clauses if one.manoeuvre is Manoeuvre.PAST] == ["right"]
    turns = [one.manoeuvre for one in clauses if one.manoeuvre in (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT)]
    assert turns == [Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT, Manoeuvre.TURN_LEFT]
    assert all(0.0 <= one.leg.sure <= 1.0 for one in heard_legs(FREE, read(FREE).passages))


COUNTED = (
    "Half left, dear, and count the little blue houses on your right, you want to be past the third. "
    "A hair to the right now, and eighty metres on you go clean over the grey bridge. "
    "Last, sharp left, and you are done nose to nose with the white church."
)


def test_what_is_counted_and_measured_is_read() -> None:
    clauses = [clause for passage in heard(COUNTED, read(COUNTED).passages) for clause in passage.clauses]
    houses = next(one for one in clauses if one.manoeuvre is Manoeuvre.PAST)
    assert (houses.mentions[0].category, houses.mentions[0].ordinal) == ("house", 3)
    assert houses.mentions[0].side == "right"


def test_commands_have_no_unheard_legs() -> None:
    assert unheard("Circle the castle.", read("Circle the castle.").passages) == []
    assert unheard(FREE, read(FREE).passages) == []


def test_weights_that_are_not_those_of_their_provenance_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FILE", weights.PROVENANCE)
    with pytest.raises(InputError, match="install airanchor again"):
        weights.stored_weights()
