"""The line to an AirSim build: speaks the dialect of the build, and comes back after a lost connection."""

from collections.abc import Callable
from typing import Any

from aircity.airsim.address import AirSimAddress
from aircity.airsim.config import AirSimConfig
from aircity.airsim.rpc import CallRefused, ConnectionLost, RpcConnection
from aircity.machine import interruption

_COSYS_VERSION = 4
"""Cosys-AirSim counts from here; AirSim and Colosseum stayed at 1."""
_WRONG_COUNT = "argument count"


class AirSimLink:
    """Calls a build; `restore` is called after each reconnection, before the call is made again."""

    def __init__(self, address: AirSimAddress, config: AirSimConfig) -> None:
        self.address = address
        self.restore: Callable[[], None] = lambda: None
        self._config = config
        self._is_restoring = False
        self._connection = self._connect()
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
            if self._is_restoring:
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

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    @property
    def _external(self) -> tuple[bool, ...]:
        return (False,) if self._takes_external else ()

    def _call_again(self, loss: ConnectionLost, method: str, *params: Any) -> Any:
        """Connect anew, bring the build back to where it was, and ask again."""
        for _ in range(self._config.reconnect_tries):
            interruption.sleep(self._config.reconnect_pause_s)
            try:
                self._connection.close()
                self._connection = self._connect()
                self._is_restoring = True
                self.restore()
                return self._connection.call(method, *params)
            except ConnectionLost as error:
                loss = error
            finally:
                self._is_restoring = False
        raise loss

    def _connect(self) -> RpcConnection:
        return RpcConnection(
            self.address,
            connect_timeout_s=self._config.connect_timeout_s,
            call_timeout_s=self._config.call_timeout_s,
        )

    def _version(self) -> int:
        self.call("ping")
        try:
            return int(self.call("getServerVersion"))
        except (CallRefused, TypeError, ValueError):
            return 1
