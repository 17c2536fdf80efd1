"""Makes the eyes' network whole-numbered, for half its time: python -m benchmarks.fit.eyes_int8 --net FOLDER

Needs the package `onnx`. The scales of what flows between its layers come from views along train paths.
Weights keep seven bits, so that processors with and without products of bytes give the same numbers.
"""

import argparse
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import airanchor.embedded.eyes.net as eyes_net
from airanchor.embedded.eyes.net import CityNet, NetFile, read_net
from airanchor.embedded.eyes.net.city_net import network_input
from airanchor.embedded.eyes.net.weights import NET_FILE, PROVENANCE_FILE
from benchmarks.fit.landmark_views import see, stands

_WITH_DEPTH = 3
"""Every so many views are seen with their depth."""


class Views(CalibrationDataReader):  # type: ignore[misc]
    """What the network is given, view by view."""

    def __init__(self, inputs: list[NDArray[np.float32]]) -> None:
        self._left = iter(inputs)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next view, or None."""
        planes = next(self._left, None)
        return None if planes is None else {"planes": planes}


def pictures(count: int) -> list[tuple[NDArray[np.uint8], NDArray[np.float32] | None]]:
    """Views ahead along paths of the train split, some with their depth."""
    looks = [one for one in stands("train", every=40) if one.place != "around"]
    looks = looks[:: max(len(looks) // count, 1)][:count]
    return [
        (true.view.rgb, true.view.depth_m if number % _WITH_DEPTH == 0 else None)
        for number, (_, true) in enumerate(see(looks))
    ]


def quantized(model: bytes, inputs: list[NDArray[np.float32]]) -> bytes:
    """The network with convolutions of whole numbers."""
    with tempfile.TemporaryDirectory() as folder:
        given, ready, made = (Path(folder) / name for name in ("given.onnx", "ready.onnx", "made.onnx"))
        given.write_bytes(model)
        quant_pre_process(given, ready, skip_symbolic_shape=True)
        quantize_static(
            ready,
            made,
            Views(inputs),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv"],
        )
        return made.read_bytes()


def share_equal(one: bytes, other: bytes, views: list[tuple[NDArray[np.uint8], Any]]) -> float:
    """In how many cells both networks find the same name likeliest."""
    nets = [CityNet(NetFile(model, {})) for model in (one, other)]
    shares = []
    for rgb, depth_m in views:
        first, second = (net.look(rgb, depth_m).log_names.argmax(axis=-1) for net in nets)
        shares.append(float((first == second).mean()))
    return float(np.mean(shares))


def main() -> None:
    """Quantize, compare and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    own = Path(str(eyes_net.__file__)).parent
    parser.add_argument("--net", type=Path, default=own, help="the folder of the trained network")
    parser.add_argument("--views", type=int, default=24)
    parser.add_argument("--out", type=Path, default=own, help="the folder to write to")
    options = parser.parse_args()
    stored, views = read_net(options.net), pictures(options.views)
    model = quantized(stored.model, [network_input(*one) for one in views])
    equal = share_equal(stored.model, model, views)
    print(f"{len(stored.model)} bytes become {len(model)}; the same name in {equal:.3f} of the cells")
    provenance = {
        **stored.provenance,
        "sha256": hashlib.sha256(model).hexdigest(),
        "whole_numbers": {
            "command": f"python -m benchmarks.fit.eyes_int8 --views {options.views}",
            "from_sha256": stored.provenance["sha256"],
            "same_name": round(equal, 4),
        },
    }
    (options.out / NET_FILE).write_bytes(model)
    text = json.dumps(provenance, indent=1) + "\n"
    (options.out / PROVENANCE_FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
