"""The line to an AirSim build: speaks the dialect of the build, and comes back after a lost connection."""

from collections.abc import Callable
from typing import Any

from aircity.airsim.address import AirSimAddress
from aircity.airsim.config import AirSimConfig
from aircity.airsim.rpc import CallRefused, ConnectionLost, RpcConnection
from aircity.machine import interruption
from aircity.machine.folders import tell

_COSYS_VERSION = 4
"""Cosys-AirSim counts from here; AirSim and Colosseum stayed at 1."""
_WRONG_COUNT = "argument count"


class AirSimLink:
    """Calls a build; `restore` is called after each reconnection, before the call is made again."""

    def __init__(self, address: AirSimAddress, config: AirSimConfig) -> None:
        self.address = address
        self.restore: Callable[[], None] = lambda: None
        self._config = config
        self._may_reconnect = True
        self._connection = self._first_connection()
        self.version = self._version()
        self._takes_external = self.version < _COSYS_VERSION

    @property
    def is_cosys(self) -> bool:
        """Whether the build speaks Cosys-AirSim's dialect."""
        return not self._takes_external

    def call(self, method: str, *params: Any) -> Any:
        """The build's answer, on a new connection where the old one is lost."""
        try:
            return self._connection.call(method, *params)
        except ConnectionLost as loss:
            if not self._may_reconnect:
                raise
            return self._call_again(loss, method, *params)

    def call_for_camera(self, method: str, *params: Any) -> Any:
        """A call that in AirSim and Colosseum ends with `external`, and in Cosys-AirSim does not."""
        try:
            return self.call(method, *params, *self._external)
        except CallRefused as refusal:
            if _WRONG_COUNT not in refusal.words:
                raise
        self._takes_external = not self._takes_external
        return self.call(method, *params, *self._external)

    def stay_lost(self) -> None:
        """From now on a lost connection is not made anew."""
        self._may_reconnect = False

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    @property
    def _external(self) -> tuple[bool, ...]:
        return (False,) if self._takes_external else ()

    def _call_again(self, loss: ConnectionLost, method: str, *params: Any) -> Any:
        """Connect anew, bring the build back to where it was, and ask again."""
        tries, last = self._config.reconnect_tries, loss
        for number in range(1, tries + 1):
            tell(f"{last}; reconnect {number} of {tries}")
            interruption.sleep(self._config.reconnect_pause_s)
            try:
                self._connection.close()
                self._connection = self._connect()
                self._ping(self._connection)
                self._may_reconnect = False
                self.restore()
                return self._connection.call(method, *params)
            except ConnectionLost as error:
                last = error
            finally:
                self._may_reconnect = True
        raise ConnectionLost(
            f"the connection to {self.address} was lost ({loss}), and {tries} reconnects failed, the last "
            f"({last}); see why the build ended or hangs, and start it again"
        ) from last

    def _first_connection(self) -> RpcConnection:
        """One whose other end answers; where nothing listens, that is told at once."""
        number, tries = 1, self._config.reconnect_tries + 1
        while True:
            connection = self._connect()
            try:
                self._ping(connection)
                return connection
            except ConnectionLost as loss:
                connection.close()
                if number == tries:
                    raise ConnectionLost(
                        f"{loss}, in {tries} tries; is an AirSim build listening there? Start one, or our "
                        "own city: aircity serve --scene practice-square"
                    ) from loss
                tell(f"{loss}; try {number + 1} of {tries}")
            interruption.sleep(self._config.reconnect_pause_s)
            number += 1

    def _connect(self) -> RpcConnection:
        return RpcConnection(
            self.address,
            connect_timeout_s=self._config.connect_timeout_s,
            call_timeout_s=self._config.call_timeout_s,
        )

    def _ping(self, connection: RpcConnection) -> None:
        """Whoever accepts a connection and is a build answers this at once."""
        connection.call_within(self._config.connect_timeout_s, "ping")

    def _version(self) -> int:
        try:
            return int(self.call("getServerVersion"))
        except (CallRefused, TypeError, ValueError):
            return 1
