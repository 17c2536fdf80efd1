"""Times encoders by torch, ONNX Runtime and numpy: python -m benchmarks.measure.encoder_runtimes

The models have the sizes of GTE-small and DINOv2 and random weights: how long they take does not depend on
them. Each is exported for one shape. The runtimes take turns, and the median of each is told.
Needs the extra [models], and: pip install onnx onnxscript onnxruntime
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from airanchor.perception.one_thread import one_thread
from airanchor.perception.text.bert import Bert

TEXT_SHAPES = ((1, 5), (3, 6), (40, 6))
"""Texts and their tokens: a phrase, those of a view, those of a table of words."""
CROPS = (1, 3)
DINOV2 = {"dinov2-small": (384, 6), "dinov2-base": (768, 12)}
"""Width and heads."""

Call = Callable[[], Any]


def medians_ms(calls: dict[str, Call], rounds: int) -> dict[str, float]:
    """The median time of each, in turns, after one call of each that does not count."""
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds + 1):
        for name, call in calls.items():
            began_s = time.perf_counter()
            call()
            if number:
                taken[name].append(1000 * (time.perf_counter() - began_s))
    return {name: round(float(np.median(times_ms)), 1) for name, times_ms in taken.items()}


def exported(model: Any, inputs: dict[str, Any], threads: int) -> Call:
    """The model by ONNX Runtime, for these inputs."""
    import onnxruntime
    import torch

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        torch.onnx.export(model, kwargs=inputs, f=path, dynamo=True, external_data=False, verbose=False)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    wanted = {one.name for one in session.get_inputs()}
    fed = {name: value.numpy() for name, value in inputs.items() if name in wanted}
    return lambda: session.run(None, fed)[0]


def by_torch(model: Any, inputs: dict[str, Any]) -> Call:
    """The model as it is."""
    import torch

    def call() -> Any:
        with torch.inference_mode():
            return model(**inputs).last_hidden_state.numpy()

    return call


def by_numpy(model: Any, ids: Any) -> Call:
    """The text model by the numpy code of the embedded encoder."""
    own = Bert({name: value.numpy() for name, value in model.state_dict().items()}, layers=12, heads=12)
    rows = ids.tolist()

    def call() -> Any:
        with one_thread:
            return own(rows)

    return call


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()

    import torch
    from transformers import BertConfig, BertModel, Dinov2Config, Dinov2Model

    torch.set_num_threads(given.threads)
    torch.manual_seed(0)
    sizes = {
        "hidden_size": 384,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "intermediate_size": 1536,
    }
    bert = BertModel(BertConfig(**sizes), add_pooling_layer=False).eval()
    for shape in TEXT_SHAPES:
        ids = torch.randint(1000, 2000, shape)
        inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
        calls = {"torch": by_torch(bert, inputs), "onnxruntime": exported(bert, inputs, given.threads)}
        calls["numpy"] = by_numpy(bert, ids)
        print(f"gte-small, {shape[0]} texts of {shape[1]} tokens, ms: {medians_ms(calls, given.rounds)}")
    for name, (width, heads) in DINOV2.items():
        config = Dinov2Config(hidden_size=width, num_attention_heads=heads, image_size=518)
        model = Dinov2Model(config).eval()
        for count in CROPS:
            pixels = {"pixel_values": torch.randn(count, 3, 224, 224)}
            calls = {"torch": by_torch(model, pixels), "onnxruntime": exported(model, pixels, given.threads)}
            print(f"{name}, {count} crops, ms: {medians_ms(calls, given.rounds)}")


if __name__ == "__main__":
    main()
