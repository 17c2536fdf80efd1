"""The one file that calls ONNX Runtime: a model's bytes in, a function from planes to arrays out."""

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from airanchor.embedded.eyes.net.weights import OUTPUT_NAMES
from airanchor.errors import InputError

Floats = NDArray[np.float32]


class NetRuntime:
    """A loaded network. One thread: flights share cores, and the same numbers come out everywhere."""

    def __init__(self, model: bytes) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        told = tuple(one.name for one in self._session.get_outputs())
        if told != OUTPUT_NAMES:
            raise InputError(f"the network tells {', '.join(told)}; it should tell {', '.join(OUTPUT_NAMES)}")

    def run(self, planes: Floats) -> dict[str, Floats]:
        """The outputs for (1, PLANES, h, w): (1, h / 2, w / 2, channels) each, and the head as it is."""
        told = self._session.run(None, {"planes": planes})
        return dict(zip(OUTPUT_NAMES, told, strict=True))
