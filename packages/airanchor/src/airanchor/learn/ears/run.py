"""A run that trains the ears: texts in, weights with curve and provenance out."""

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from airanchor.bench.episodes import load_split
from airanchor.learn.ears.export import export
from airanchor.learn.ears.legs import LabelledLeg, labelled, own_legs
from airanchor.learn.ears.own_texts import told_by_us
from airanchor.learn.ears.score import score
from airanchor.learn.ears.tagger import TaggerNet
from airanchor.learn.ears.texts import cut_voices, is_held_out, told_routes
from airanchor.learn.ears.training import EarsTraining, train
from airanchor.perception.text.wordpiece import WordPiece
from airanchor.perception.weights import MINILM, MINILM_VOCABULARY, read_safetensors

CURVE = "curve.jsonl"
VOICES_TWICE = 2
"""How often the texts told as a whole are taken in an epoch: they are few, and most like what is said."""


@dataclass(frozen=True, slots=True)
class EarsTexts:
    """What is learned from, and what it is checked on."""

    writers: list[list[LabelledLeg]]
    own: list[list[LabelledLeg]]
    voices: list[list[LabelledLeg]]
    """Told as a whole by writers, not leg by leg."""
    held_out: list[list[LabelledLeg]]


def gather(folder: Path, *, limit: int | None = None) -> EarsTexts:
    """The texts of a folder and of the train split; with `limit` only so many of each."""
    routes = list(told_routes(folder))
    told = [labelled(one) for one in routes if not is_held_out(one.writer)][:limit]
    held_out = [labelled(one) for one in routes if is_held_out(one.writer)][:limit]
    own = [legs for one in load_split("train")[:limit] if (legs := told_by_us(one)) is not None]
    voices = [own_legs(episode, starts) for episode, starts in cut_voices(folder)][:limit]
    return EarsTexts(told, own, voices, held_out)


def learn_ears(
    out: Path,
    texts: EarsTexts,
    settings: EarsTraining,
    *,
    facts: Mapping[str, Any],
    threads: int,
    start: Path | None = None,
    tell: Callable[[int, float], None],
) -> dict[str, Any]:
    """Train, check after every epoch, export; a second start in the same folder goes on."""
    out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(threads)
    cutter = WordPiece.read(MINILM_VOCABULARY.locate())
    tagger = TaggerNet(read_safetensors(MINILM.locate()))
    if start is not None:
        begin_with(tagger, start)
    started_s = time.monotonic()
    curve = out / CURVE
    before_s = _last(curve).get("seconds", 0.0)

    def on_epoch(epoch: int, loss: float) -> None:
        seconds = before_s + time.monotonic() - started_s
        point = {
            "epoch": epoch,
            "loss": round(loss, 4),
            "seconds": round(seconds, 1),
            "held_out": score(tagger, texts.held_out, cutter),
        }
        with curve.open("a", encoding="utf-8") as file:
            file.write(json.dumps(point) + "\n")
        tell(epoch, loss)

    train(
        tagger,
        [*texts.writers, *texts.own, *texts.voices * VOICES_TWICE],
        cutter,
        settings,
        checkpoint=out / "checkpoint.pt",
        on_epoch=on_epoch,
    )
    made = {
        **facts, "settings": asdict(settings), "threads": threads, "torch": torch.__version__,
        "encoder": MINILM.what,
        "texts": {name: len(getattr(texts, name)) for name in ("writers", "own", "voices", "held_out")},
        "began_with_sha256": hashlib.sha256(start.read_bytes()).hexdigest() if start is not None else None,
        "figures": _last(curve),
    }  # fmt: skip
    export(tagger, out, made)
    return made


def begin_with(tagger: TaggerNet, weights: Path) -> None:
    """Give a tagger the weights of an earlier run."""
    known = read_safetensors(weights)
    tagger.load_state_dict(
        {name: torch.from_numpy(np.array(value, np.float32)) for name, value in known.items()}
    )


def _last(curve: Path) -> dict[str, Any]:
    lines = curve.read_text(encoding="utf-8").splitlines() if curve.is_file() else []
    point: dict[str, Any] = json.loads(lines[-1]) if lines else {}
    return point
