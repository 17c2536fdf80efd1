"""The plan of a reflection: it tells the next decision where to go on to."""

from airanchor.embedded.rules.notes.plan import plan_words, planned
from airanchor.embedded.rules.notes.progress import SubtaskProgress
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.reasoner.roles import NAVIGATION, NavigationRequest, Skill, SkillSettings
from tests.airanchor.embedded.rules.desk import TOWER, ask, context, image, senses_for, to

ASIDE = LandmarkTrack("red tower", 30.0, 60.0, 0.0, PlaceSource.ESTIMATED)


def test_a_plan_reads_back_and_tells_people_too():
    text = plan_words("to red tower", (ASIDE,))
    assert text.startswith("Next: to red tower. Known: red tower (estimated) 60.0 m away")
    assert planned(SubtaskProgress(part=1), text) == SubtaskProgress(part=1, tracks=(ASIDE,))


def test_a_plan_without_places_leaves_what_the_progress_knows():
    known = SubtaskProgress(tracks=(ASIDE,))
    assert plan_words("to red tower", ()) == "Next: to red tower."
    for plan in ("Next: to red tower.", "Fly on.", '{"note":"plan","tracks":[{"label":1}]}'):
        assert planned(known, plan) == known


def test_the_next_decision_goes_where_the_plan_tells():
    def decided(plan):
        skills = (Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW)
        asked = NavigationRequest(
            image(512, 512), context(plan=plan), None, (), SkillSettings(5.0, 60.0, 30.0, 8), skills
        )
        return ask(NAVIGATION, asked, senses_for(to(TOWER)))

    led = decided(plan_words("to red tower", (ASIDE,)))
    assert led.skill is Skill.PIXEL and led.parameters.pixel[0] > 350
    assert decided("go").skill is Skill.VIEW, "else it is looked for"
