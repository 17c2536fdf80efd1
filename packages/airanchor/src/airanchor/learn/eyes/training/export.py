"""The network as an ONNX file: weights in half precision, computed in single."""

import io
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from airanchor.embedded.eyes.net.planes import PLANES
from airanchor.embedded.eyes.net.weights import OUTPUT_NAMES
from airanchor.learn.eyes.training.net import OUTPUTS, EyesNet

_OPSET = 17
_SIDE = 64
_SMALL = 64
"""Tensors of so few numbers stay in single precision: shapes, scales, offsets."""


class _Answers(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """The network as it is asked: cells last but one, probabilities instead of logits."""

    def __init__(self, net: EyesNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, planes: Tensor) -> tuple[Tensor, ...]:
        """In the order of OUTPUT_NAMES: (b, h, w, channels) each, and the head with its bias below."""
        features = self.net.features(planes).permute(0, 2, 3, 1)
        weight, bias = self.net.out.weight.flatten(1), self.net.out.bias
        sizes = list(OUTPUTS.values())
        parts = zip(torch.split(weight, sizes), torch.split(bias, sizes), strict=True)
        _, traits, joins, _ = (nn.functional.linear(features, *part).sigmoid() for part in parts)
        return traits, joins, features, torch.cat([weight.T, bias[None]])


def export_net(net: EyesNet, path: Path) -> None:
    """Write the file at once or not at all; any picture whose sides are multiples of 32 will fit."""
    buffer = io.BytesIO()
    cells = {name: {1: "rows", 2: "columns"} for name in OUTPUT_NAMES if name != "head"}
    axes = {"planes": {2: "height", 3: "width"}, **cells}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Answers(net).eval(),
            (torch.zeros(1, PLANES, _SIDE, _SIDE),),
            buffer,
            input_names=["planes"],
            output_names=list(OUTPUT_NAMES),
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )
    model = _halved(onnx.load_from_string(buffer.getvalue()))
    part = path.with_suffix(".part")
    part.write_bytes(model.SerializeToString())
    part.replace(path)


def _halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """Large tensors kept as half floats, cast when the file is loaded: half the size, the same speed."""
    graph = model.graph
    casts = []
    for one in list(graph.initializer):
        values = numpy_helper.to_array(one)
        if values.dtype == np.float32 and values.size > _SMALL:
            graph.initializer.remove(one)
            half = numpy_helper.from_array(values.astype(np.float16), f"{one.name}_half")
            graph.initializer.append(half)
            casts.append(onnx.helper.make_node("Cast", [half.name], [one.name], to=onnx.TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])
    return model
