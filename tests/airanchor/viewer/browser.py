"""A headless Chromium driven through a pipe: real keys, real clicks, and all it says and asks for."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE_S = 30.0
KEYS = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Enter": 13, "Tab": 9, " ": 32}


def find_browser() -> str | None:
    """A Chromium on this machine, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One browser process; its pages share nothing with a user's."""

    def __init__(self, executable: str, profile: Path) -> None:
        there, self._send_fd = os.pipe()
        self._receive_fd, here = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (there, here)]

        def wire() -> None:
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [
                executable, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--hide-scrollbars", "--disable-dev-shm-usage", f"--user-data-dir={profile}", "about:blank",
            ],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for end in (there, here, *ends):
            os.close(end)
        self._buffer = b""
        self._count = 0
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """One command and its result."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._send_fd, json.dumps(message).encode() + b"\0")
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            answer = self._receive(deadline_s, method)
            if answer.get("id") == self._count:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def _receive(self, deadline_s: float, method: str) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._receive_fd], [], [], max(0.0, deadline_s - time.monotonic()))
            data = os.read(self._receive_fd, 1 << 20) if ready else b""
            if not data:
                raise AssertionError(f"the browser did not answer {method}")
            self._buffer += data
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def open(self, url: str, *, width: int = 1280, height: int = 900, is_dark: bool = False) -> "Page":
        """A page of this size, in light or dark."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 500,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[scheme])
        page.call("Page.navigate", url=url)
        page.wait("document.readyState === 'complete'")
        return page

    def close(self) -> None:
        """End the browser."""
        self._process.terminate()
        self._process.wait(timeout=PATIENCE_S)
        os.close(self._send_fd)
        os.close(self._receive_fd)


class Page:
    """One tab."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self._browser = browser
        self._session = session
        self._target = target

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command to this tab."""
        return self._browser.call(method, self._session, **parameters)

    def value(self, expression: str) -> Any:
        """What a JavaScript expression is."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, expression: str) -> None:
        """Until an expression is true."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not self.value(f"Boolean({expression})"):
            assert time.monotonic() < deadline_s, f"never true: {expression}"
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """Type one key."""
        text = {"text": key} if key == " " else {"text": "\r"} if key == "Enter" else {}
        named = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": KEYS[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown", **named, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    def picture(self, file: Path, *, is_whole: bool = False) -> None:
        """A screenshot."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=is_whole)["data"]
        file.write_bytes(base64.b64decode(data))

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings of the page: exceptions, console, security policy."""
        found = []
        for event in self._events():
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(parameters["exceptionDetails"])[:600])
            if event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                found.append(json.dumps(parameters["args"])[:600])
            if event["method"] == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"][:600])
        return found

    @property
    def requests(self) -> list[str]:
        """Every address the page asked for, embedded data left out."""
        return [
            url
            for event in self._events()
            if event["method"] == "Network.requestWillBeSent"
            and not (url := event["params"]["request"]["url"]).startswith("data:")
        ]

    def _events(self) -> list[dict[str, Any]]:
        self.value("1")
        return [event for event in self._browser.events if event.get("sessionId") == self._session]

    def close(self) -> None:
        """Close the tab."""
        self._browser.call("Target.closeTarget", targetId=self._target)
