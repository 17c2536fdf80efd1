"""Carries out what a page asks: at once what concerns the helm, and by the pilot's thread what takes time."""

import threading
from pathlib import Path

from airanchor.cockpit.board import Board
from airanchor.cockpit.cities import checked_city
from airanchor.cockpit.commands import (
    ChooseCity,
    Command,
    ExportTurn,
    PlaceDrone,
    SayMore,
    SetSpeed,
    Steer,
    Switch,
)
from airanchor.cockpit.export import export_turn, exported_ids
from airanchor.cockpit.options import SPEEDS
from airanchor.cockpit.pilot import CockpitPilot
from airanchor.cockpit.sessions import find_turn
from airanchor.errors import InputError
from aircity.world import Action


class Console:
    """One for all browsers; any thread may use it."""

    def __init__(self, board: Board, pilot: CockpitPilot, out: Path) -> None:
        self._board, self._pilot, self._out = board, pilot, out
        self._beginning = threading.Lock()

    def obey(self, command: Command) -> None:
        """Do it, or raise InputError with what is in the way."""
        match command:
            case ChooseCity():
                city = checked_city(command.city)
                self._break_off("another city was opened")
                self._pilot.post(lambda: self._pilot.open(city))
            case PlaceDrone():
                self._place(command)
            case SayMore():
                self._say(command.text.strip())
            case Steer():
                self._steer(Action.parse(command.action))
            case Switch():
                self._switch(command.do)
            case SetSpeed():
                self._set_speed(command.speed)
            case ExportTurn():
                turn = find_turn(self._out, command.session, command.turn)
                export_turn(self._out, turn, command.text)
                self._board.set(exported=exported_ids(self._out))

    @property
    def _is_flying(self) -> bool:
        return bool(self._board.value("phase") == "flying")

    def _break_off(self, why: str) -> None:
        if self._is_flying:
            self._pilot.helm.break_off(why)

    def _need_city(self) -> None:
        if self._board.value("city") is None:
            raise InputError("there is no city to fly in yet; choose one first")

    def _place(self, wanted: PlaceDrone) -> None:
        self._need_city()
        if self._is_flying:
            raise InputError("the drone is in flight; stop it before you put it somewhere else")
        self._pilot.post(lambda: self._pilot.put(wanted.north, wanted.east, wanted.up, wanted.heading))

    def _say(self, text: str) -> None:
        self._need_city()
        if not text:
            raise InputError("the sentence is empty; say where to fly")
        self._break_off("something else was said")
        self._pilot.hear(text)

    def _steer(self, action: Action) -> None:
        self._need_city()
        helm = self._pilot.helm
        if not self._is_flying:
            self._begin_by_hand(action)
            return
        if not helm.is_by_hand or helm.is_paused:
            helm.take_over()
            self._pilot.show_helm()
        helm.press(action)

    def _begin_by_hand(self, first: Action | None) -> None:
        with self._beginning:
            if not self._is_flying:
                self._board.set(phase="flying")  # a second key must not begin a second flight
                self._pilot.post(lambda: self._pilot.steer(first))

    def _switch(self, what: str) -> None:
        self._need_city()
        helm = self._pilot.helm
        if what == "leave":
            self._break_off("the city was left")
            self._pilot.post(self._pilot.leave)
        elif what == "take over" and not self._is_flying:
            self._begin_by_hand(None)
        elif not self._is_flying:
            raise InputError("nothing is being flown; say where to fly first")
        elif what == "stop":
            helm.break_off("stopped by a person")
        else:
            {
                "pause": helm.pause,
                "resume": helm.resume,
                "take over": helm.take_over,
                "give back": helm.give_back,
            }[what]()
            self._pilot.show_helm()

    def _set_speed(self, speed: float) -> None:
        if speed not in SPEEDS:
            raise InputError(
                f"speed {speed:g} is not offered; valid are {', '.join(f'{one:g}' for one in SPEEDS)}"
            )
        self._pilot.film.speed = speed
        self._board.set(speed=speed)
