"""Runs one build in a process group of its own and ends it, gently and then not, when its own input closes.

A program by itself, with nothing but Python's own modules: whoever started it may be killed at any moment,
and the build must not go on. Arguments: seconds to end in, the folder of the build's files, and the command.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

MOST_BYTES = 64_000
"""Of what the build prints, the last so many are kept."""
OUTPUT = "output.txt"
NOT_STARTED = 127
_LOOK_S = 0.05


def main(stop_s: float, folder: Path, command: list[str]) -> int:
    """Watch until the build ends or nobody needs it; the build's exit code."""
    over, starter = threading.Event(), os.getppid()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: over.set())
    try:
        build = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            process_group=0,
        )
    except OSError as error:
        (folder / OUTPUT).write_text(f"{command[0]} cannot be started: {error.strerror}\n", "utf-8")
        return NOT_STARTED
    keeping = threading.Thread(target=_keep_output, args=(build, folder / OUTPUT), daemon=True)
    keeping.start()
    threading.Thread(target=_wait_for_end, args=(over,), daemon=True).start()
    while build.poll() is None and not over.wait(_LOOK_S):
        pass
    _end_group(build, stop_s)
    keeping.join(1.0)
    if os.getppid() != starter:  # nobody is left to read the output
        shutil.rmtree(folder, ignore_errors=True)
    return build.returncode if build.returncode >= 0 else 128 - build.returncode


def _wait_for_end(over: threading.Event) -> None:
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    over.set()


def _keep_output(build: "subprocess.Popen[bytes]", file: Path) -> None:
    assert build.stdout is not None
    tail = b""
    while chunk := os.read(build.stdout.fileno(), MOST_BYTES):
        tail = (tail + chunk)[-MOST_BYTES:]
        with suppress(OSError):
            file.write_bytes(tail)


def _end_group(build: "subprocess.Popen[bytes]", stop_s: float) -> None:
    """End the build and all that it started: a script's simulator outlives the script."""
    deadline_s = time.monotonic() + stop_s
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(build.pid, signal.SIGTERM)
        while time.monotonic() < deadline_s:
            build.poll()
            os.killpg(build.pid, 0)
            time.sleep(_LOOK_S)
        os.killpg(build.pid, signal.SIGKILL)
    build.wait()


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))
