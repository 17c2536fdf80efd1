"""One run of PIVOT: arrows are drawn, the best are chosen, and the next ones are drawn around those."""

from dataclasses import dataclass

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.pivot.asking import ask_arrows
from airanchor.baselines.pivot.choice import TURNS, ArrowChoice, ChoiceKind, pixels_of
from airanchor.baselines.pivot.config import PivotConfig
from airanchor.baselines.pivot.gaussian import first_gaussian, refit
from airanchor.baselines.pivot.sampling import sample_ends

WORDS_NEEDED = 2
"""Answers in a row that must begin with the stop; or with the same turn, where arrows were chosen before."""


@dataclass(frozen=True, slots=True)
class RunWinner:
    """What a run came to."""

    winner: ArrowChoice
    stops: int
    """With how many answers in a row, up to the last, the stop was said."""

    @property
    def is_stop_confirmed(self) -> bool:
        """Whether it was said often enough."""
        return self.stops >= WORDS_NEEDED


def run_once(cockpit: Cockpit, config: PivotConfig, *, title: str, stops: int = 0) -> RunWinner:
    """Up to N questions; the best of the last answer that chose anything wins.

    A turn needs no finer arrows and ends the run: at once where the first answer says it, later only where a
    second one agrees, since arrows may hide what was seen before. A confirmed stop ends it, too.
    """
    rgb = cockpit.view.rgb
    size_px = (rgb.shape[1], rgb.shape[0])
    gaussian, winner, said = first_gaussian(size_px, config), ArrowChoice(), ChoiceKind.NONE
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
        stops = stops + 1 if first.kind is ChoiceKind.STOP else 0
        is_sure = winner.kind is ChoiceKind.NONE or first.kind is said
        if choices and (is_sure or first.kind not in TURNS):
            winner = first
        if stops >= WORDS_NEEDED or (is_sure and first.kind in TURNS):
            break
        said = first.kind
        if pixels_of(choices) or not choices:
            gaussian = refit(pixels_of(choices), size_px, config)
    return RunWinner(winner, stops)
