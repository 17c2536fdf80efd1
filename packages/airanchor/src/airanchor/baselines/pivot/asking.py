"""One question of PIVOT: arrows drawn on a copy of the view, and what was chosen among them."""

from collections.abc import Sequence

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.pivot.choice import ArrowChoice, read_choices
from airanchor.baselines.pivot.config import PivotConfig
from airanchor.baselines.pivot.gaussian import Pixel, PixelGaussian, disc_radius
from airanchor.drawing.arrows import BORDER_LABELS, draw_arrows
from airanchor.reasoner.roles.peers.pivot import PIVOT_ARROWS, ArrowsRequest


def ask_arrows(
    cockpit: Cockpit,
    config: PivotConfig,
    ends: Sequence[Pixel],
    *,
    count: int,
    title: str,
    gaussian: PixelGaussian,
) -> tuple[ArrowChoice, ...]:
    """The choices, best first; picture, distribution and choices go to the replay."""
    rgb = cockpit.view.rgb
    size_px = (rgb.shape[1], rgb.shape[0])
    tips = {str(number): end for number, end in enumerate(ends, 1)}
    picture = draw_arrows(rgb, tips, disc_radius(size_px, config))
    cockpit.picture(title, picture)
    request = ArrowsRequest(
        image=picture,
        instruction=cockpit.mission.instruction,
        labels=(*tips, *BORDER_LABELS),
        count=count,
        travel_m=config.travel_m,
        turn_deg=config.turn_deg,
    )
    answer = cockpit.ask(PIVOT_ARROWS, request)
    cockpit.note(
        title,
        f"Chosen: {', '.join(answer.choices) or 'nothing'}. {answer.reason}",
        mean=[round(value, 1) for value in gaussian.mean],
        std=[round(value, 1) for value in gaussian.std],
        ends={label: list(end) for label, end in tips.items()},
        chosen=list(answer.choices),
    )
    return read_choices(answer.choices, tips, answer.reason)
