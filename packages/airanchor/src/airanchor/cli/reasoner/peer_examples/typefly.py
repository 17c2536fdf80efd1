"""Made-up moments for TypeFly's questions."""

from collections.abc import Callable

from airanchor.baselines.typefly import TypeflyConfig
from airanchor.baselines.typefly.minispec import Dialect
from airanchor.baselines.typefly.told import skill_lines
from airanchor.cli.reasoner.peer_examples.moment import INSTRUCTION, example_picture
from airanchor.reasoner.roles.peers.typefly.planning import ListedObject, PreviousProgram, ProgramRequest
from airanchor.reasoner.roles.peers.typefly.probing import SceneQuestion
from airanchor.reasoner.roles.peers.typefly.scene import SceneListRequest

_OBJECTS = (
    ListedObject("red brick tower", "red", 0.62, 0.41, 0.1, 0.35, 61.2, 12.5),
    ListedObject("gray office building", "gray", 0.18, 0.47, 0.3, 0.4, 38.0, 15.2),
    ListedObject("bridge", "", 0.9, 0.52, 0.12, 0.04, None, None),
)


def _program() -> ProgramRequest:
    config, (plain, combined) = TypeflyConfig(), skill_lines(Dialect.B)
    return ProgramRequest(
        instruction=INSTRUCTION,
        objects=_OBJECTS,
        free_ahead_m=84.0,
        skills=plain,
        combined=combined,
        dialect=config.dialect,
        most_loops=config.loops,
        change_m=config.change_m,
        change_deg=config.change_deg,
        previous=PreviousProgram(
            "The tower is not in view yet; look for it.",
            "?s('red brick tower'){rp();}:{mf(20);rp();}",
            "Ended: it ended for a new plan: the program asked.\n"
            "Flown: flew 0.0 m in 3 steps, turned 45 degrees right, climbed 0.0 m.\n"
            "Performed: iv('red brick tower') = False; tc(45) = True; iv('red brick tower') = True.",
        ),
    )


EXAMPLES: dict[str, Callable[[], object]] = {
    "typefly_scene": lambda: SceneListRequest(example_picture(), INSTRUCTION),
    "typefly_plan": _program,
    "typefly_probe": lambda: SceneQuestion("which building is the tallest?", _OBJECTS, INSTRUCTION),
}
