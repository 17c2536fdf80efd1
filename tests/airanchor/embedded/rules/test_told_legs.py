"""Legs by the compass, home and round a landmark: flown as the state tells, and done only when flown."""

import math
from dataclasses import replace

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.notes.orbit import Orbit
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words
from airanchor.reasoner.roles import (
    NAVIGATION,
    PANORAMA,
    REFLECTION,
    NavigationDecision,
    NavigationRequest,
    PanoramaRequest,
    PanoramaView,
    ReflectionRequest,
    Skill,
    Status,
    Turn,
    Verdict,
)
from airanchor.reasoner.roles.context import Context
from aircity.geometry import Pose, state_words
from tests.airanchor.embedded.rules.desk import (
    TOWER,
    PlantedScenes,
    ask,
    cue_line,
    free_line,
    image,
    object_line,
    senses_for,
    sight,
)
from tests.airanchor.reasoner.asked import SKILL_SETTINGS

START = Pose.at(0, 0, 30)
NORTH = Clause(Manoeuvre.FACE, relation="north")
SIXTY = Clause(Manoeuvre.FORWARD, metres=60.0)
HOME = Clause(Manoeuvre.HOME)
CIRCLE = Clause(Manoeuvre.CIRCLE, (TOWER,))
TELL = Clause(Manoeuvre.TELL, (TOWER,))
FLEW = 'Pixel Navigation {"pixel": [255, 255], "distance_m": 30.0}: flew 30.0 m in 6 steps.'
LOOKED = "View Rotation {}: flew 0.0 m in 6 steps, turned 90 degrees left, climbed 0.0 m."


def _context(pose: Pose | None, progress: str = "NotStarted") -> Context:
    return Context("the subtask", progress, "go", None if pose is None else state_words(START, pose))


def _decide(
    *clauses: Clause, pose: Pose | None, progress: str = "NotStarted", graph: str = ""
) -> NavigationDecision:
    request = NavigationRequest(image(512, 512), _context(pose, progress), graph, (), SKILL_SETTINGS)
    decision: NavigationDecision = ask(NAVIGATION, request, senses_for(*clauses))
    return decision


def _turn(*clauses: Clause, pose: Pose) -> float:
    views = tuple(PanoramaView(image(64, 64), offset) for offset in (0, 90, 180, -90))
    turn: Turn = ask(PANORAMA, PanoramaRequest(_context(pose), (), views), senses_for(*clauses))
    return turn.yaw_delta_deg


def _judge(
    *clauses: Clause,
    before: Pose | None,
    after: Pose | None,
    executed: str = FLEW,
    progress: str = "NotStarted",
    graphs: tuple[str, str] = ("", ""),
    scenes: PlantedScenes | None = None,
    reason: str = "",
) -> Verdict:
    told = None if after is None else state_words(START, after)
    images = image(512, 512), image(512, 512, grey=90)
    request = ReflectionRequest(
        _context(before, progress), *images, executed, reason, *graphs, tuple(Status), state_after=told
    )
    verdict: Verdict = ask(REFLECTION, request, senses_for(*clauses, scenes=scenes))
    return verdict


def test_a_compass_point_is_turned_to() -> None:
    east = Pose.at(0, 0, 30, 90)
    assert _decide(NORTH, SIXTY, pose=east).skill is Skill.VIEW
    assert _turn(NORTH, SIXTY, pose=east) == pytest.approx(-90.0)
    verdict = _judge(NORTH, before=east, after=Pose.at(0, 0, 30, 0), executed=LOOKED)
    assert verdict.status is Status.COMPLETED


def test_a_look_around_is_no_turn_to_a_compass_point() -> None:
    east = Pose.at(0, 0, 30, 90)
    assert _judge(NORTH, before=east, after=Pose.at(0, 0, 30, 45), executed=LOOKED).status is Status.ONGOING
    blind = _judge(NORTH, before=None, after=None, executed=LOOKED)
    assert "the heading is not told" in blind.progress


def test_who_is_on_course_flies_at_once() -> None:
    decision = _decide(NORTH, SIXTY, pose=Pose.at(0, 0, 30, 2), graph=free_line(1, 0.0, 120))
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.distance_m == 50.0


def test_a_leg_by_the_compass_is_done_where_it_leads() -> None:
    there, elsewhere = Pose.at(55, 4, 30, 0), Pose.at(0, 60, 30, 0)
    flew = FLEW.replace("flew 30.0", "flew 60.0")
    assert _judge(NORTH, SIXTY, before=START, after=there, executed=flew).status is Status.COMPLETED
    assert _judge(NORTH, SIXTY, before=START, after=elsewhere, executed=flew).status is Status.ONGOING
    short = _judge(NORTH, SIXTY, before=START, after=Pose.at(30, 0, 30, 0))
    assert short.status is Status.ONGOING
    left = _decide(
        NORTH, SIXTY, pose=Pose.at(30, 0, 30, 0), progress=short.progress, graph=free_line(1, 0.0, 120)
    )
    assert left.parameters.distance_m == pytest.approx(30.0)


def test_a_step_to_the_side_leads_across_the_heading() -> None:
    aside = Clause(Manoeuvre.FORWARD, metres=10.0, relation="right")
    assert _turn(aside, pose=START) == pytest.approx(90.0)
    there, ahead = Pose.at(0, 10, 30, 90), Pose.at(10, 0, 30, 0)
    flew = FLEW.replace("flew 30.0", "flew 10.0")
    assert _judge(aside, before=START, after=there, executed=flew).status is Status.COMPLETED
    assert _judge(aside, before=START, after=ahead, executed=flew).status is Status.ONGOING


def test_the_way_home_leads_to_the_start() -> None:
    away = Pose.at(40, 0, 30, 180)
    decision = _decide(HOME, pose=away, graph=free_line(1, 0.0, 120))
    assert (decision.skill, decision.parameters.distance_m) == (Skill.PIXEL, 40.0)
    assert _turn(HOME, pose=Pose.at(40, 0, 30, 90)) == pytest.approx(90.0)
    assert _decide(HOME, pose=Pose.at(2, 0, 50, 180)).parameters.delta_h_m == -20.0


def test_home_is_within_ten_metres_of_the_start_and_its_height() -> None:
    away = Pose.at(40, 0, 30, 180)
    assert _judge(HOME, before=away, after=Pose.at(6, 3, 33, 180)).status is Status.COMPLETED
    assert _judge(HOME, before=away, after=Pose.at(12, 0, 30, 180)).status is Status.ONGOING
    assert _judge(HOME, before=away, after=Pose.at(1, 0, 45, 180)).status is Status.ONGOING


SWEPT = (Status.COMPLETED, Status.GUESSED)
"""Flown round; whether it was the tower, pictures that show nothing cannot tell."""


def test_a_circle_is_flown_round_and_done_when_swept() -> None:
    """The tower stands 30 m north of the start; every flight goes where the decision leads."""
    middle, radius_m = complex(30, 0), 30.0
    pose, progress = START, "NotStarted"
    graph = object_line(1, "red tower", 0.0, radius_m)
    graphs = (cue_line(1, "red tower", 0.0, radius_m), cue_line(1, "red tower", 0.0, radius_m))
    swept_deg = 0.0
    decisions = 0
    while decisions < 15:
        decisions += 1
        chosen = _decide(CIRCLE, pose=pose, progress=progress, graph=graph)
        after = pose
        if chosen.skill is Skill.PIXEL:
            angle_deg = 180.0 + swept_deg + 40.0
            swept_deg += 40.0
            after = Pose.at(
                middle.real + radius_m * math.cos(math.radians(angle_deg)),
                middle.imag + radius_m * math.sin(math.radians(angle_deg)),
                30,
                angle_deg + 70.0,
            )
        else:
            after = Pose.at(pose.x_m, pose.y_m, 30, pose.heading_deg - 70.0)
        verdict = _judge(CIRCLE, before=pose, after=after, progress=progress, graphs=graphs)
        pose, progress, graph, graphs = after, verdict.progress, "", ("", "")
        if verdict.status is not Status.ONGOING:
            break
    assert verdict.status in SWEPT
    assert swept_deg >= 345.0
    assert decisions <= 12


def test_a_circle_of_half_the_way_is_not_done_early() -> None:
    half = Clause(Manoeuvre.CIRCLE, (TOWER,), degrees=180.0)
    flown = SubtaskProgress(decisions=4, flown_m=90.0, turned_deg=45.0, looks=1, stalled=2)

    def swept(by_deg: float) -> str:
        orbit = Orbit(complex(30, 0), 30.0, by_deg)
        return progress_words(replace(flown, orbit=orbit), "circle red tower", 1)

    before, after = Pose.at(0, 0, 30, 0), Pose.at(7, -19, 30, 0)
    assert _judge(half, before=before, after=before, progress=swept(120.0)).status is Status.ONGOING
    assert _judge(CIRCLE, before=before, after=after, progress=swept(120.0)).status is Status.ONGOING
    assert _judge(half, before=before, after=after, progress=swept(150.0)).status in SWEPT


def test_a_question_is_answered_in_words_without_flying() -> None:
    decision = _decide(TELL, pose=START, graph=object_line(1, "red tower", 40.0, 45.0))
    assert decision.skill in (Skill.ALTITUDE, Skill.VIEW)
    cue = cue_line(1, "red tower", 20.0, 45.0)
    held = 'Altitude Adjustment {"delta_h_m": 0.0}: FAILED: a climb of 0 m.'
    verdict = _judge(TELL, before=START, after=START, executed=held, graphs=(cue, cue))
    assert verdict.status is Status.COMPLETED
    assert verdict.progress.startswith("Yes: a red tower about 45 m away, ahead.")


def test_what_is_nowhere_is_told_so() -> None:
    stayed = "View Rotation {}: already facing that way, a turn of 1 degrees is less than half a step."
    verdict = _judge(TELL, before=START, after=START, executed=stayed)
    assert verdict.status is Status.COMPLETED
    assert verdict.progress.startswith("No red tower in sight from here.")


def test_all_that_is_seen_is_told_after_a_look_all_around() -> None:
    scenes = PlantedScenes({150: {"church": sight(0.0, 40.0)}, 90: {"pool": sight(0.0, 30.0)}})
    question, progress, pose = Clause(Manoeuvre.TELL), "NotStarted", START
    turned = "View Rotation {}: flew 0.0 m in 6 steps, turned 90 degrees right, climbed 0.0 m."
    for _ in range(3):
        verdict = _judge(question, before=pose, after=pose, executed=turned, progress=progress, scenes=scenes)
        progress = verdict.progress
    assert verdict.status is Status.COMPLETED
    assert "a red church ahead; a red pool to the right; a red pool behind" in verdict.progress
