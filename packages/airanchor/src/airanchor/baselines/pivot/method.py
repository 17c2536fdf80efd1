"""The loop of PIVOT: some runs over one view, what they agree on, and the motion it means.

It remembers nothing of the flight, as published, but one thing: that the last answer before said stop.
Published is no stop at all. Here several runs stop where two of them say so; a single one stops where two
answers in a row begin with the stop, also across two decisions, between which nothing was flown.
"""

import math
from collections.abc import Sequence

from pydantic import JsonValue

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.flyer import Decision
from airanchor.baselines.pivot.asking import ask_arrows
from airanchor.baselines.pivot.choice import (
    ArrowChoice,
    ChoiceKind,
    agree_on_kind,
    pixels_of,
    refitted_winner,
)
from airanchor.baselines.pivot.config import PivotConfig
from airanchor.baselines.pivot.gaussian import Pixel, disc_radius, refit
from airanchor.baselines.pivot.run import run_once

ARROW_SKILL, TURN_SKILL, STOP_SKILL, NO_SKILL = "Arrow", "Turn", "Stop", "No arrow"
NO_ANSWER = "no arrow chosen"


class Pivot:
    """Flies by arrows."""

    progress = ""
    plan = ""

    def __init__(self, config: PivotConfig) -> None:
        self._config = config
        self._stops = 0

    def begin(self, cockpit: Cockpit) -> None:
        """Nothing is asked before the first decision."""
        cockpit.part(1, 1, cockpit.mission.instruction)

    def decide(self, cockpit: Cockpit) -> Decision:
        """Ask about arrows and follow the best."""
        if self._config.runs > 1:
            choice = self._agree(cockpit)
            is_stop = choice.kind is ChoiceKind.STOP
        else:
            outcome = run_once(cockpit, self._config, title="arrows", stops=self._stops)
            choice, is_stop = outcome.winner, outcome.is_stop_confirmed
            self._stops = outcome.stops
        return self._fly(choice, cockpit, is_stop=is_stop)

    def _agree(self, cockpit: Cockpit) -> ArrowChoice:
        """What several runs come to together."""
        config, rgb = self._config, cockpit.view.rgb
        winners = [
            run_once(cockpit, config, title=f"run {number} of {config.runs}, arrows").winner
            for number in range(1, config.runs + 1)
        ]
        size_px = (rgb.shape[1], rgb.shape[0])
        kind = agree_on_kind(winners)
        best = refitted_winner(winners, kind, size_px, config)
        if kind is ChoiceKind.ARROW and config.aggregation == "ask":
            return self._ask_again(cockpit, winners, size_px) or best
        return best

    def _ask_again(
        self, cockpit: Cockpit, winners: Sequence[ArrowChoice], size_px: Pixel
    ) -> ArrowChoice | None:
        """One more question, among the arrows that won; none where it chooses no arrow."""
        pixels = pixels_of(winners)
        ends = _apart(pixels, 2 * disc_radius(size_px, self._config) + 3)
        choices = ask_arrows(
            cockpit,
            self._config,
            ends,
            count=1,
            title="arrows that won",
            gaussian=refit(pixels, size_px, self._config),
        )
        return next((choice for choice in choices if choice.kind is ChoiceKind.ARROW), None)

    def _fly(self, choice: ArrowChoice, cockpit: Cockpit, *, is_stop: bool) -> Decision:
        config = self._config
        if choice.pixel is not None:
            outcome = cockpit.fly_pixel(choice.pixel, config.travel_m)
            asked: dict[str, JsonValue] = {"pixel": list(choice.pixel), "distance_m": config.travel_m}
            return Decision(ARROW_SKILL, asked, choice.reason, outcome)
        if choice.kind is ChoiceKind.STOP:
            words = "stop was confirmed" if is_stop else "stop was said, and is to be confirmed"
            return Decision(STOP_SKILL, {}, choice.reason, cockpit.stay(words), is_stop=is_stop)
        if choice.kind is ChoiceKind.NONE:
            failure = cockpit.failed(NO_ANSWER, "no arrow was chosen")
            return Decision(NO_SKILL, {}, choice.reason, failure)
        yaw_deg = config.turn_deg if choice.kind is ChoiceKind.RIGHT else -config.turn_deg
        return Decision(TURN_SKILL, {"yaw_deg": yaw_deg}, choice.reason, cockpit.turn(yaw_deg))


def _apart(pixels: Sequence[Pixel], gap_px: int) -> tuple[Pixel, ...]:
    """Those whose discs do not overlap, the earlier ones first."""
    kept: list[Pixel] = []
    for pixel in pixels:
        if all(math.dist(pixel, other) >= gap_px for other in kept):
            kept.append(pixel)
    return tuple(kept)
