"""Serves a city over AirSim's wire: to this machine only unless told otherwise, and within limits."""

import errno
import socket
import socketserver
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from types import TracebackType
from typing import Any, Self

from aircity.airsim.address import PORT, AirSimAddress
from aircity.airsim.server.cameras import ServedCamera
from aircity.airsim.server.desk import ServedWorld
from aircity.airsim.server.methods import Method, find_method, methods_of
from aircity.airsim.server.moves import Clock, Flight
from aircity.airsim.server.scene import ServedScene
from aircity.airsim.wire import REQUEST, RESPONSE, MessageStream, WireError, pack, unpack
from aircity.errors import CityError, InputError
from aircity.machine.loopback import LOOPBACK

LARGEST_REQUEST_BYTES = 1 << 20
MOST_CLIENTS = 32
MOST_MOVES = 16
"""Long calls of one client that may be open at once."""
_CHUNK_BYTES = 1 << 16


class AirSimServer:
    """Serves one scene from `with` to the end of its block; all clients share its one drone."""

    def __init__(
        self,
        scene: ServedScene,
        *,
        host: str = LOOPBACK,
        port: int = PORT,
        is_exposed: bool = False,
        cameras: tuple[ServedCamera, ...] = (),
        vehicle: str = "Drone_1",
        clock_speed: float = 1.0,
    ) -> None:
        check_host(host, is_exposed=is_exposed)
        self._name = scene.name
        self.world = ServedWorld(scene, cameras=cameras, vehicle=vehicle, clock=Clock(clock_speed))
        self.methods = methods_of(self.world)
        self._listener = _Listener(host, port, self.methods)
        self._thread = threading.Thread(target=self._listener.serve_forever, args=(0.1,), daemon=True)

    @property
    def address(self) -> AirSimAddress:
        """Where clients find it."""
        host, port = self._listener.server_address[:2]
        return AirSimAddress(str(host), int(port))

    def facts(self) -> dict[str, Any]:
        """What clients must know, as plain values."""
        sizes = {
            name: {"colour_px": camera.scene_px, "depth_px": camera.depth_px, "fov_deg": camera.fov_deg}
            for name, camera in sorted(self.world.cameras.items())
        }
        (vehicle,) = self.world.vehicles()
        return {"address": str(self.address), "scene": self._name, "vehicle": vehicle, "cameras": sizes}

    def wait(self) -> None:
        """Until Ctrl-C."""
        while self._thread.is_alive():
            self._thread.join(timeout=0.5)

    def close(self) -> None:
        """Hang up on everyone and stop."""
        self.world.pilot.cancel()
        if self._thread.is_alive():
            self._listener.shutdown()
            self._thread.join()
        self._listener.server_close()
        self._listener.hang_up()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def check_host(host: str, *, is_exposed: bool) -> None:
    """AirSim's wire has no password, so another address than this machine's own must be wanted."""
    if not host:
        raise InputError(f"host '' is empty; give an address of this machine, as in {LOOPBACK}")
    if not _is_loopback(host) and not is_exposed:
        raise InputError(
            f"host {host!r} lets other machines in, and AirSim's wire has no password; "
            f"add --expose if that is wanted, or leave the host at {LOOPBACK}"
        )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # a name
        return False


def _fix(error: OSError) -> str:
    if error.errno == errno.EADDRNOTAVAIL:
        return "give an address of this machine"
    return "port 0 takes any free one"


class _Listener(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = MOST_CLIENTS

    def __init__(self, host: str, port: int, methods: Mapping[str, Method]) -> None:
        if not 0 <= port <= 65535:
            raise InputError(f"port {port} is not valid; it is 0 (any free one) to 65535")
        if ":" in host:
            self.address_family = socket.AF_INET6
        self.methods = methods
        self._clients: set[socket.socket] = set()
        self._lock = threading.Lock()
        try:
            super().__init__((host, port), _Client)
        except socket.gaierror as error:
            raise InputError(f"host {host!r} is not known ({error.strerror}); give {LOOPBACK}") from error
        except OSError as error:
            raise InputError(f"cannot serve on {host}:{port}: {error}; {_fix(error)}") from error

    def admit(self, client: socket.socket) -> bool:
        """Whether there is room for one more."""
        with self._lock:
            if len(self._clients) >= MOST_CLIENTS:
                return False
            self._clients.add(client)
            return True

    def leave(self, client: socket.socket) -> None:
        """A client is gone."""
        with self._lock:
            self._clients.discard(client)

    def hang_up(self) -> None:
        """End every connection."""
        with self._lock:
            clients = list(self._clients)
        for client in clients:
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is no news."""


class _Client(socketserver.BaseRequestHandler):
    """One connection: its calls in order, but long ones beside the others."""

    server: _Listener
    request: socket.socket

    def handle(self) -> None:
        """Answer until the client leaves or says something that is no call."""
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sending = threading.Lock()
        self._moves = threading.Semaphore(MOST_MOVES)
        if not self.server.admit(self.request):
            return
        stream = MessageStream(LARGEST_REQUEST_BYTES)
        try:
            while data := self.request.recv(_CHUNK_BYTES):
                for message in stream.feed(data):
                    self._take(unpack(message))
        except (OSError, WireError):
            return  # gone, or no client of ours
        finally:
            self.server.leave(self.request)

    def _take(self, message: Any) -> None:
        if not (isinstance(message, list) and len(message) == 4 and message[0] == REQUEST):
            raise WireError("not a request")
        _, number, name, params = message
        if not isinstance(number, int):
            raise WireError("a request's number is none")
        try:
            method = find_method(self.server.methods, name, params)
            if method.is_long and not self._moves.acquire(blocking=False):
                raise InputError(f"more than {MOST_MOVES} moves are open; wait for one to end")
        except CityError as error:
            self._send(number, str(error), None)
            return
        fault, result = _outcome(method.run, *params)
        if not method.is_long:
            self._send(number, fault, result)
        elif fault is None:
            threading.Thread(target=self._fly, args=(number, result), daemon=True).start()
        else:
            self._moves.release()
            self._send(number, fault, None)

    def _fly(self, number: int, flight: Flight) -> None:
        """The rest of a move that has begun; its answer may come after those to later calls."""
        try:
            with suppress(OSError):  # who asked is gone
                self._send(number, *_outcome(flight))
        finally:
            self._moves.release()

    def _send(self, number: int, error: str | None, result: Any) -> None:
        data = pack([RESPONSE, number, error, result])
        with self._sending:
            self.request.sendall(data)


def _outcome(run: Callable[..., Any], *params: Any) -> tuple[str | None, Any]:
    """Error and result of a call; a fault of our own is an answer too, and the connection goes on."""
    try:
        return None, run(*params)
    except CityError as fault:
        return str(fault), None
    except Exception as fault:
        return f"internal error: {type(fault).__name__}: {fault}", None
