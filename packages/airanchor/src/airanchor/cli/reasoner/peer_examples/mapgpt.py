"""A made-up moment for the question of MapGPT."""

from collections.abc import Callable

from airanchor.cli.reasoner.peer_examples.moment import INSTRUCTION, example_picture
from airanchor.reasoner.roles.peers.mapgpt import PlaceOption, PlaceRequest, PlaceView, RememberedPlace


def _request() -> PlaceRequest:
    """The fourth step of a flight, where STOP is offered first."""
    first = "go forward 20.0 m to Place 1, which is shown in Image 1, at the same height"
    flown = "flew 20.0 m in 4 steps, turned 0 degrees right, climbed 0.0 m"
    return PlaceRequest(
        instruction=INSTRUCTION,
        step=3,
        views=(
            PlaceView(example_picture(), 0, 9, 20.0),
            PlaceView(example_picture(), 45, None, 6.5),
            PlaceView(example_picture(), 180, 1, 20.0),
        ),
        remembered=(RememberedPlace(example_picture(), 4, 0),),
        history="\n".join(f"step {step}: {first}. Result: {flown}. Now at Place 1." for step in range(3)),
        trajectory="Place 0 1 5 7",
        connections="Place 0 is connected with Places 1, 2, 3, 4\nPlace 7 is connected with Places 1, 9, 10",
        supplement="Place 4, seen at step 0, 32 m away, 128 degrees to the left",
        planning="Pass the tower over Place 7, then turn left and look for the church.",
        options=(
            PlaceOption("A", "stop", None, is_stop=True),
            PlaceOption(
                "B", "go forward 20.0 m to Place 9, which is shown in Image 9, at the same height", 0
            ),
            PlaceOption("C", "go up 10.0 m to Place 10", None),
        ),
    )


EXAMPLES: dict[str, Callable[[], object]] = {"mapgpt_place": _request}
