"""One connection to an AirSim server: a call and its answer, with time-outs."""

import itertools
import socket
import time
from collections.abc import Iterator
from typing import Any

from aircity.airsim.address import AirSimAddress
from aircity.airsim.wire import REQUEST, RESPONSE, MessageStream, WireError, pack, unpack
from aircity.errors import SimulatorError, WorldLost

LARGEST_ANSWER_BYTES = 256 * 1024 * 1024
_CHUNK_BYTES = 1 << 20


class ConnectionLost(WorldLost):
    """There is no answer from the server, or no server."""


class CallRefused(SimulatorError):  # noqa: N818
    """The server answered with an error; `words` are its own."""

    def __init__(self, method: str, words: str) -> None:
        self.words = words
        super().__init__(f"the AirSim server refused {method}: {words}")


class RpcConnection:
    """Asks one server, one call at a time; answers to calls that were given up are passed over."""

    def __init__(self, address: AirSimAddress, *, connect_timeout_s: float, call_timeout_s: float) -> None:
        self._address = address
        self._call_timeout_s = call_timeout_s
        self._ids = itertools.count(1)
        self._stream = MessageStream(LARGEST_ANSWER_BYTES)
        self._messages: Iterator[bytes] = iter(())
        try:
            self._socket = socket.create_connection((address.host, address.port), connect_timeout_s)
        except OSError as error:
            raise ConnectionLost(
                f"nothing answers at {address} ({error}); start an AirSim build there, or our own city: "
                f"aircity serve --scene practice-square --port {address.port}"
            ) from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(self, method: str, *params: Any) -> Any:
        """The server's answer."""
        return self.call_within(self._call_timeout_s, method, *params)

    def call_within(self, timeout_s: float, method: str, *params: Any) -> Any:
        """The server's answer, waited for no longer than this."""
        number = next(self._ids)
        deadline_s = time.monotonic() + timeout_s
        try:
            self._socket.settimeout(timeout_s)
            self._socket.sendall(pack([REQUEST, number, method, params]))
            while True:
                message = self._next_message(deadline_s)
                if isinstance(message, list) and len(message) == 4 and message[:2] == [RESPONSE, number]:
                    break
        except (OSError, WireError) as error:
            cause = f"none within {timeout_s:g} s" if isinstance(error, TimeoutError) else error
            raise ConnectionLost(
                f"{self._address} gave no answer to {method} ({cause or type(error).__name__})"
            ) from error
        if message[2] is not None:
            raise CallRefused(method, str(message[2]))
        return message[3]

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _next_message(self, deadline_s: float) -> Any:
        while True:
            for message in self._messages:
                return unpack(message)
            left_s = deadline_s - time.monotonic()
            if left_s <= 0:
                raise TimeoutError
            self._socket.settimeout(left_s)
            data = self._socket.recv(_CHUNK_BYTES)
            if not data:
                raise ConnectionError("it hung up")
            self._messages = self._stream.feed(data)
