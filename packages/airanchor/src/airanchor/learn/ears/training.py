"""Fits the route tagger to labelled legs."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from airanchor.embedded.ears.net.labels import HEADS, TURNS_DEG
from airanchor.learn.ears.counting import retold
from airanchor.learn.ears.legs import LabelledLeg
from airanchor.learn.ears.other_talk import other_leg, other_text
from airanchor.learn.ears.samples import UNTOLD, Sample, bare, mirrored, misspelt, run_on, sample_of
from airanchor.learn.ears.tagger import TaggerNet
from airanchor.perception.text.wordpiece import WordPiece

Text = Sequence[LabelledLeg]


@dataclass(frozen=True, slots=True, kw_only=True)
class EarsTraining:
    """How the tagger is trained."""

    epochs: int = 10
    batch: int = 12
    """Texts that are weighed together."""
    rate: float = 8e-4
    """The largest step, after a tenth of the way; it falls to nothing by a cosine."""
    seed: int = 19
    cut_share: float = 0.3
    """How many texts are cut to some of their legs, so that short ones are known too."""
    mirror_share: float = 0.4
    bare_share: float = 0.15
    typo_share: float = 0.15
    run_on_share: float = 0.2
    """How many texts lose the ends of their sentences between legs."""
    other_share: float = 0.12
    """How many texts get a command that is no leg of a route."""
    talk_share: float = 0.06
    """How many texts there are, beside the others, that are no routes at all."""
    retold_share: float = 0.15
    """How many legs are told by counting or choosing, where their words allow it."""
    turn_blur: float = 0.1
    """How much of a turn's weight goes to each of its two neighbours of 15 degrees."""


def train(
    tagger: TaggerNet,
    texts: Sequence[Text],
    cutter: WordPiece,
    settings: EarsTraining,
    *,
    checkpoint: Path,
    on_epoch: Callable[[int, float], None],
) -> None:
    """Fit the tagger in place; a checkpoint after every epoch lets a stopped run go on."""
    torch.manual_seed(settings.seed)
    optimiser = torch.optim.AdamW(_groups(tagger, settings.rate), weight_decay=0.01, betas=(0.9, 0.98))
    steps = settings.epochs * math.ceil((len(texts) + int(settings.talk_share * len(texts))) / settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(step, steps))
    parts = {"tagger": tagger, "optimiser": optimiser, "schedule": schedule}
    for epoch in range(_resumed(parts, checkpoint), settings.epochs):
        rng = np.random.default_rng([settings.seed, epoch])
        tagger.train()
        losses = []
        for batch in _batches(texts, cutter, settings, rng):
            with torch.autocast("cpu", torch.bfloat16):
                words = vectors(tagger, batch)
            pairs = zip(words, batch, strict=True)
            loss = torch.stack([_loss(tagger, each, sample, settings) for each, sample in pairs]).mean()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(tagger.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
        tagger.eval()
        _keep(parts, checkpoint, epoch + 1)
        on_epoch(epoch + 1, float(np.mean(losses)))


def _resumed(parts: Mapping[str, Any], checkpoint: Path) -> int:
    """How many epochs are done, with the parts as they were then."""
    if not checkpoint.is_file():
        return 0
    kept = torch.load(checkpoint, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(kept[name])
    return int(kept["epochs"])


def _keep(parts: Mapping[str, Any], checkpoint: Path, epochs: int) -> None:
    half = checkpoint.with_suffix(".part")
    torch.save({"epochs": epochs, **{name: part.state_dict() for name, part in parts.items()}}, half)
    half.replace(checkpoint)


def _groups(tagger: TaggerNet, rate: float) -> list[dict[str, object]]:
    """The heads learn from nothing, the encoder only changes."""
    heads = [
        p for name, p in tagger.named_parameters() if name.split(".")[0] in ("tag", "begin", "looks", "says")
    ]
    own = {id(p) for p in heads}
    return [
        {"params": heads, "lr": rate * 1.5},
        {"params": [p for p in tagger.parameters() if id(p) not in own], "lr": rate},
    ]


def _rate(step: int, steps: int) -> float:
    warm = 0.06 * steps
    return (
        step / warm if step < warm else 0.5 * (1 + math.cos(math.pi * (step - warm) / max(steps - warm, 1)))
    )


def _batches(
    texts: Sequence[Text], cutter: WordPiece, settings: EarsTraining, rng: np.random.Generator
) -> Iterator[list[Sample]]:
    """The texts once, roughened, those of like length together."""
    talk = [other_text(rng) for _ in range(int(settings.talk_share * len(texts)))]
    samples = [sample_of(_roughened(text, settings, rng), cutter) for text in (*texts, *talk)]
    order = sorted(
        range(len(samples)), key=lambda place: len(samples[place].words.pieces) + rng.uniform(0, 30)
    )
    batches = [order[at : at + settings.batch] for at in range(0, len(order), settings.batch)]
    for place in rng.permutation(len(batches)):
        yield [samples[each] for each in batches[place]]


def _roughened(text: Text, settings: EarsTraining, rng: np.random.Generator) -> list[LabelledLeg]:
    legs = list(text)
    if rng.random() < settings.cut_share:
        first = int(rng.integers(0, len(legs)))
        legs = legs[first : int(rng.integers(first + 1, len(legs) + 1))]
    legs = [retold(leg, rng) if rng.random() < settings.retold_share else leg for leg in legs]
    if rng.random() < settings.mirror_share:
        turned = [mirrored(leg) for leg in legs]
        legs = turned if all(one is not leg for one, leg in zip(turned, legs, strict=True)) else legs
    if rng.random() < settings.other_share:
        legs.insert(int(rng.integers(0, len(legs) + 1)), other_leg(rng))
    if rng.random() < settings.run_on_share:
        legs = run_on(legs, rng)
    if rng.random() < settings.bare_share:
        legs = [bare(leg) for leg in legs]
    if rng.random() < settings.typo_share:
        legs = [misspelt(leg, rng) for leg in legs]
    return legs


def vectors(tagger: TaggerNet, batch: Sequence[Sample]) -> list[torch.Tensor]:
    """The vectors of each text's words, those of their first pieces, (words, width)."""
    longest = max(len(sample.words.pieces) for sample in batch)
    pieces = torch.zeros(len(batch), longest, dtype=torch.long)
    is_word = torch.zeros(len(batch), longest, dtype=torch.bool)
    for row, sample in enumerate(batch):
        own = len(sample.words.pieces)
        pieces[row, :own] = torch.tensor(sample.words.pieces)
        is_word[row, :own] = True
    found = tagger(pieces, is_word).float()
    return [found[row, list(sample.words.heads)] for row, sample in enumerate(batch)]


def _loss(tagger: TaggerNet, words: torch.Tensor, sample: Sample, settings: EarsTraining) -> torch.Tensor:
    tags = torch.tensor(sample.tags)
    loss = functional.binary_cross_entropy_with_logits(
        tagger.begin(words)[:, 0], torch.tensor(sample.begins).float(), pos_weight=torch.tensor(3.0)
    )
    if (tags != UNTOLD).any():
        loss = loss + functional.cross_entropy(tagger.tag(words), tags, ignore_index=UNTOLD)
    legs = []
    for (first, last), answers in zip(sample.legs, sample.answers, strict=True):
        said = tagger.leg(words[first:last])
        legs += [
            _leg_loss(name, said[name], answers[name], settings) for name in HEADS if answers[name] != UNTOLD
        ]
    return loss + torch.stack(legs).sum() / len(sample.legs)


def _leg_loss(name: str, said: torch.Tensor, answer: int, settings: EarsTraining) -> torch.Tensor:
    if name != "turn":
        return functional.cross_entropy(said, torch.tensor(answer), label_smoothing=0.02)
    wanted = torch.zeros(len(TURNS_DEG))
    wanted[answer] = 1 - 2 * settings.turn_blur
    for step in (-1, 1):
        wanted[(answer + step) % len(TURNS_DEG)] += settings.turn_blur
    return functional.cross_entropy(said, wanted)
