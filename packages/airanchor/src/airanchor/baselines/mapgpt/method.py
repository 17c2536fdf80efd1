"""The loop of MapGPT: look around, bring the map up to date, ask for a place, and go there."""

from pydantic import JsonValue

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.flyer import Decision
from airanchor.baselines.mapgpt.config import MapGptConfig
from airanchor.baselines.mapgpt.hop import fly_hop
from airanchor.baselines.mapgpt.options import LetteredOption, lettered
from airanchor.baselines.mapgpt.pictures import remembered_places, shown_views
from airanchor.baselines.mapgpt.places import Position, TopologicalMap
from airanchor.baselines.mapgpt.question import MapSituation, place_question
from airanchor.baselines.mapgpt.surroundings import PlaceCandidate, survey
from airanchor.baselines.mapgpt.words import connection_words, trajectory_words
from airanchor.planning.skill_outcome import SkillOutcome, result_words
from airanchor.reasoner.roles.peers.mapgpt import MAPGPT_PLACE, PlaceChoice
from aircity.geometry import Pose

HOP, CLIMB, STOP = "Go to place", "Change height to place", "Stop"


class MapGuided:
    """It remembers the map, what was chosen at each step, and the plan of the last reply."""

    def __init__(self, config: MapGptConfig) -> None:
        self._config = config
        self._chart = TopologicalMap(config.merge_m, config.merge_height_m)
        self._history: list[str] = []
        self.plan = ""

    @property
    def progress(self) -> str:
        """Where on the map the drone is."""
        if not self._chart.trajectory:
            return ""
        known = len(self._chart.places)
        return f"{trajectory_words(self._chart)}; {known} places known."

    def begin(self, cockpit: Cockpit) -> None:
        """The first place is where the flight begins; nothing is asked."""
        cockpit.part(1, 1, cockpit.mission.instruction)
        self._chart.arrive(_position(cockpit.view.pose))

    def decide(self, cockpit: Cockpit) -> Decision:
        """Look around, ask for a letter, and go to its place."""
        situation = self._look(cockpit)
        self._show(situation, cockpit)
        choice = cockpit.ask(MAPGPT_PLACE, place_question(situation, self._config))
        self.plan = choice.new_planning.strip() or self.plan
        option = next(one for one in situation.options if one.letter == choice.action)
        if option.candidate is None:
            return _decision(choice, option, cockpit.stay("stop was chosen"))
        outcome = fly_hop(option.candidate, cockpit)
        self._went(option, outcome)
        return _decision(choice, option, outcome)

    def _look(self, cockpit: Cockpit) -> MapSituation:
        config, pose = self._config, cockpit.view.pose
        around = cockpit.look_around(config.offsets_deg)
        step = len(self._history)
        views, candidates = survey(self._chart, pose, around, step, config=config, planning=cockpit.planning)
        shown = shown_views(views, config.images, with_blocked=config.shows_blocked)
        remembered = remembered_places(self._chart, pose, shown, config.images)
        ids = {view.place.id for view in shown if view.place is not None} | {one.id for one in remembered}
        return MapSituation(
            cockpit.mission.instruction,
            self._chart,
            pose,
            shown,
            remembered,
            lettered(candidates, ids, offers_stop=step >= config.stop_after),
            self._history,
            self.plan,
        )

    def _went(self, option: LetteredOption, outcome: SkillOutcome) -> None:
        """The map after a hop: where the drone is now, and a way closed that it could not begin."""
        assert option.candidate is not None
        before, meant = self._chart.current, option.candidate.place
        now = self._chart.arrive(_position(outcome.poses[-1]), meant.id)
        if now is before:
            self._chart.close(before.id, meant.id)
        self._history.append(f"{option.words}. Result: {result_words(outcome)}. Now at Place {now.id}.")

    def _show(self, situation: MapSituation, cockpit: Cockpit) -> None:
        """The map of this step for the replay."""
        chart = situation.chart
        text = f"{trajectory_words(chart)}\n{connection_words(chart)}"
        places: list[JsonValue] = [
            {
                "id": place.id,
                "position": [round(metres, 2) for metres in place.position],
                "visited": place.is_visited,
            }
            for place in chart.places
        ]
        ways: list[JsonValue] = [list(way) for way in chart.ways]
        options: list[JsonValue] = [
            {
                "letter": one.letter,
                "place": None if one.candidate is None else one.candidate.place.id,
                "words": one.words,
            }
            for one in situation.options
        ]
        cockpit.note("map", text, places=places, edges=ways, current=chart.current.id, options=options)


def _decision(choice: PlaceChoice, option: LetteredOption, outcome: SkillOutcome) -> Decision:
    candidate = option.candidate
    return Decision(
        skill=_skill(candidate),
        parameters={"action": option.letter, "place": None if candidate is None else candidate.place.id},
        reason=choice.thought,
        outcome=outcome,
        caption=option.words,
        is_stop=candidate is None,
    )


def _skill(candidate: PlaceCandidate | None) -> str:
    if candidate is None:
        return STOP
    return CLIMB if candidate.climb_m else HOP


def _position(pose: Pose) -> Position:
    return (pose.x_m, pose.y_m, pose.z_m)
