"""The flight recorder that every tool reads: versioned typed events, and images by content hash."""

from airanchor.trace.events import (
    FORMAT_VERSION,
    Event,
    HeaderEvent,
    NoteEvent,
    SceneEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    UnknownEvent,
    View,
    ViewEvent,
)
from airanchor.trace.images import ImageStore, content_hash
from airanchor.trace.reader import Trace, read_trace
from airanchor.trace.writer import TraceWriter

__all__ = [
    "FORMAT_VERSION",
    "Event",
    "HeaderEvent",
    "ImageStore",
    "NoteEvent",
    "SceneEvent",
    "StartEvent",
    "StepEvent",
    "StopEvent",
    "Trace",
    "TraceWriter",
    "UnknownEvent",
    "View",
    "ViewEvent",
    "content_hash",
    "read_trace",
]
