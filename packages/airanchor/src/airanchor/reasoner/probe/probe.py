"""Looks at a model before it flies: how it writes pixels, whether it keeps to JSON, how long it takes."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import numpy as np

from airanchor.errors import InputError
from airanchor.reasoner.chat import ChatAnswer, ChatTransport
from airanchor.reasoner.probe.pixel_guess import PixelGuess
from airanchor.reasoner.probe.questions import Questions, draw_places, payload_of
from airanchor.reasoner.profiles.profile import JsonMode, ModelProfile, ProbeOutcome


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What a probe found, and the profile that follows from it."""

    profile: ModelProfile
    """The given profile with what was found written into it."""
    pixels: PixelGuess
    json_mode: JsonMode
    """The strongest that worked."""
    json_share: float
    """Of all answers, those that held a JSON object."""
    thinks: bool
    """Thoughts came with the answers, although none are wanted: they cost time and tokens."""
    calls: int
    failed_calls: int
    latency_p50_s: float
    latency_p95_s: float
    tokens_per_image: int | None
    changes: tuple[str, ...]
    """What differs from the profile that was given."""

    @property
    def can_fly(self) -> bool:
        """Whether the convention is known."""
        return self.pixels.convention is not None

    def words(self) -> str:
        """The findings, one a line."""
        image = "not told" if self.tokens_per_image is None else str(self.tokens_per_image)
        lines = [
            f"pixels: {self.pixels.words()}",
            f"JSON: mode {self.json_mode}; {self.json_share:.0%} of the answers held an object",
            f"thinking: {'yes, switch it off in extra_body' if self.thinks else 'no'}",
            f"latency: {self.latency_p50_s:.2f} s median, {self.latency_p95_s:.2f} s at 95 %",
            f"tokens for an image: {image}",
            f"calls: {self.calls}, without an answer: {self.failed_calls}",
            *(f"changed: {change}" for change in self.changes),
        ]
        if not self.can_fly:
            lines.append(f"{self.profile.name} must not fly: nobody knows where its pixels are")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The findings as plain data."""
        found = asdict(self)
        error_px = self.pixels.error_px
        found["pixels"]["error_px"] = error_px if math.isfinite(error_px) else None
        found["profile"] = self.profile.model_dump(mode="json")
        return {"can_fly": self.can_fly, **found, "changes": list(self.changes)}


def probe_model(
    profile: ModelProfile,
    transport: ChatTransport,
    *,
    markers: int = 6,
    seed: int = 0,
    today: date | None = None,
) -> ProbeReport:
    """Ask the model about a few images and return what was found. ChatRefused and BudgetSpent propagate."""
    if not 3 <= markers <= 100:
        raise InputError(f"{markers} markers are too few or too many; take 3 to 100")
    questions = Questions(transport, draw_places(markers, np.random.default_rng(seed)))
    guess, stated = questions.find_convention(profile)
    json_mode = questions.find_json_mode(stated)
    tokens_per_image = questions.tokens_per_image(stated)
    latencies_s = sorted(answer.latency_s for answer in questions.answers)
    outcome = ProbeOutcome(
        date=today or date.today(),
        base_url=profile.base_url,
        model=profile.model,
        image_scale=profile.image_scale,
        units=guess.convention.units if guess.convention else "unknown",
        order=guess.convention.order if guess.convention else "unknown",
        json_mode=json_mode,
        latency_p50_s=_quantile(latencies_s, 50),
        latency_p95_s=_quantile(latencies_s, 95),
        tokens_per_image=tokens_per_image,
    )
    found = _updated(profile, outcome)
    return ProbeReport(
        profile=found,
        pixels=guess,
        json_mode=json_mode,
        json_share=_json_share(questions.answers),
        thinks=any(answer.reasoning or "<think>" in answer.text for answer in questions.answers),
        calls=questions.calls,
        failed_calls=questions.calls - len(questions.answers),
        latency_p50_s=outcome.latency_p50_s,
        latency_p95_s=outcome.latency_p95_s,
        tokens_per_image=tokens_per_image,
        changes=_changes(profile, found),
    )


def _updated(profile: ModelProfile, outcome: ProbeOutcome) -> ModelProfile:
    """The profile as the outcome has it; a JSON mode is lowered to what works, never raised unasked."""
    ranks = list(JsonMode)
    changed: dict[str, Any] = {
        "probe": outcome,
        "json_mode": min(profile.json_mode, outcome.json_mode, key=ranks.index),
    }
    if "unknown" not in (outcome.units, outcome.order):
        changed |= {"units": outcome.units, "order": outcome.order, "last_verified": outcome.date}
    return profile.model_copy(update=changed)


def _changes(before: ModelProfile, after: ModelProfile) -> tuple[str, ...]:
    return tuple(
        f"{name} from {getattr(before, name)} to {getattr(after, name)}"
        for name in ("units", "order", "json_mode")
        if getattr(before, name) != getattr(after, name)
    )


def _json_share(answers: Sequence[ChatAnswer]) -> float:
    if not answers:
        return 0.0
    return sum(payload_of(answer) is not None for answer in answers) / len(answers)


def _quantile(ordered: Sequence[float], per_cent: int) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    return ordered[max(0, -(-len(ordered) * per_cent // 100) - 1)] if ordered else 0.0
