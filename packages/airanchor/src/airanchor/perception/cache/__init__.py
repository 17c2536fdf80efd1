"""A disk cache that has the interface of what it wraps: encoders and detectors whose answers are kept.

Keys hold the wrapped part's name and everything its answer depends on, so a cache may be shared by runs,
processes and settings. Values are plain arrays; nothing in a cache file can run.
"""

from airanchor.perception.cache.store import Store
from airanchor.perception.cache.wrappers import CachedDetector, CachedImageEncoder, CachedTextEncoder

__all__ = ["CachedDetector", "CachedImageEncoder", "CachedTextEncoder", "Store"]
