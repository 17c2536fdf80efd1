"""Who steers: the navigator, a person, or nobody for now; switched by any thread, met by the flight's own.

A flight meets the helm at every look and step, before it happens, so nothing is ever cut in the middle.
"""

import threading
import time
from collections import deque

from aircity.world import Action


class Helm:
    """Pause, take over, give back, break off. Time stands still for the flight while it is held."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._is_paused = self._is_by_hand = False
        self._keys: deque[Action] = deque(maxlen=1)  # a key that is held down must not be flown for minutes
        self.was_by_hand = False
        """Whether what the flight does now was a person's action; set by the flight's own thread."""
        self._cause: str | None = None
        self._held_s = 0.0
        self._held_since_s: float | None = None

    @property
    def is_paused(self) -> bool:
        """Whether nobody steers."""
        return self._is_paused

    @property
    def is_by_hand(self) -> bool:
        """Whether a person steers."""
        return self._is_by_hand

    @property
    def cause(self) -> str | None:
        """Why the flight is broken off, in words; None while it is not."""
        return self._cause

    def begin(self, *, by_hand: bool = False, first: Action | None = None) -> None:
        """A new flight: what was wanted of the last one is forgotten. `first` is the key that began it."""
        with self._change:
            self._is_paused, self._is_by_hand, self._cause = False, by_hand, None
            self._keys.clear()
            if first is not None:
                self._keys.append(first)
            self._held_s, self._held_since_s = 0.0, None
            self._change.notify_all()

    def pause(self) -> None:
        """Hold the drone where it is, from its next step on."""
        self._switch(paused=True, by_hand=self._is_by_hand)

    def resume(self) -> None:
        """Let whoever steered go on."""
        self._switch(paused=False, by_hand=self._is_by_hand)

    def take_over(self) -> None:
        """A person steers from the next step on."""
        self._switch(paused=False, by_hand=True)

    def give_back(self) -> None:
        """The navigator steers again."""
        self._switch(paused=False, by_hand=False)

    def press(self, action: Action) -> None:
        """One action of the person who steers; only the newest waits."""
        with self._change:
            if self._is_by_hand and not self._is_paused:
                self._keys.append(action)
                self._change.notify_all()

    def break_off(self, words: str) -> None:
        """End the flight at its next look or step."""
        with self._change:
            self._cause = self._cause or words
            self._change.notify_all()

    def next_action(self) -> Action | None:
        """What a person wants to fly now, or None where the navigator may go on; waits while it may not.

        Raises KeyboardInterrupt where the flight is to end: what every navigator takes for a person's STOP.
        """
        with self._change:
            while self._cause is None:
                if not (self._is_paused or self._is_by_hand):
                    self.was_by_hand = False
                    return None
                if self._keys and not self._is_paused:
                    self.was_by_hand = True
                    return self._keys.popleft()
                self._change.wait()
            raise KeyboardInterrupt(self._cause)

    def wait_in_air(self) -> None:
        """Between two pictures of a step: wait while paused."""
        with self._change:
            while self._is_paused and self._cause is None:
                self._change.wait()

    def sleep(self, seconds: float) -> None:
        """Sleep on a flight's thread; who breaks the flight off ends it."""
        with self._change:
            if self._change.wait_for(lambda: self._cause is not None, seconds):
                raise KeyboardInterrupt(self._cause)

    def clock(self) -> float:
        """Seconds of flying: the time in which the navigator could not fly does not count."""
        now_s = time.monotonic()
        held_s = 0.0 if self._held_since_s is None else now_s - self._held_since_s
        return now_s - self._held_s - held_s

    def _switch(self, *, paused: bool, by_hand: bool) -> None:
        with self._change:
            now_s = time.monotonic()
            if self._held_since_s is not None:
                self._held_s += now_s - self._held_since_s
            self._is_paused, self._is_by_hand = paused, by_hand
            self._held_since_s = now_s if paused or by_hand else None
            if not by_hand:
                self._keys.clear()
            self._change.notify_all()
