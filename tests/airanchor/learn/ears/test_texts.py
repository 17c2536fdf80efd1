"""Routes told by writers: every text tells all legs of its path, and what is marked stands in the text."""

from pathlib import Path

from airanchor.learn.ears.texts import told_routes

ROUTES = list(told_routes(Path(__file__).parents[4] / "benchmarks" / "data" / "route_texts"))
MARKS = ("main", "partner", "move", "turn", "climb", "side", "distance")


def test_there_are_many_voices_on_many_paths() -> None:
    assert len({one.writer for one in ROUTES}) >= 39
    assert len({one.episode.trajectory_id for one in ROUTES}) >= 500
    assert not {one.episode.split for one in ROUTES} & {"dev", "val_seen", "val_unseen", "hard"}


def test_every_leg_of_a_path_is_told() -> None:
    for one in ROUTES:
        assert len(one.legs) == len(one.episode.facts["legs"]), one.episode.trajectory_id
        assert one.episode.instruction == " ".join(leg.text for leg in one.legs)


def test_marked_words_stand_in_the_text() -> None:
    for one in ROUTES:
        for leg in one.legs:
            marked = [getattr(leg, name) for name in MARKS] + [*leg.also, *leg.ruled_out]
            assert all(words is None or words in leg.text for words in marked), leg
