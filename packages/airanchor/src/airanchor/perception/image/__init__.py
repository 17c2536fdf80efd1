"""Image encoders that run on any machine, in order of preference."""

from airanchor.errors import InputError
from airanchor.perception.contracts import ImageEncoder
from airanchor.perception.image.histograms import Histograms
from airanchor.perception.weights import MOBILENET, tell_of_worse

IMAGE_CHOICES = ("mobilenet", "histograms")
"""The best first; histograms need no weights."""


def load_image_encoder(name: str | None = None) -> ImageEncoder:
    """The encoder of that name, or the best one installed; its own name goes into results."""
    if name is None:
        name = "mobilenet" if MOBILENET.is_installed else "histograms"
        if name == "histograms":
            tell_of_worse(MOBILENET, name)
    if name == "mobilenet":
        from airanchor.perception.image.mobilenet import MobileNetV2  # numba takes a while to import

        return MobileNetV2()
    if name == "histograms":
        return Histograms()
    raise InputError(f"image encoder {name!r} is unknown; valid are {', '.join(IMAGE_CHOICES)}")


__all__ = ["IMAGE_CHOICES", "Histograms", "load_image_encoder"]
