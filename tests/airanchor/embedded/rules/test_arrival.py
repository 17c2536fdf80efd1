"""Arrivals: a landmark that was measured and recognised is confirmed; all else is a guess, and called one."""

import json
from dataclasses import replace
from importlib import resources

import pytest

from airanchor.embedded.ears import read_clauses
from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.intent import Intent, Why
from airanchor.embedded.rules.notes.past import PartFate
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words, read_progress
from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.embedded.rules.verdicts.arrival import (
    FEATURES,
    Arrival,
    arrivals,
    confidence,
    landmarks_to_prove,
)
from airanchor.embedded.rules.words.names import Names
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from airanchor.reasoner.roles import REFLECTION, ReflectionRequest, Status, Verdict
from tests.airanchor.embedded.rules.desk import (
    CHURCH,
    TOWER,
    PlantedScenes,
    ask,
    context,
    cue_line,
    image,
    senses_for,
    sight,
    to,
)

FLEW = 'Pixel Navigation {"pixel": [255, 255], "distance_m": 30.0}: flew 30.0 m in 6 steps, climbed 0.0 m.'
SURE = Proof("church", measured=2, best=0.97)
LEAST, RULES = RulebookConfig().confirmed, RulebookConfig().arrival
EIFFEL = Mention("Eiffel Tower")
BEFORE, AFTER = 150, 151


def _judge(
    *clauses: Clause,
    before: str = "",
    after: str = "",
    score: float = 0.95,
    progress: str = "NotStarted",
    reason: str = "",
) -> Verdict:
    """A verdict where both pictures show all landmarks straight ahead with this score."""
    seen = {mention.category: sight(0.0, 30.0, score=score) for one in clauses for mention in one.mentions}
    scenes = PlantedScenes({BEFORE: seen, AFTER: seen})
    request = ReflectionRequest(
        context(progress), image(512, 512, BEFORE), image(512, 512, AFTER), FLEW, reason, before, after
    )
    verdict: Verdict = ask(REFLECTION, request, senses_for(*clauses, scenes=scenes))
    return verdict


def _reached(label: str) -> dict[str, str]:
    return {"before": cue_line(1, label, 0.0, 40.0), "after": cue_line(1, label, 0.0, 10.0)}


def _arrival(mention: Mention, proof: Proof) -> Arrival:
    (found,) = arrivals(to(mention), {}, (replace(proof, label=mention.label),), (), senses_for())
    return found


def test_the_weights_say_where_they_come_from() -> None:
    stored = json.loads(
        resources.files("airanchor.embedded.rules.verdicts").joinpath("arrival.json").read_text("utf-8")
    )
    assert set(stored["coefficients"]) == set(FEATURES)
    assert stored["made_by"].startswith("python -m benchmarks.fit.arrival")
    assert stored["confirmed_from"] == LEAST
    assert all("@" in scene for scene in stored["scenes"])


def test_clear_sights_and_measurements_speak_for_a_landmark_and_misses_against_it() -> None:
    one = Proof("church", measured=1, missed=1, best=0.6)
    likely = confidence(one, RULES)
    assert confidence(replace(one, best=0.9), RULES) > likely
    assert confidence(replace(one, measured=2), RULES) > likely
    assert confidence(replace(one, missed=2), RULES) < likely


def test_a_landmark_measured_and_clearly_seen_is_confirmed() -> None:
    assert _arrival(CHURCH, SURE).is_confirmed(LEAST)


@pytest.mark.parametrize("proof", [replace(SURE, measured=0), replace(SURE, best=0.0, missed=3, measured=1)])
def test_what_was_never_measured_or_never_recognised_is_a_guess(proof: Proof) -> None:
    assert not _arrival(CHURCH, proof).is_confirmed(LEAST)


def test_a_made_up_name_is_never_confirmed_however_clear_the_thing_is() -> None:
    assert not _arrival(EIFFEL, replace(SURE, measured=3, best=0.99)).is_confirmed(0.0)


def test_the_guess_tells_what_was_taken_for_a_thing_of_unknown_name() -> None:
    seen = {"radio tower": sight(2.0, 30.0, score=0.9), "skyscraper": sight(40.0, 30.0, score=0.99)}
    planted = PlantedScenes({BEFORE: seen}).read(image(512, 512, BEFORE))
    there = LandmarkTrack(EIFFEL.label, 0.0, 40.0, 0.0, PlaceSource.MEASURED)
    senses = replace(senses_for(), names=Names(load_text_encoder()))
    (found,) = arrivals(to(EIFFEL), {EIFFEL.label: (there, None)}, (), (planted, planted), senses)
    assert found.doubt == "came to a radio tower, taken for the Eiffel Tower"


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Fly between the church and the water tower.", ["church", "water tower"]),
        ("Pass the church on its left.", ["church"]),
        ("Fly over the fountain.", ["fountain"]),
        ("Go straight on until you reach the bridge.", ["bridge"]),
        ("Turn left at the church.", []),
        ("Climb 20 metres.", []),
        ("Can you see a church from here?", []),
    ],
)
def test_each_part_needs_its_own_landmarks(text: str, labels: list[str]) -> None:
    needed = [one.label for clause in read_clauses(text) for one in landmarks_to_prove(clause)]
    assert list(dict.fromkeys(needed)) == labels


def test_a_climb_that_names_a_thing_without_a_relation_to_it_must_prove_it() -> None:
    assert landmarks_to_prove(Clause(Manoeuvre.ASCEND, (CHURCH,))) == (CHURCH,)
    assert landmarks_to_prove(Clause(Manoeuvre.ASCEND, (CHURCH,), relation="above")) == ()


def test_a_recognised_landmark_is_reached_by_its_measured_distance() -> None:
    verdict = _judge(to(CHURCH), **_reached("church"))
    assert verdict.status is Status.COMPLETED
    assert verdict.outcome is Status.COMPLETED
    assert verdict.achieved == "Reached the church, 10 m away."


def test_a_landmark_that_was_only_aimed_at_is_not_said_to_be_reached() -> None:
    told = LandmarkTrack("church", 0.0, 40.0, 0.0, PlaceSource.AIMED)
    surface = {"before": cue_line(1, None, 0.0, 40.0), "after": cue_line(1, None, 0.0, 10.0)}
    verdict = _judge(to(CHURCH), reason=Why("to church", Intent(places=(told,))).reason, **surface)
    assert verdict.outcome is Status.GUESSED
    assert verdict.achieved == "Came to what may be the church, never measured."


def test_a_measurement_that_no_picture_bears_out_is_a_guess() -> None:
    progress = progress_words(SubtaskProgress(proofs=(Proof("church", missed=3),)), "to church", 1)
    verdict = _judge(to(CHURCH), score=0.3, progress=progress, **_reached("church"))
    assert verdict.outcome is Status.GUESSED
    assert verdict.achieved == "Came to what may be the church, not clearly recognised."


def test_guesses_are_kept_through_the_parts_that_follow() -> None:
    first = _judge(to(EIFFEL), to(TOWER), **_reached("Eiffel Tower"))
    progress = read_progress(first.progress, 2)
    assert progress.part == 1
    assert [part.fate for part in progress.past] == [PartFate.GUESSED]
    last = _judge(to(EIFFEL), to(TOWER), progress=first.progress, **_reached("red tower"))
    assert last.outcome is Status.GUESSED
    assert "taken for the Eiffel Tower" in last.achieved
    assert "reached the red tower" in last.achieved


def test_each_of_two_landmarks_is_doubted_in_its_own_words() -> None:
    between = Clause(Manoeuvre.BETWEEN, (CHURCH, TOWER))
    before = cue_line(1, "church", -20.0, 40.0) + "\n" + cue_line(2, "red tower", 20.0, 40.0)
    after = cue_line(1, "church", -120.0, 30.0) + "\n" + cue_line(2, "red tower", 120.0, 30.0)
    worked = SubtaskProgress(flown_m=60.0, proofs=(Proof("church", missed=3), Proof("red tower", missed=3)))
    verdict = _judge(
        between, before=before, after=after, score=0.3, progress=progress_words(worked, "between", 1)
    )
    assert verdict.outcome is Status.GUESSED
    assert verdict.achieved == (
        "Came to what may be the church, not clearly recognised; "
        "came to what may be the red tower, not clearly recognised."
    )


def test_passing_between_two_things_confirms_or_doubts_each() -> None:
    clause = Clause(Manoeuvre.BETWEEN, (CHURCH, TOWER))
    found = list(arrivals(clause, {}, (SURE, Proof("red tower", measured=0, best=0.97)), (), senses_for()))
    assert [one.is_confirmed(LEAST) for one in found] == [True, False]


@pytest.mark.parametrize(
    ("name", "is_known"),
    [
        ("church", True),
        ("hospital building", True),
        ("Ferris wheel", True),
        ("Eiffel Tower", False),
        ("dragon statue", False),
        ("spaceport", False),
        ("Golden Gate Bridge", False),
        ("opera house", False),
    ],
)
def test_names_of_the_vocabulary_are_known_and_names_only_near_in_meaning_are_not(
    name: str, is_known: bool
) -> None:
    assert Names(load_text_encoder()).knows(Phrase(name)) is is_known
