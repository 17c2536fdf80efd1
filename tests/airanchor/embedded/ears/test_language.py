"""Clauses read from instructions of every form, with words the lexicon has never seen."""

import pytest

from airanchor.embedded.ears import Clause, Manoeuvre, Mention, read_clauses, read_mentions

M = Manoeuvre


def kinds(text: str) -> list[Manoeuvre]:
    return [clause.manoeuvre for clause in read_clauses(text)]


def only(text: str) -> Clause:
    clauses = read_clauses(text)
    assert len(clauses) == 1, clauses
    return clauses[0]


def labels(mentions: tuple[Mention, ...]) -> list[str]:
    return [mention.label for mention in mentions]


@pytest.mark.parametrize(
    ("text", "manoeuvre"),
    [
        ("Fly to the tower.", M.TO),
        ("Walk toward the tower.", M.TO),
        ("Approach the tower.", M.TO),
        ("Return to the tower.", M.TO),
        ("Head for the tower.", M.TO),
        ("Make your way to the tower.", M.TO),
        ("Set off towards the tower.", M.TO),
        ("Go past the tower.", M.PAST),
        ("Pass the tower.", M.PAST),
        ("Walk by the tower.", M.PAST),
        ("Continue over the tower.", M.OVER),
        ("Move above the tower.", M.OVER),
        ("Proceed under the tower.", M.UNDER),
        ("Head around the tower.", M.AROUND),
        ("Circle the tower.", M.CIRCLE),
        ("Fly between the tower and the mast.", M.BETWEEN),
        ("Advance along the canal.", M.ALONG),
        ("Follow the canal.", M.ALONG),
        ("Go down the street.", M.ALONG),
        ("Walk up the block.", M.ALONG),
        ("Fly across the canal.", M.ACROSS),
        ("Cross the canal.", M.ACROSS),
        ("Go through the arch.", M.THROUGH),
        ("Move away from the tower.", M.AWAY),
        ("Leave the square.", M.AWAY),
        ("Go straight.", M.FORWARD),
        ("Turn left.", M.TURN_LEFT),
        ("Make a right.", M.TURN_RIGHT),
        ("Hang a left.", M.TURN_LEFT),
        ("Bear right.", M.TURN_RIGHT),
        ("Rotate anticlockwise.", M.TURN_LEFT),
        ("Turn around.", M.TURN_AROUND),
        ("Make a U-turn.", M.TURN_AROUND),
        ("Turn 180 degrees.", M.TURN_AROUND),
        ("Face the tower.", M.FACE),
        ("Turn towards the tower.", M.FACE),
        ("Climb.", M.ASCEND),
        ("Take off.", M.ASCEND),
        ("Go up.", M.ASCEND),
        ("Move upwards.", M.ASCEND),
        ("Descend.", M.DESCEND),
        ("Drop down.", M.DESCEND),
        ("Lower your altitude.", M.DESCEND),
        ("Stop.", M.STOP),
        ("Hover near the tower.", M.STOP),
        ("Come to a gentle stop at the tower.", M.STOP),
        ("Finish opposite the tower.", M.STOP),
        ("Land on the roof of the garage.", M.STOP),
        ("Your destination is the tower.", M.STOP),
    ],
)
def test_each_verb_gives_its_manoeuvre(text: str, manoeuvre: Manoeuvre) -> None:
    assert kinds(text) == [manoeuvre]


@pytest.mark.parametrize(
    "text",
    [
        "You will pass the mill.",
        "You should pass the mill.",
        "You need to pass the mill.",
        "Please pass the mill.",
    ],
)
def test_orders_can_be_polite_or_told(text: str) -> None:
    assert kinds(text) == [M.PAST]


@pytest.mark.parametrize(
    ("text", "degrees"),
    [
        ("Turn slightly left.", 30.0),
        ("Slightly turn left.", 30.0),
        ("Turn left slightly.", 30.0),
        ("Make a sharp left.", 135.0),
        ("Turn left by 45 degrees.", 45.0),
        ("Rotate 60° to the left.", 60.0),
        ("Turn left ninety degrees.", 90.0),
        ("Turn to your 9 o'clock.", 90.0),
        ("Turn left.", None),
    ],
)
def test_angles(text: str, degrees: float | None) -> None:
    assert only(text).manoeuvre is M.TURN_LEFT
    assert only(text).degrees == degrees


@pytest.mark.parametrize(
    ("text", "metres", "is_absolute"),
    [
        ("Go forward 40 metres.", 40.0, False),
        ("Go forward for 40 meters.", 40.0, False),
        ("Fly straight 15m.", 15.0, False),
        ("Climb by twenty-five metres.", 25.0, False),
        ("Rise 100 feet.", 30.48, False),
        ("Go up to 30 m.", 30.0, True),
        ("Ascend to 30 metres.", 30.0, True),
        ("Ascend to a height of 30 m.", 30.0, True),
        ("Descend to street level.", 10.0, True),
        ("Go down to ground level.", 10.0, True),
    ],
)
def test_distances_and_heights(text: str, metres: float, is_absolute: bool) -> None:
    assert only(text).metres == pytest.approx(metres)
    assert only(text).is_absolute is is_absolute


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Stop at the mill.", "at"),
        ("Stop near the mill.", "near"),
        ("Stop in front of the mill.", "in front of"),
        ("Hover over the mill.", "above"),
        ("Stop next to the mill.", "next to"),
        ("Stop just past the mill.", "past"),
        ("Stop before reaching the mill.", "before"),
        ("Before the mill, stop.", "before"),
        ("Stop behind the mill.", "behind"),
        ("Stop across from the mill.", "opposite"),
        ("Stop when you see the mill.", "in view"),
        ("Turn left after the mill.", "after"),
        ("At the mill, turn left.", "at"),
        ("When you reach the mill, turn left.", "at"),
        ("Climb above the mill.", "above"),
        ("Ascend until you are level with the mill.", "level"),
    ],
)
def test_relations(text: str, relation: str) -> None:
    clause = only(text)
    assert clause.relation == relation
    assert labels(clause.mentions) == ["mill"]


@pytest.mark.parametrize(
    "joint", ["until you reach", "till you see", "until", "until you are above", "until reaching"]
)
def test_what_ends_a_movement(joint: str) -> None:
    clause = only(f"Follow the river {joint} the old bridge.")
    assert (labels(clause.mentions), labels(clause.until)) == (["river"], ["old bridge"])


def test_towards_and_along_share_one_clause() -> None:
    clause = only("Fly along the river towards the bridge.")
    assert (clause.manoeuvre, labels(clause.until)) == (M.ALONG, ["bridge"])


def test_coordinated_verbs_and_objects() -> None:
    clauses = read_clauses("Rise and head east past the church and the park.")
    assert [clause.manoeuvre for clause in clauses] == [M.ASCEND, M.FACE, M.PAST]
    assert clauses[1].relation == "east"
    assert labels(clauses[2].mentions) == ["church", "park"]


def test_one_verb_with_two_paths_gives_two_manoeuvres() -> None:
    assert kinds("Go past the church over the canal to the park.") == [M.PAST, M.OVER, M.TO]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("After passing the church, turn left.", [M.PAST, M.TURN_LEFT]),
        ("Once above the bridge, descend.", [M.TO, M.DESCEND]),
        ("Turn left, then right at the mill.", [M.TURN_LEFT, M.TURN_RIGHT]),
        ("Go straight, at the mill turn left.", [M.FORWARD, M.TURN_LEFT]),
        ("Pass the mill before turning right.", [M.PAST, M.TURN_RIGHT]),
        ("Start by rising, then keep flying straight.", [M.ASCEND, M.FORWARD]),
        ("Turn right to reach the mill.", [M.TURN_RIGHT, M.TO]),
        ("Go straight until you can turn left.", [M.FORWARD, M.TURN_LEFT]),
        ("Back up 10 metres.", [M.TURN_AROUND, M.FORWARD]),
        ("Fly 2 km north, then 900 m east.", [M.FACE, M.FORWARD, M.FACE, M.FORWARD]),
        ("As you approach the mill, slow down and descend.", [M.TO, M.DESCEND]),
        ("Go over the mill instead of around it.", [M.OVER]),
    ],
)
def test_order_of_joined_clauses(text: str, expected: list[Manoeuvre]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Do not cross the bridge.",
        "Don't turn left.",
        "Never fly over the school.",
        "The church will be on your right.",
        "You will see a mill on the left.",
        "The road turns right.",
        "If you reach the mill, you've gone too far.",
        "You can turn left or right.",
    ],
)
def test_what_asks_for_nothing(text: str) -> None:
    assert kinds(text) == []


def test_a_forbidden_stop_asks_to_go_on() -> None:
    clause = only("Do not stop until you reach the mill.")
    assert (clause.manoeuvre, labels(clause.until)) == (M.FORWARD, ["mill"])


@pytest.mark.parametrize(
    "text",
    [
        "Go straight with the park on your left.",
        "With the park on your left, go straight.",
        "Go straight. The park will be on your left.",
        "Keep the park on your left and go straight.",
        "Go straight, keeping the park on your left.",
    ],
)
def test_landmarks_to_the_side(text: str) -> None:
    clause = only(text)
    assert (clause.manoeuvre, labels(clause.beside)) == (M.FORWARD, ["park"])
    assert clause.beside[0].side == "left"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Go to the red tower. Circle it.", "red tower"),
        ("Go to the red tower. Circle the same tower.", "red tower"),
        ("Go to the red tower. Circle that tower.", "red tower"),
        ("Go to the red tower. Circle the tower.", "red tower"),
        ("Pass the mill and the red tower. Circle the latter.", "red tower"),
        ("Go to the red tower with the mill on your left. Circle it.", "red tower"),
    ],
)
def test_words_that_lean_on_earlier_ones(text: str, label: str) -> None:
    assert labels(read_clauses(text)[-1].mentions) == [label]


def test_one_and_another_are_not_the_same() -> None:
    clauses = read_clauses("Go through the light and turn left at the next one.")
    assert clauses[1].mentions[0].category == "light"
    assert clauses[1].mentions[0].ordinal == 1


@pytest.mark.parametrize(
    ("text", "ordinal", "side"),
    [
        ("Go to the second tower on the left.", 2, "left"),
        ("Go to the 3rd tower.", 3, None),
        ("Go to the last tower on your right.", -1, "right"),
        ("Go past two towers.", 2, None),
    ],
)
def test_order_and_side(text: str, ordinal: int, side: str | None) -> None:
    mention = only(text).mentions[0]
    assert (mention.category, mention.ordinal, mention.side) == ("tower", ordinal, side)


def test_the_second_left_is_a_street() -> None:
    mention = only("Take the second left.").mentions[0]
    assert (mention.category, mention.ordinal, mention.side) == ("street", 2, "left")


@pytest.mark.parametrize(
    ("phrase", "category", "attributes"),
    [
        ("the gray building", "building", ("gray",)),
        (
            "a light gray , medium - sized , flat - roofed hall",
            "hall",
            ("light gray", "medium-sized", "flat-roofed"),
        ),
        ("the water tower", "water tower", ()),
        ("the towers", "tower", ()),
        (
            "the tall , green building with arched windows",
            "building",
            ("tall", "green", "with arched windows"),
        ),
        (
            "a tower characterized by a red roof and large windows",
            "tower",
            ("with red roof", "with large windows"),
        ),
        ("a grey mast , large in size", "mast", ("grey", "large")),
        ("the end of the pier", "pier", ()),
        ("a row of tall trees", "tree", ("tall",)),
        ("Chase Bank", "Chase Bank", ()),
        ("the Museum of Modern Art", "Museum of Modern Art", ()),
        ("Crate & Barrel", "Crate & Barrel", ()),
        ("Fanelli cafe", "Fanelli cafe", ()),
        ("the grubnatz", "grubnatz", ()),
        ("the shiny zorp kiosk", "zorp kiosk", ("shiny",)),
        ("the 24-sided flimwobble", "flimwobble", ("24-sided",)),
        ("the medical center", "medical center", ()),
    ],
)
def test_noun_phrases_known_and_unknown(phrase: str, category: str, attributes: tuple[str, ...]) -> None:
    mention = only(f"Fly to {phrase}.").mentions[0]
    assert (mention.category, mention.attributes) == (category, attributes)


def test_places_are_never_attributes() -> None:
    mentions = read_mentions(
        "Go to the tall left tower on the far right corner, prominent in the foreground."
    )
    words = {word for mention in mentions for word in " ".join(mention.attributes).split()}
    assert "tall" in words
    assert not words & {"left", "right", "far", "foreground", "corner"}


def test_both_spellings_read_alike() -> None:
    british = only("Fly 20 metres past the grey theatre in the centre of the harbour.")
    american = only("Fly 20 meters past the gray theater in the center of the harbor.")
    assert (british.manoeuvre, british.metres) == (american.manoeuvre, american.metres)
    assert len(british.mentions) == len(american.mentions) == 1


def test_typos_cost_only_themselves() -> None:
    assert kinds("Trun left at the church, then fly to the brige and stpo there.")[-1] is M.TO
    assert labels(read_clauses("Fly to the brige.")[0].mentions) == ["brige"]


def test_capitals_everywhere() -> None:
    shouted = read_clauses("TURN LEFT AT THE CHURCH AND FLY TO THE PARK.")
    assert [clause.manoeuvre for clause in shouted] == [M.TURN_LEFT, M.TO]


def test_spans_point_at_the_words() -> None:
    text = "Slightly turn left and fly to the red tower."
    turn, fly = read_clauses(text)
    assert text[slice(*turn.span)] == "Slightly turn left"
    assert text[slice(*fly.span)] == "fly to"
    assert text[slice(*fly.mentions[0].span)] == "red tower"
    assert text[slice(*fly.mentions[0].head)] == "tower"
