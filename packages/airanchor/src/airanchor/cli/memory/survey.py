"""`airanchor memory survey`: fill a scene's memory by looking around in it before any flight."""

from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.fly.options import (
    ImageEncoderOption,
    PerceptionOption,
    ProfileOption,
    TextEncoderOption,
    encoder_sets,
)
from airanchor.cli.memory.files import RootOption, memory_root
from airanchor.cli.reasoner.reasoners import ReasonerOption
from airanchor.errors import InputError
from aircity.cli.terminal.output import JsonFlag, console, print_json, say

EPISODE = "survey"


def survey(
    scene: Annotated[str, typer.Argument(help="The city.")],
    root: RootOption = None,
    reasoner: ReasonerOption = "rules",
    perception: PerceptionOption = "embedded",
    text_encoder: TextEncoderOption = None,
    image_encoder: ImageEncoderOption = None,
    places: Annotated[int, typer.Option(help="Free places, four headings each.", min=1)] = 32,
    seed: Annotated[int, typer.Option(help="Decides the places.", min=0)] = 1,
    profile: ProfileOption = "embedded",
    as_json: JsonFlag = False,
) -> None:
    """Look around a city and remember up to three objects of each view, named by the reasoner.

    The memory can then be flown with as it is (fly --memory ROOT --frozen) or added to (fly --memory ROOT).

    Example: airanchor memory survey practice-square --root mem --places 8
    """
    from airanchor.assembly import load_stack
    from airanchor.bench.survey.role_spotter import RoleSpotter
    from airanchor.bench.survey.scene_survey import survey_scene
    from airanchor.config import load_settings
    from airanchor.memory import ObservationTime
    from aircity.cli.worlds import open_city

    folder: Path = root or memory_root()
    settings = load_settings(profile, sets=encoder_sets(text_encoder, image_encoder))
    stack = load_stack(settings, reasoner=reasoner, perception=perception, tell=say)
    with open_city(scene) as city, stack.memory_store(folder) as store:
        name = city.scene.name
        if EPISODE in store.episodes(name):
            raise InputError(f"the memory of {name} in {folder} was surveyed already; choose another --root")
        spotter = RoleSpotter(stack.reasoner(), stack.detector(perception, (city.scene, city.renderer)))
        found = survey_scene(city.scene, city.renderer, spotter, stack.image, seed=seed, places=places)
        with store.episode(name, EPISODE) as episode:
            for view, seen in found.frames():
                memory = stack.remembering(episode.memory)
                memory.observe_frame([one.anchor for one in seen], ObservationTime(EPISODE, view))
        size = len(store.memory(name).register.instances)
    summary = {
        "scene": name,
        "root": str(folder),
        "views": len(found.poses),
        "named": found.named,
        "grounded": len(found.seen),
        "instances": size,
    }
    if as_json:
        print_json(summary)
    else:
        console.print(
            f"{name}: {summary['views']} views, {found.named} objects named, {len(found.seen)} grounded, "
            f"{size} instances in {folder}",
            soft_wrap=True,
        )
