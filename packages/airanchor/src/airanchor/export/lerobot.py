"""Flights as a LeRobotDataset, format v2.1: one parquet file an episode with its pictures, and meta files.

lerobot itself is not needed. A frame holds the picture ahead, the pose before the action, and the action.
"""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.errors import InputError, MissingExtra
from airanchor.export.frames import FlownActions, drawn
from aircity.world import Action

VERSION = "v2.1"
FPS = 1
"""Actions have no duration; a frame is a step."""
CHUNK = 1000
DATA_PATH = "data/chunk-{episode_chunk:03d}/episode_{episode_index:06d}.parquet"
VIDEO_PATH = "videos/chunk-{episode_chunk:03d}/{video_key}/episode_{episode_index:06d}.mp4"
PICTURE, STATE, ACTION = "observation.images.front", "observation.state", "action"
STATE_NAMES = ["north_m", "east_m", "up_m", "heading_rad"]
_COUNTERS = {"timestamp": "float32", "frame_index": "int64", "episode_index": "int64", "index": "int64"}
_COUNTERS |= {"task_index": "int64"}


def write_lerobot(
    flights: Sequence[FlownActions],
    folder: Path,
    *,
    size_px: int = 256,
    watch: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Write the dataset into a new folder, read it back, and return its info.json."""
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder} is not empty; a dataset is written into a new folder")
    _pyarrow()
    tasks = {text: number for number, text in enumerate(dict.fromkeys(one.instruction for one in flights))}
    episodes, stats, index = [], [], 0
    for number, (flight, pictures) in enumerate(drawn(list(flights), size_px)):
        columns = _columns(flight, number, index, tasks[flight.instruction])
        file = folder / DATA_PATH.format(episode_chunk=number // CHUNK, episode_index=number)
        _write_parquet(file, columns, pictures, size_px)
        length = len(flight.actions)
        episodes.append({"episode_index": number, "tasks": [flight.instruction], "length": length})
        stats.append({"episode_index": number, "stats": _stats(columns, pictures)})
        index += length
        watch(flight.name)
    info = _info(episodes, len(tasks), index, size_px)
    _write_meta(folder, info, tasks, episodes, stats)
    check_lerobot(folder)
    return info


def check_lerobot(folder: Path) -> None:
    """Read a dataset as its info.json describes it; InputError names the first thing that does not fit."""
    pq = _pyarrow().parquet
    info = json.loads((folder / "meta/info.json").read_text("utf-8"))
    rows = [json.loads(line) for line in (folder / "meta/episodes.jsonl").read_text("utf-8").splitlines()]
    index = 0
    for row in rows:
        number = row["episode_index"]
        file = folder / info["data_path"].format(episode_chunk=number // CHUNK, episode_index=number)
        table = pq.read_table(file)
        if set(table.column_names) != set(info["features"]) or table.num_rows != row["length"]:
            raise InputError(
                f"{file} has {table.num_rows} rows of {table.column_names}, meta tells otherwise"
            )
        if table["index"].to_pylist() != list(range(index, index + table.num_rows)):
            raise InputError(f"{file}: its frames do not follow those before it")
        with Image.open(io.BytesIO(table[PICTURE][0].as_py()["bytes"])) as picture:
            if [picture.height, picture.width, 3] != info["features"][PICTURE]["shape"]:
                raise InputError(f"{file}: a picture of {picture.size} is not as meta/info.json tells")
        index += table.num_rows
    if (len(rows), index) != (info["total_episodes"], info["total_frames"]):
        raise InputError(f"{folder}: {len(rows)} episodes, {index} frames, meta/info.json tells otherwise")


def _columns(flight: FlownActions, number: int, index: int, task: int) -> dict[str, NDArray[Any]]:
    count = len(flight.actions)
    frames = np.arange(count)
    state = [[pose.x_m, pose.y_m, pose.z_m, pose.heading_rad] for pose in flight.poses]
    return {
        STATE: np.array(state, np.float32),
        ACTION: np.array([int(action) for action in flight.actions], np.int64),
        "next.done": frames == count - 1,
        "timestamp": (frames / FPS).astype(np.float32),
        "frame_index": frames.astype(np.int64),
        "episode_index": np.full(count, number, np.int64),
        "index": (index + frames).astype(np.int64),
        "task_index": np.full(count, task, np.int64),
    }


def _write_parquet(
    file: Path, columns: dict[str, NDArray[Any]], pictures: Sequence[NDArray[np.uint8]], size_px: int
) -> None:
    pa = _pyarrow()
    encoded = [{"bytes": _png(picture), "path": None} for picture in pictures]
    picture_type = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    arrays: dict[str, Any] = {PICTURE: pa.array(encoded, picture_type)}
    for name, values in columns.items():
        is_vector = values.ndim == 2
        arrays[name] = pa.array(list(values), pa.list_(pa.float32(), 4)) if is_vector else pa.array(values)
    table = pa.table(arrays)
    described = {"info": {"features": {name: _hub_type(name) for name in table.column_names}}}
    file.parent.mkdir(parents=True, exist_ok=True)
    pa.parquet.write_table(
        table.replace_schema_metadata({"huggingface": json.dumps(described)}), file, compression="snappy"
    )


def _hub_type(name: str) -> dict[str, Any]:
    """A column as the hub's readers know it."""
    if name == PICTURE:
        return {"_type": "Image"}
    if name == STATE:
        return {"_type": "Sequence", "length": 4, "feature": {"_type": "Value", "dtype": "float32"}}
    return {"_type": "Value", "dtype": _features(1)[name]["dtype"]}


def _png(picture: NDArray[np.uint8]) -> bytes:
    out = io.BytesIO()
    Image.fromarray(picture).save(out, "PNG")
    return out.getvalue()


def _stats(columns: dict[str, NDArray[Any]], pictures: Sequence[NDArray[np.uint8]]) -> dict[str, Any]:
    """Least, greatest, mean and spread of every feature; of pictures by channel, from 0 to 1."""
    seen = np.stack(pictures).astype(np.float64).reshape(-1, 3) / 255
    found = {PICTURE: _spread(seen, len(pictures), shape=(3, 1, 1))}
    for name, values in columns.items():
        rows = values.reshape(len(values), -1).astype(np.float64)
        found[name] = _spread(rows, len(values), shape=(rows.shape[1],))
    return found


def _spread(rows: NDArray[np.float64], count: int, shape: tuple[int, ...]) -> dict[str, Any]:
    kinds = {
        "min": rows.min(axis=0),
        "max": rows.max(axis=0),
        "mean": rows.mean(axis=0),
        "std": rows.std(axis=0),
    }
    return {**{kind: value.reshape(shape).tolist() for kind, value in kinds.items()}, "count": [count]}


def _features(size_px: int) -> dict[str, dict[str, Any]]:
    names = [action.name for action in Action]
    picture = {"dtype": "image", "shape": [size_px, size_px, 3], "names": ["height", "width", "channels"]}
    return {
        PICTURE: picture,
        STATE: {"dtype": "float32", "shape": [4], "names": STATE_NAMES},
        ACTION: {"dtype": "int64", "shape": [1], "names": ["action"], "values": names},
        "next.done": {"dtype": "bool", "shape": [1], "names": None},
        **{name: {"dtype": dtype, "shape": [1], "names": None} for name, dtype in _COUNTERS.items()},
    }


def _info(episodes: list[dict[str, Any]], tasks: int, frames: int, size_px: int) -> dict[str, Any]:
    return {
        "codebase_version": VERSION,
        "robot_type": "airanchor-drone",
        "total_episodes": len(episodes),
        "total_frames": frames,
        "total_tasks": tasks,
        "total_videos": 0,
        "total_chunks": -(-len(episodes) // CHUNK),
        "chunks_size": CHUNK,
        "fps": FPS,
        "splits": {"train": f"0:{len(episodes)}"},
        "data_path": DATA_PATH,
        "video_path": VIDEO_PATH,
        "features": _features(size_px),
    }


def _write_meta(
    folder: Path,
    info: dict[str, Any],
    tasks: dict[str, int],
    episodes: list[dict[str, Any]],
    stats: list[dict[str, Any]],
) -> None:
    meta = folder / "meta"
    meta.mkdir(parents=True, exist_ok=True)
    (meta / "info.json").write_text(json.dumps(info, indent=4) + "\n", "utf-8")
    named = [{"task_index": number, "task": text} for text, number in tasks.items()]
    for name, rows in {"tasks": named, "episodes": episodes, "episodes_stats": stats}.items():
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
        (meta / f"{name}.jsonl").write_text("".join(lines), "utf-8")


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("writing a LeRobotDataset", "lerobot", "airanchor") from error
    return pyarrow
