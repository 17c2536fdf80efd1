"""Which moments of a flight a figure shows, and each as a thumbnail with a caption."""

from airanchor.drawing import FAINT, SOFT, Area, Box, Mark, Photo, Sheet, Words, rectangle
from airanchor.errors import InputError
from airanchor.trace import ImageStore
from airanchor.viewer.figures.map import number_mark, skill_color
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.pictures import open_picture
from airanchor.viewer.story import FlightStory


def key_moments(story: FlightStory, count: int) -> list[ReplayStep]:
    """The first, the last, where subtasks begin, then those that best fill the gaps."""
    moments = [moment for moment in story.moments if moment.pose is not None]
    if len(moments) <= count:
        return moments
    begins = [
        index for index in range(1, len(moments)) if _subtask(moments[index]) != _subtask(moments[index - 1])
    ]
    chosen = [0, len(moments) - 1, *begins][:count]
    while len(chosen) < count:
        chosen.append(max(range(len(moments)), key=lambda index: min(abs(index - one) for one in chosen)))
    return [moments[index] for index in sorted(set(chosen))]


def moment_at_step(
    story: FlightStory, step: int | None, *, what: str, usable: list[ReplayStep]
) -> ReplayStep | None:
    """The usable moment nearest before an executed step, or None where none is usable."""
    if step is None or not usable:
        return None
    last = len(story.path) - 1
    if not 0 <= step <= last:
        raise InputError(f"{what} step {step} was never flown; this flight has steps 0 to {last}")
    return min(usable, key=lambda moment: (moment.path_at > step, abs(moment.path_at - step)))


def best_graph(story: FlightStory, step: int | None) -> ReplayStep | None:
    """The moment at a step, else the one with the most objects, then with the most anchors."""
    usable = [moment for moment in story.moments if moment.anchors is not None and moment.anchors.rows]
    asked = moment_at_step(story, step, what="graph", usable=usable)
    return asked or max(usable, key=_richness, default=None)


def best_prior(story: FlightStory, step: int | None) -> ReplayStep | None:
    """The moment at a step, else the one whose prior is most reliable."""
    usable = [moment for moment in story.moments if moment.decision and moment.decision.priors]
    asked = moment_at_step(story, step, what="prior", usable=usable)
    return asked or max(usable, key=_reliability, default=None)


def best_drawn(story: FlightStory) -> ReplayStep | None:
    """The first of the moments for which most pictures were drawn."""
    usable = [moment for moment in story.moments if moment.drawn]
    return max(usable, key=lambda moment: len(moment.drawn), default=None)


def draw_step(
    sheet: Sheet, moment: ReplayStep, images: ImageStore, *, number: int, box: tuple[float, float, float]
) -> None:
    """A thumbnail (left, top, side) with its number, and below it the step, the skill and the caption."""
    left, top, side = box
    sheet.add(photo_or_blank(images, moment, (left, top, side, side)))
    sheet.add(*number_mark((left + 8, top + 8), str(number), skill_color(moment)))
    skill = moment.skill.skill if moment.skill else "view"
    sheet.add(Words((left, top + side + 8.5), f"Step {moment.path_at}", 6.6, is_bold=True))
    sheet.add(Words((left, top + side + 16.5), skill, 6.2, skill_color(moment), is_bold=True))
    caption = (moment.skill.caption or moment.skill.reason) if moment.skill else ""
    sheet.paragraph((left, top + side + 18), caption, side, size=5.6, lines=3, color=SOFT)


def photo_or_blank(images: ImageStore, moment: ReplayStep, box: Box, which: str = "raw") -> Mark:
    """A picture of the moment, or an empty field where it was not kept."""
    return picture_or_blank(images, moment.pictures[which], box)


def picture_or_blank(images: ImageStore, digest: str | None, box: Box) -> Mark:
    """An image by its hash, or an empty field where it was not kept."""
    image = open_picture(images, digest) if digest else None
    if image is not None:
        return Photo(box, image)
    return Area(rectangle(box), FAINT)


def _subtask(moment: ReplayStep) -> int | None:
    return moment.decision.subtask if moment.decision else None


def _richness(moment: ReplayStep) -> tuple[int, int]:
    placed = [row for row in (moment.anchors.rows if moment.anchors else ()) if row.point is not None]
    return sum(bool(row.footprint) for row in placed), len(placed)


def _reliability(moment: ReplayStep) -> float:
    priors = moment.decision.priors if moment.decision else None
    return max((prior.reliability for prior in priors or ()), default=0.0)
