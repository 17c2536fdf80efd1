"""Building a memory before the first episode, for rows that fly with a surveyed one."""

from airanchor.bench.run.drivers.crew import Crew
from airanchor.bench.run.inputs import SURVEY
from airanchor.bench.survey.role_spotter import RoleSpotter
from airanchor.bench.survey.scene_survey import survey_scene
from airanchor.errors import InputError
from airanchor.memory import MemoryStore, ObservationTime

SEED = 1


def survey_memory(crew: Crew, store: MemoryStore, scene_id: str) -> None:
    """Look around the scene without any mission and remember what was seen, in a transaction of its own."""
    if crew.scene.city is None:
        raise InputError(f"{crew.row.name} needs a survey, and only embedded cities can be surveyed")
    stack, (city, renderer), places = crew.stack, crew.scene.city, crew.record.order.survey_places
    spotter = RoleSpotter(stack.reasoner(), crew.detector, stack.settings.anchors)
    found = survey_scene(city, renderer, spotter, stack.image, seed=SEED, places=places)
    with store.episode(scene_id, SURVEY) as transaction:
        for view, seen in found.frames():
            memory = stack.remembering(transaction.memory)
            memory.observe_frame([one.anchor for one in seen], ObservationTime(SURVEY, view))
