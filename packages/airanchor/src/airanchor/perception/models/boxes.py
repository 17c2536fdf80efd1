"""What Grounding DINO's numbers mean: which box answers which phrase, how surely, and where it is.

A box has a score for every word of the prompt. Its own score is the highest of them, and the phrase that word
belongs to is the one it answers. Kept are boxes whose score is at least the box threshold, if a word of the
phrase is at least at the text threshold.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.contracts import Phrase

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]
PixelBox = tuple[int, int, int, int]

_NO_WORD = re.compile(r"[^\w' -]+|_")
"""Full stops part phrases and brackets mark special tokens, so a phrase may hold neither."""


def prompt_of(phrases: Sequence[Phrase]) -> str:
    """All phrases as one text, lower case, each ended by a full stop: "red house . road ."."""
    return "".join(
        f"{' '.join(_NO_WORD.sub(' ', phrase.label.lower()).split())} . " for phrase in phrases
    ).strip()


def words_of_phrases(ids: Ids, separator: int, count: int) -> list[Ids]:
    """The places of each phrase's words among the tokens; none for a phrase that was cut off."""
    stops = np.flatnonzero(ids == separator)
    starts = np.concatenate([[0], stops])[: len(stops)]  # the first token marks the beginning
    found = [np.arange(start + 1, stop) for start, stop in zip(starts, stops, strict=True)]
    return [*found, *([np.arange(0)] * count)][:count]


def boxes_of_phrases(
    logits: Floats, boxes: Floats, words: Sequence[Ids], *, box_threshold: float, text_threshold: float
) -> list[list[tuple[float, int]]]:
    """For each phrase the scores and numbers of the boxes that answer it, the highest score first."""
    with np.errstate(over="ignore"):
        shares = 1 / (1 + np.exp(-logits.astype(np.float64)))  # (boxes, tokens)
    best = np.full((len(words), len(boxes)), -1.0)
    for number, places in enumerate(words):
        if len(places):
            best[number] = shares[:, places].max(axis=1)
    owner, score = best.argmax(axis=0), best.max(axis=0)
    is_kept = (score >= box_threshold) & (score >= text_threshold) & (score >= 0)
    order = np.lexsort((np.arange(len(boxes)), -score))
    return [
        [(float(score[box]), int(box)) for box in order if is_kept[box] and owner[box] == number]
        for number in range(len(words))
    ]


def pixel_box(box: Floats, width_px: int, height_px: int) -> PixelBox | None:
    """Every pixel that a box (middle and size, in shares of the picture) touches; None where that is none."""
    middle, half = box[:2].astype(np.float64), box[2:].astype(np.float64) / 2
    size = np.array([width_px, height_px])
    if not np.isfinite(box).all():
        return None
    first = np.clip(np.floor((middle - half) * size), 0, size).astype(int)
    last = np.clip(np.ceil((middle + half) * size), 0, size).astype(int)
    if not (first < last).all():
        return None
    return int(first[0]), int(first[1]), int(last[0]), int(last[1])


def best_masks(masks: NDArray[np.bool_], estimates: Floats) -> NDArray[np.bool_]:
    """Of each box's masks (boxes, masks, height, width) the one that is estimated best."""
    chosen: NDArray[np.bool_] = masks[np.arange(len(masks)), estimates.argmax(axis=1)]
    return chosen


def within(mask: NDArray[np.bool_], box: PixelBox) -> NDArray[np.bool_]:
    """The mask inside its box; what spills over belongs to something else."""
    left, top, right, bottom = box
    kept = np.zeros_like(mask)
    kept[top:bottom, left:right] = mask[top:bottom, left:right]
    return kept
