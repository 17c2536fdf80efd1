"""Films as files: MP4 by the libraries of FFmpeg, which PyAV brings along, and GIF by Pillow."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from PIL import Image

from airanchor.errors import InputError, MissingExtra
from airanchor.viewer.video.film import VIDEO_SUFFIXES, Film

_QUALITY = "23"
"""Of H.264, as its constant rate factor; smaller is finer."""
_COLOURS = 256
"""Of each picture of a GIF."""
Advance = Callable[[], None]


def check_video_file(path: Path) -> None:
    """Refuse an ending that no film has, and MP4 where nothing can write it, before any work is done."""
    if path.suffix.lower() not in VIDEO_SUFFIXES:
        raise InputError(
            f"video {str(path)!r} ends in none of {', '.join(VIDEO_SUFFIXES)}; choose one of them"
        )
    if path.suffix.lower() == ".mp4":
        _av()


def write_video(film: Film, path: Path, advance: Advance = lambda: None) -> None:
    """Write a film, frame by frame; a file that could not be finished does not stay."""
    check_video_file(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        (_write_gif if path.suffix.lower() == ".gif" else _write_mp4)(film, part, advance)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _write_mp4(film: Film, path: Path, advance: Advance) -> None:
    av = _av()
    options = {"movflags": "+faststart"}  # a browser can begin before it has the whole
    with av.open(str(path), "w", format="mp4", options=options) as container:
        stream = container.add_stream("libx264", rate=film.format.frames_per_s)
        stream.width, stream.height = film.size_px
        stream.pix_fmt = "yuv420p"
        stream.options = {"crf": _QUALITY, "preset": "veryfast"}
        stream.time_base = Fraction(1, film.format.frames_per_s)
        for picture in film.frames:
            container.mux(stream.encode(av.VideoFrame.from_image(picture)))
            advance()
        container.mux(stream.encode())


def _write_gif(film: Film, path: Path, advance: Advance) -> None:
    frames = []
    for picture in film.frames:
        frames.append(picture.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))
        advance()
    pause_ms = round(1000 / film.format.frames_per_s)
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=pause_ms, loop=0, optimize=False)


def _av() -> Any:
    try:
        import av
    except ImportError as error:
        raise MissingExtra("writing an .mp4 file", "video", "airanchor") from error
    return av
