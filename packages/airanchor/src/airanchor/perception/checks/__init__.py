"""The conformance kits of perception: run your own encoder or detector through them.

Each raises ConformanceError at the first broken rule, and names it.

    check_text_encoder(MyEncoder())
"""

from airanchor.perception.checks.detectors import check_detector
from airanchor.perception.checks.encoders import check_image_encoder, check_text_encoder

__all__ = ["check_detector", "check_image_encoder", "check_text_encoder"]
