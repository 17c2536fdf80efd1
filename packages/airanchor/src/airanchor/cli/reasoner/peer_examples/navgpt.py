"""A made-up moment for each question of NavGPT."""

from collections.abc import Callable

from airanchor.baselines.navgpt import NavGptConfig
from airanchor.baselines.navgpt.scratchpad import ReactStep, Scratchpad
from airanchor.cli.reasoner.peer_examples.moment import INSTRUCTION, example_picture
from airanchor.reasoner.roles.peers.navgpt.action import NavGptActionRequest
from airanchor.reasoner.roles.peers.navgpt.caption import DirectionPicture, NavGptCaptionRequest
from airanchor.reasoner.roles.peers.navgpt.directions import Octant
from airanchor.reasoner.roles.peers.navgpt.observation import (
    DirectionBlock,
    ObjectCue,
    ToldSurroundings,
    surroundings_words,
)
from airanchor.reasoner.roles.peers.navgpt.summary import NavGptSummaryRequest

_CONFIG = NavGptConfig()
_TOWER = ObjectCue("red brick tower", 2.7, 42.5, 3.0)
_BLOCKS = (
    DirectionBlock(Octant.FRONT, "a street that leads to a red brick tower", (_TOWER,), 38.0),
    DirectionBlock(Octant.RIGHT, "a white facade close by", (), 9.5),
    DirectionBlock(Octant.REAR, "a park", (ObjectCue("pond", -171.0, None),), 100.0, is_capped=True),
)
_STATE = "Heading 345.0 degrees (north). The start lies 0.0 degrees to your right, 0.0 m above the UAV, "
_STATE += "horizontal distance 0.0 m, 3D distance 0.0 m."
_OBSERVATION = surroundings_words(ToldSurroundings(_BLOCKS, 28.0, _STATE), _CONFIG.object_range_m)
_STEP = ReactStep(
    "The red brick tower is a little to the left, so I turn to it before I fly there.",
    "TURN_LEFT",
    "1",
    "Moved: turned 15 degrees left.",
)
_PAD = Scratchpad(_CONFIG.scratchpad_chars, begun="a street; red brick tower left 12.3 at 43 m.").with_step(
    _STEP, _OBSERVATION
)

EXAMPLES: dict[str, Callable[[], object]] = {
    "navgpt_caption": lambda: NavGptCaptionRequest(
        INSTRUCTION,
        tuple(DirectionPicture(octant, example_picture()) for octant in Octant),
        _CONFIG.most_objects,
    ),
    "navgpt_action": lambda: NavGptActionRequest(
        INSTRUCTION, _PAD.history, _PAD.observation, _CONFIG.greatest_repeat
    ),
    "navgpt_summary": lambda: NavGptSummaryRequest(
        "The flight began above a street.", _STEP.words(is_newest=True), _OBSERVATION
    ),
}
