"""Without graph and priors every role still answers from what the pictures show."""

from airanchor.embedded.rules.notes.plan import planned
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words
from airanchor.reasoner.roles import (
    ANCHOR_QUERY,
    NAVIGATION,
    OBJECT_SURVEY,
    PANORAMA,
    REFLECTION,
    AnchorQueryRequest,
    DirectionAsk,
    NavigationRequest,
    PanoramaRequest,
    PanoramaView,
    ReflectionRequest,
    Skill,
    Status,
    SurveyRequest,
)
from tests.airanchor.embedded.rules.desk import (
    TOWER,
    PlantedScenes,
    ask,
    context,
    free_line,
    image,
    senses_for,
    sight,
    to,
)
from tests.airanchor.reasoner.asked import SKILL_SETTINGS

FLEW = (
    'Pixel Navigation {"pixel": [255, 255], "distance_m": 30.0}: '
    "flew 30.0 m in 6 steps, turned 0 degrees right, climbed 0.0 m."
)
SCENES = PlantedScenes(
    {
        10: {"tower": sight(-20.0, 50.0)},
        20: {"tower": sight(0.0, 12.0)},
        30: {"tower": sight(5.0, None)},
        40: {"tower": sight(5.0, 600.0)},
        50: {"tower": sight(-20.0, 50.0, score=0.2)},
        60: {"tower": sight(25.0, 50.0)},
    }
)
SENSES = senses_for(to(TOWER), scenes=SCENES)


def _decide(grey: int, graph: str | None = None) -> tuple[Skill, tuple[int, int] | None, float | None]:
    request = NavigationRequest(image(512, 512, grey), context(), graph, None, SKILL_SETTINGS)
    decision = ask(NAVIGATION, request, SENSES)
    chosen = decision.parameters.model_dump()
    return decision.skill, chosen.get("pixel"), chosen.get("distance_m")


def test_navigation_flies_to_what_it_sees() -> None:
    skill, pixel, distance_m = _decide(10)
    assert skill is Skill.PIXEL
    assert pixel is not None
    assert abs(pixel[0] - 162) <= 1  # 255.5 - 256 tan 20 degrees
    assert distance_m == 34.0


def test_what_is_clear_to_see_but_far_is_followed_by_its_bearing() -> None:
    for grey in (30, 40):
        skill, pixel, distance_m = _decide(grey)
        assert skill is Skill.PIXEL
        assert pixel is not None
        assert pixel[0] > 270
        assert distance_m == 36.0


def test_what_is_doubtful_is_looked_for() -> None:
    assert _decide(50)[0] is Skill.VIEW


def test_a_direction_at_the_sighting_tells_its_distance() -> None:
    skill, pixel, distance_m = _decide(30, free_line(2, 5.0, 40.0, dz_m=-3.5))
    assert skill is Skill.PIXEL
    assert pixel is not None
    assert pixel[0] > 270
    assert distance_m is not None
    assert 23 <= distance_m <= 25


def test_the_sighting_is_measured() -> None:
    asks = ask(ANCHOR_QUERY, AnchorQueryRequest(image(512, 512, 30), context()), SENSES).anchors
    assert DirectionAsk in map(type, asks)
    assert SCENES.read(image(512, 512, 30)).detections["tower"].pixel in [
        one.pixel for one in asks if isinstance(one, DirectionAsk)
    ]


def test_a_look_around_on_the_way_turns_to_the_views_that_show_it() -> None:
    flown = progress_words(SubtaskProgress(decisions=2, flown_m=60.0), "to red tower", 1)
    greys = {0: 150, 45: 150, 90: 150, 135: 150, 180: 150, -135: 60, -90: 10, -45: 40}
    views = tuple(PanoramaView(image(512, 512, grey), offset) for offset, grey in greys.items())
    turn = ask(PANORAMA, PanoramaRequest(context(flown), None, views), SENSES)
    assert turn.yaw_delta_deg == -110.0


def test_reflection_compares_the_pictures() -> None:
    def judged(before: int, after: int) -> tuple[Status, str]:
        request = ReflectionRequest(
            context(), image(512, 512, before), image(512, 512, after), FLEW, "", None, None
        )
        verdict = ask(REFLECTION, request, SENSES)
        return verdict.status, verdict.next_plan

    assert judged(10, 20)[0] is Status.COMPLETED
    status, plan = judged(20, 10)
    assert status is Status.ONGOING
    known = planned(SubtaskProgress(), plan).knows("red tower")
    assert known is not None
    assert known.d_xy_m == 50.0


def test_a_survey_names_what_the_picture_shows() -> None:
    objects = ask(OBJECT_SURVEY, SurveyRequest(image(512, 512, 10)), SENSES).objects
    assert [(one.category, one.attributes) for one in objects] == [("tower", ("red",))]
    assert ask(OBJECT_SURVEY, SurveyRequest(image(512, 512, 150)), SENSES).objects == ()
