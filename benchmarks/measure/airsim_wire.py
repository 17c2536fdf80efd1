"""Times views over AirSim's wire beside the same views taken directly, and says where the time goes.

Run: python -m benchmarks.measure.airsim_wire [--views 40] [--json]
One process serves the city, as `aircity serve` does; this one turns the drone by 15 degrees and takes colour
and depth of 512x512: directly, through our client (throwing no picture away after a teleport, and one,
the default), and through the Cosys-AirSim client where it is installed. The ways take turns at every view, so
that what else the machine does strikes all alike; each has headings of its own, so that none finds a view
rendered for another.
"""

import argparse
import importlib.util
import itertools
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import aircity
from aircity.airsim import AirSimConfig
from aircity.airsim.address import AirSimAddress
from aircity.airsim.messages import pose_message
from aircity.airsim.pictures import swap_red_and_blue
from aircity.airsim.wire import MessageStream, pack, unpack
from aircity.geometry import Pose
from aircity.world import Action, Simulator, advance

SCENE = "practice-square"
_ROOT = Path(__file__).parents[2]


@contextmanager
def served_city() -> Iterator[str]:
    """The address of the city, served by a process of its own."""
    command = [sys.executable, "-m", "aircity", "serve", "--scene", SCENE, "--port", "0", "--json"]
    paths = [str(_ROOT / "packages" / name / "src") for name in ("aircity", "airanchor")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            told = ""
            while not told.endswith("}\n") or told.count("{") != told.count("}"):
                line = process.stdout.readline()
                if not line:
                    raise SystemExit("the city could not be served; the lines above say why")
                told += line
            yield json.loads(told)["address"]
        finally:
            process.terminate()


def start_of(number: int) -> Pose:
    """Where one of the ways begins."""
    return aircity.start(SCENE).turned(math.radians(3.0 * number))


def turning(world: Simulator, number: int) -> Callable[[], None]:
    """A turn and the view after it."""
    world.reset(start_of(number))

    def view() -> None:
        world.step(Action.TURN_RIGHT)
        world.observe()

    return view


def cosys_views(address: str) -> Callable[[], None] | None:
    """The same calls by the Cosys-AirSim client, with depth as an array."""
    if importlib.util.find_spec("cosysairsim") is None:
        return None
    import cosysairsim as airsim

    place = AirSimAddress.parse(address)
    client = airsim.VehicleClient(ip=place.host, port=place.port, timeout_value=60)
    kinds = ((airsim.ImageType.Scene, False), (airsim.ImageType.DepthPerspective, True))
    requests = [airsim.ImageRequest("front_0", kind, is_float, False) for kind, is_float in kinds]

    poses = itertools.accumulate(itertools.repeat(Action.TURN_RIGHT), advance, initial=start_of(3))

    def view() -> None:
        client.simSetVehiclePose(pose_message(next(poses)), True, "Drone_1")
        colour, depth = client.simGetImages(requests, "Drone_1")
        np.frombuffer(colour.image_data_uint8, np.uint8).reshape(512, 512, 3)
        np.array(depth.image_data_float, np.float32).reshape(512, 512)

    return view


def stages() -> dict[str, float]:
    """Milliseconds of each piece of work on one view, measured alone."""
    rng = np.random.default_rng(0)
    rgb = rng.integers(0, 256, (512, 512, 3), dtype=np.uint8)
    depth_m = rng.random((512, 512), dtype=np.float32)
    answer = [{"image_data_uint8": rgb.tobytes(), "image_data_float": []}, {"image_data_float": depth_m}]
    message = pack([1, 1, None, answer])
    pieces = [message[at : at + (1 << 20)] for at in range(0, len(message), 1 << 20)]

    def cut() -> None:
        stream = MessageStream(1 << 28)
        for piece in pieces:
            for _ in stream.feed(piece):
                pass

    work: dict[str, Callable[[], object]] = {
        "server: channels": lambda: swap_red_and_blue(rgb).tobytes(),
        "server: pack": lambda: pack([1, 1, None, answer]),
        "client: find the end": cut,
        "client: unpack": lambda: unpack(message),
        "client: channels, sky, holes": lambda: (
            swap_red_and_blue(rgb),
            np.where(np.where(depth_m >= 1e4, np.inf, depth_m) > 0, depth_m, np.float32(0)),
        ),
    }
    return {name: median_ms(run, 15) for name, run in work.items()}


def median_ms(run: Callable[[], object], times: int) -> float:
    """The median time of a call."""
    return statistics.median(_ms(run) for _ in range(times))


def _ms(run: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    run()
    return 1e3 * (time.perf_counter() - began_s)


def measure(views: int) -> dict[str, Any]:
    """Median times of every way, and their ratio to the direct one."""
    times: dict[str, list[float]] = {}
    with served_city() as address:
        quick = AirSimConfig(collision="solid", sync_frames=0)
        ways = {
            "direct": turning(aircity.make(SCENE), 0),
            "our client, no sync frame": turning(aircity.open_airsim(address, config=quick), 1),
            "our client, one sync frame": turning(
                aircity.open_airsim(address, config=AirSimConfig(collision="solid")), 2
            ),
        }
        if (cosys := cosys_views(address)) is not None:
            ways["cosysairsim"] = cosys
        for _ in range(views):
            for name, way in ways.items():
                times.setdefault(name, []).append(_ms(way))
    medians = {name: statistics.median(row) for name, row in times.items()}
    rows = {
        name: {"ms": round(ms, 1), "per_s": round(1e3 / ms, 1), "ratio": round(ms / medians["direct"], 2)}
        for name, ms in medians.items()
    }
    return {"views": views, "ways": rows, "stages_ms": {name: round(ms, 2) for name, ms in stages().items()}}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--views", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.views)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for name, row in found["ways"].items():
        print(f"{name:28} {row['ms']:6.1f} ms  {row['per_s']:5.1f} per s  {row['ratio']:.2f} x direct")
    for name, ms in found["stages_ms"].items():
        print(f"  {name:30} {ms:5.2f} ms")


if __name__ == "__main__":
    main()
