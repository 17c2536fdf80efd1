"""The folder of a flight: refused before anything is loaded, one flight's alone, full at the worst time."""

import json
import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from airanchor.cli.fly.out_folder import LOCK_FILE, claimed
from airanchor.errors import InputError
from tests.airanchor.cli.processes import (
    ENVIRONMENT,
    PATIENCE_S,
    SHORT,
    airanchor,
    events_of,
    interrupted,
    started,
)

CLIMB = ("fly", "Climb 6 metres.", *SHORT)


def test_what_is_no_folder_is_refused_before_a_city_is_looked_for(command, tmp_path):
    (tmp_path / "notes").write_text("mine")
    for out in ("notes", "notes/deep/flight"):
        result = command("fly", "Climb.", "--scene", "atlantis", "--out", str(tmp_path / out))
        assert result.code == 2 and "notes is a file, not a folder" in result.err
        assert len(result.err.splitlines()) == 1
    assert (tmp_path / "notes").read_text() == "mine"


def test_a_demo_checks_its_folder_too(command, tmp_path):
    (tmp_path / "notes").write_text("mine")
    result = command("demo", "--out", str(tmp_path / "notes"))
    assert result.code == 2 and "not a folder" in result.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="cannot be written to"), claimed(tmp_path / "flight"):
        pass


def test_a_folder_is_given_back_as_it_was(tmp_path):
    with claimed(tmp_path / "new" / "flight"):
        assert (tmp_path / "new" / "flight" / LOCK_FILE).read_text() == f"{os.getpid()}\n"
    assert not (tmp_path / "new").exists()
    with claimed(tmp_path):
        (tmp_path / "kept").write_text("")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def limited(size: int):
    """For a process whose files may not grow beyond a size, as on a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_is_found_before_the_flight(tmp_path):
    words = airanchor(*CLIMB, "--out", str(tmp_path / "flight"))
    ended = subprocess.run(words, capture_output=True, text=True, env=ENVIRONMENT, preexec_fn=limited(4096))
    assert ended.returncode == 2 and "cannot be written to: File too large" in ended.stderr
    assert not (tmp_path / "flight").exists() and len(ended.stderr.splitlines()) == 1


def test_a_disk_that_is_full_at_the_end_leaves_the_recording_and_the_summary(command, tmp_path):
    assert command(*CLIMB, "--out", str(tmp_path / "whole")).code == 0
    size = (tmp_path / "whole" / "replay.html").stat().st_size
    out = tmp_path / "flight"
    words = airanchor(*CLIMB, "--out", str(out))
    ended = subprocess.run(
        words, capture_output=True, text=True, env=ENVIRONMENT, preexec_fn=limited(size * 3 // 4)
    )
    assert ended.returncode == 2, ended.stderr
    last = ended.stderr.splitlines()[-1]
    assert last.startswith("error: the flight is over, but") and "replay.html" in last and "Errno" not in last
    assert json.loads((out / "summary.json").read_text())["ending"] == "completed"
    assert not (out / "replay.html").exists() and '"kind":"end"' in events_of(out)


def test_a_second_flight_in_the_same_folder_is_refused_until_the_first_is_gone(tmp_path):
    process = started(*CLIMB, "--out", str(tmp_path / "flight"))
    lock = tmp_path / "flight" / LOCK_FILE
    assert_comes(lock, process)
    refused = pytest.raises(InputError, match=rf"process {process.pid}\) is writing to .*flight")
    with refused, claimed(tmp_path / "flight"):
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE_S)
    assert lock.exists()
    with claimed(tmp_path / "flight"):
        assert lock.read_text() == f"{os.getpid()}\n"


def assert_comes(lock: Path, process: "subprocess.Popen[str]") -> None:
    while not (lock.exists() and lock.read_text().strip("\0")):
        assert process.poll() is None, process.communicate()


def test_ctrl_c_before_the_flight_leaves_nothing(tmp_path):
    process = started(*CLIMB, "--out", str(tmp_path / "flight"))
    code, err = interrupted(process, lambda: (tmp_path / "flight" / LOCK_FILE).exists())
    assert (code, err) == (130, "stopped\n")
    assert not (tmp_path / "flight").exists()
