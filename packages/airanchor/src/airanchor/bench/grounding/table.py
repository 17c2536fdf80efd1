"""The figures of a grounding run: precision, recall, overlap and calibration, as text and as JSON."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

BINS = 10


@dataclass(frozen=True, slots=True)
class GroundingAnswer:
    """What a detector said to one phrase about one view, from the most confident down."""

    scene: str
    category: str
    has_attributes: bool
    is_present: bool
    confidences: tuple[float, ...]
    is_right: tuple[bool, ...]
    iou: tuple[float, ...]
    targets: int
    """Objects large enough that answer the phrase."""
    found: int
    """Those of them that right detections at the threshold find."""


@dataclass(frozen=True, slots=True)
class GroundingRow:
    """The figures of a group of phrases at one threshold; None where there is nothing to divide by."""

    phrases: int
    """Asked where something answers."""
    answered: float | None
    """Share of those with a detection."""
    top_right: float | None
    """Share of those whose most confident detection is right."""
    top_iou: float | None
    """Mean overlap of the most confident detection, where there is one."""
    precision: float | None
    recall: float | None
    """Share of the objects that answer that are found."""
    absent: int
    """Asked where nothing answers."""
    false_alarms: float | None
    """Share of those with a detection all the same."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Detections whose confidence lies in one tenth."""

    from_confidence: float
    detections: int
    mean_confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class GroundingTable:
    """The figures of one condition."""

    condition: str
    views: int
    threshold: float
    total: GroundingRow
    rows: dict[str, GroundingRow]
    bins: tuple[Bin, ...]
    ece: float | None
    """Expected calibration error: the mean gap between confidence and being right."""

    def to_json(self) -> dict[str, Any]:
        """One JSON object."""
        return asdict(self)

    def to_text(self, least_phrases: int = 5) -> str:
        """A table for people; rare categories are left to the JSON."""
        lines = [f"{self.condition}: {self.views} views, threshold {self.threshold:g}", _HEAD]
        shown = {name: row for name, row in self.rows.items() if row.phrases >= least_phrases}
        for name, row in {"all": self.total, **shown}.items():
            lines.append(_line(name, row))
        pairs = [f"{one.mean_confidence:.2f}->{one.right:.2f} ({one.detections})" for one in self.bins]
        lines.append("confidence -> share right (n): " + ", ".join(pairs))
        lines.append(f"expected calibration error {_figure(self.ece, 3)}")
        return "\n".join(lines)


_HEAD = (
    f"{'phrase':24}{'n':>5}{'answered':>10}{'top right':>11}{'top IoU':>9}{'precision':>11}{'recall':>8}"
    f"{'absent':>8}{'false alarms':>14}"
)


def tabulate(
    condition: str, views: int, answers: Sequence[GroundingAnswer], threshold: float
) -> GroundingTable:
    """The figures of all answers, in total, by kind of phrase and by category."""
    groups: dict[str, Callable[[GroundingAnswer], bool]] = {
        "plain": lambda one: not one.has_attributes,
        "with a colour": lambda one: one.has_attributes,
        "building with a colour": lambda one: one.has_attributes and one.category == "building",
    }
    rows = {name: _row([one for one in answers if chosen(one)], threshold) for name, chosen in groups.items()}
    categories = sorted({one.category for one in answers if one.is_present and not one.has_attributes})
    by_category = {
        category: _row(
            [one for one in answers if one.category == category and not one.has_attributes], threshold
        )
        for category in categories
    }
    ordered = sorted(by_category.items(), key=lambda item: (-item[1].phrases, item[0]))
    bins, ece = _calibration(answers)
    return GroundingTable(
        condition, views, threshold, _row(answers, threshold), {**rows, **dict(ordered)}, bins, ece
    )


def _row(answers: Sequence[GroundingAnswer], threshold: float) -> GroundingRow:
    present = [one for one in answers if one.is_present]
    absent = [one for one in answers if not one.is_present]
    counted = [
        (is_right, iou)
        for one in answers
        for confidence, is_right, iou in zip(one.confidences, one.is_right, one.iou, strict=True)
        if confidence >= threshold
    ]
    answered = [one for one in present if one.confidences and one.confidences[0] >= threshold]
    return GroundingRow(
        phrases=len(present),
        answered=_share(len(answered), len(present)),
        top_right=_share(sum(one.is_right[0] for one in answered), len(present)),
        top_iou=_share(sum(one.iou[0] for one in answered), len(answered)),
        precision=_share(sum(is_right for is_right, _ in counted), len(counted)),
        recall=_share(sum(one.found for one in present), sum(one.targets for one in present)),
        absent=len(absent),
        false_alarms=_share(
            sum(bool(one.confidences) and one.confidences[0] >= threshold for one in absent), len(absent)
        ),
    )


def _calibration(answers: Sequence[GroundingAnswer]) -> tuple[tuple[Bin, ...], float | None]:
    confidence = np.array([value for one in answers for value in one.confidences])
    is_right = np.array([value for one in answers for value in one.is_right], dtype=float)
    if not len(confidence):
        return (), None
    tenth = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
    bins = []
    for number in range(BINS):
        inside = tenth == number
        if inside.any():
            mean, right = float(confidence[inside].mean()), float(is_right[inside].mean())
            bins.append(Bin(number / BINS, int(inside.sum()), round(mean, 4), round(right, 4)))
    gaps = [one.detections * abs(one.mean_confidence - one.right) for one in bins]
    return tuple(bins), round(sum(gaps) / len(confidence), 4)


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _line(name: str, row: GroundingRow) -> str:
    figures = (row.answered, row.top_right, row.top_iou, row.precision, row.recall)
    widths = (10, 11, 9, 11, 8)
    middle = "".join(f"{_figure(value):>{width}}" for value, width in zip(figures, widths, strict=True))
    return f"{name:24}{row.phrases:>5}{middle}{row.absent:>8}{_figure(row.false_alarms):>14}"


def _figure(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
