"""One run of PIVOT: arrows are drawn, the best are chosen, and the next ones are drawn around those."""

from dataclasses import dataclass

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.pivot.asking import ask_arrows
from airanchor.baselines.pivot.choice import TURNS, ArrowChoice, ChoiceKind, pixels_of
from airanchor.baselines.pivot.config import PivotConfig
from airanchor.baselines.pivot.gaussian import first_gaussian, refit
from airanchor.baselines.pivot.sampling import sample_ends

STOPS_NEEDED = 2
"""Answers in a row that must begin with the stop."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run came to."""

    winner: ArrowChoice
    stops: int
    """With how many answers in a row, up to the last, the stop was said."""

    @property
    def is_stop_confirmed(self) -> bool:
        """Whether it was said often enough."""
        return self.stops >= STOPS_NEEDED


def run_once(cockpit: Cockpit, config: PivotConfig, *, title: str, stops: int = 0) -> RunOutcome:
    """Up to N questions; the best of the last answer wins, or of the one before where the last was empty.

    A turn needs no finer arrows and ends the run, and so does a stop that is confirmed.
    """
    rgb = cockpit.view.rgb
    size_px = (rgb.shape[1], rgb.shape[0])
    gaussian, winner = first_gaussian(size_px, config), ArrowChoice()
    for iteration in range(config.iterations):
        choices = ask_arrows(
            cockpit,
            config,
            sample_ends(gaussian, size_px, config, cockpit.rng),
            count=config.chosen_in(iteration),
            title=f"{title} {iteration + 1} of {config.iterations}",
            gaussian=gaussian,
        )
        first = choices[0] if choices else ArrowChoice()
        winner = first if choices else winner
        stops = stops + 1 if first.kind is ChoiceKind.STOP else 0
        if first.kind in TURNS or stops >= STOPS_NEEDED:
            break
        gaussian = refit(pixels_of(choices), size_px, config)
    return RunOutcome(winner, stops)
