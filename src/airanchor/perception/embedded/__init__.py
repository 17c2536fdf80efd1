"""The embedded detector: finds what a phrase names in any RGB-D view by shape, size and colour alone.

It has no learned vision. Depth gives objects and their size in metres, colour gives names of colours and
textures, and a table of urban concepts says which sizes and textures each word goes with.
"""

from airanchor.perception.embedded.detector import EmbeddedDetector

__all__ = ["EmbeddedDetector"]
