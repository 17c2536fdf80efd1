"""FineCog-Nav's perception by rule: what the eyes find in the picture, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from airanchor.embedded.eyes.reader import PictureDetection, bearing_deg, pixel_of_bearing
from airanchor.embedded.rules.config import FineCogRules
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.peers.finecog.told_view import ToldSight, height_words, open_words, sight_of
from airanchor.embedded.rules.peers.nearness import begins_m
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.perception import Phrase
from airanchor.reasoner.prompts.reader import Prompt


def perceive(prompt: Prompt, senses: Senses) -> Mapping[str, Any]:
    """The caption, and every landmark that was asked about."""
    scene = senses.scenes.read(prompt.images[0])
    sights: list[ToldSight] = []
    missing: list[str] = []
    for label in _asked(prompt.values.get("questions", "")):
        found = list(_sights(label, scene, senses))
        sights += found
        missing += [] if found else [label]
    told = [
        f"{scene.caption()}.",
        height_words(scene.height_m),
        open_words(_open_deg(scene, senses.config.finecog)),
    ]
    told += [f"Not in view: {', '.join(missing)}."] if missing else []
    return {"overall": " ".join(told), "details": _sorted(sights, senses.config.finecog.front_deg)}


def _asked(questions: str) -> Iterator[str]:
    """The landmarks of the questions."""
    for line in questions.splitlines():
        label, colon, _ = line.partition(":")
        if colon and label.strip():
            yield label.strip()


def _sights(label: str, scene: Scene, senses: Senses) -> Iterator[ToldSight]:
    """What answers the name; where nothing does, what answers its category alone, by that name."""
    phrase = _phrase(label, senses)
    bare, most = Phrase(phrase.category), senses.config.finecog.told_each
    found = scene.find(phrase)[:most]
    yield from (_told(label, one, scene) for one in found)
    if phrase.attributes and not _has_clear(found, senses.config.seen_score):
        yield from (_told(bare.label, one, scene) for one in scene.find(bare)[:most])


def _told(label: str, detection: PictureDetection, scene: Scene) -> ToldSight:
    return sight_of(label, replace(detection, range_m=begins_m(detection, scene)))


def _has_clear(found: tuple[PictureDetection, ...], least_score: float) -> bool:
    return any(one.score >= least_score for one in found)


def _phrase(label: str, senses: Senses) -> Phrase:
    """The name as it is looked for: by the same reading of words as an instruction."""
    clauses = senses.read_clauses(f"Fly to the {label}.")
    mentions = [mention for clause in clauses for mention in mentions_of(clause)]
    return phrase_of(mentions[0]) if mentions else Phrase(label)


def _open_deg(scene: Scene, rules: FineCogRules) -> list[float]:
    size_px = scene.size_px
    pixels = (scene.open_pixel(pixel_of_bearing(wished_deg, 0.0, size_px)) for wished_deg in rules.open_deg)
    return [bearing_deg(pixel[0], size_px[0]) for pixel in pixels]


def _sorted(sights: list[ToldSight], front_deg: float) -> dict[str, str]:
    """By the direction in which they lie."""
    sectors: dict[str, list[str]] = {"In Front": [], "On my Left": [], "On my Right": []}
    for sight in sights:
        name = "On my Right" if sight.bearing_deg > 0 else "On my Left"
        sectors["In Front" if abs(sight.bearing_deg) <= front_deg else name].append(sight.words)
    return {name: "\n- ".join(["", *told]) if told else "nothing asked for" for name, told in sectors.items()}
