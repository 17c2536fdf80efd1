"""What a method asked of its language model, per episode and per call."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.bench.statistics import ratio_of_sums
from airanchor.errors import InputError


@dataclass(frozen=True, slots=True)
class Workload:
    """Averages over episodes; tokens per call are sums over all episodes, so that they multiply exactly."""

    calls_per_episode: float
    input_tokens_per_call: float
    output_tokens_per_call: float

    @property
    def tokens_per_episode(self) -> float:
        """calls x (input + output), which is all tokens over all episodes."""
        return self.calls_per_episode * (self.input_tokens_per_call + self.output_tokens_per_call)


def workload_of(calls: Sequence[int], input_tokens: Sequence[int], output_tokens: Sequence[int]) -> Workload:
    """The workload of a run from each episode's totals; a method without calls has 0 tokens per call."""
    if not len(calls) == len(input_tokens) == len(output_tokens) > 0:
        lengths = [len(calls), len(input_tokens), len(output_tokens)]
        raise InputError(f"episodes in calls, input and output: {lengths}; give the same number, at least 1")
    return Workload(
        calls_per_episode=sum(calls) / len(calls),
        input_tokens_per_call=ratio_of_sums(input_tokens, calls) or 0.0,
        output_tokens_per_call=ratio_of_sums(output_tokens, calls) or 0.0,
    )
