"""Ctrl-C in a process of its own: what it says, when it raises, and that it never ends in a trail."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C of another process is a POSIX signal")

BEGIN = "from aircity.machine import interruption as i; import sys, time; i.install()\n"
READY = "print('ready', flush=True)\n"
# Short sleeps: a signal that comes just before a sleep begins is met only when that sleep ends.
SLEEP = "for _ in range(600): time.sleep(0.1)"


def pressed(program: str, times: int = 1, apart_s: float = 0.5) -> tuple[int, str, str]:
    """Run it, press Ctrl-C once it is ready, and return its code and what it said."""
    with subprocess.Popen(
        [sys.executable, "-c", BEGIN + program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for number in range(times):
            time.sleep(apart_s if number else 0.0)
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_while_modules_load_it_ends_at_once_with_one_word():
    assert pressed(READY + SLEEP) == (130, "", "stopped\n")


def test_in_a_command_it_raises():
    program = f"with i.raising():\n try:\n  {READY}  {SLEEP}\n except KeyboardInterrupt:\n  print('met')"
    assert pressed(program) == (0, "met\n", "")


HELD = f"""
with i.raising():
    try:
        with i.held("stopping"):
            {READY}
            ends = time.monotonic() + 30
            while not i.is_pressed() and time.monotonic() < ends:
                pass
            print("whole")
            {{then}}
    except KeyboardInterrupt:
        print("met")
i.leave(130)
"""


def test_where_it_is_held_it_is_told_at_once_and_met_at_a_safe_point():
    assert pressed(HELD.format(then="i.check()")) == (130, "whole\nmet\n", "stopping\n")
    assert pressed(HELD.format(then="i.sleep(60)")) == (130, "whole\nmet\n", "stopping\n")


def test_without_a_safe_point_nothing_is_torn_and_a_second_one_ends_at_once():
    assert pressed(HELD.format(then="pass")) == (130, "whole\n", "stopping\n")
    code, _, err = pressed(HELD.format(then=SLEEP), times=2)
    assert (code, err) == (130, "stopping\nended at once\n")


def test_two_signals_of_one_key_press_are_one():
    slow_machine = "i._SAME_PRESS_S = 30.0\n"  # where a quarter of a second may pass between two signals
    program = slow_machine + HELD.format(then="i.sleep(60)")
    assert pressed(program, times=2, apart_s=0.0)[::2] == (130, "stopping\n")


def test_another_thread_is_not_interrupted():
    then = "from threading import Thread as T; t = T(target=i.check); t.start(); t.join(); i.check()"
    assert pressed(HELD.format(then=then)) == (130, "whole\nmet\n", "stopping\n")


def test_who_wants_it_ignored_is_heard():
    program = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    ignoring = f"trap '' INT; exec {sys.executable} -c '{(BEGIN + program).replace(chr(10), chr(59))}'"
    told = subprocess.run(["sh", "-c", ignoring], capture_output=True, text=True, check=True)
    assert told.stdout == "True\n"
