"""Gymnasium's render modes: `rgb_array` gives pictures, `human` shows them in a window of pygame."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from aircity.errors import InputError, MissingExtra

RENDER_MODES = ("human", "rgb_array")
SIDE_PX = 512


class Window(Protocol):
    """Where pictures are shown, or not."""

    def show(self, rgb: NDArray[np.uint8]) -> None:
        """Show a picture (height, width, 3)."""
        ...

    def close(self) -> None:
        """Take it away."""
        ...


def window_of(render_mode: str | None, title: str) -> Window:
    """A window for `human`, else none; InputError for a mode there is not."""
    if render_mode not in (None, *RENDER_MODES):
        raise InputError(f"render_mode {render_mode!r} is unknown; valid are None, 'human', 'rgb_array'")
    return PygameWindow(title) if render_mode == "human" else NoWindow()


class NoWindow:
    """Shows nothing."""

    def show(self, rgb: NDArray[np.uint8]) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """There is none."""


class PygameWindow:
    """A window that opens with the first picture; a user who closes it flies on without."""

    def __init__(self, title: str) -> None:
        try:
            import pygame
        except ImportError as error:
            raise MissingExtra("render_mode human", "gym") from error
        self._pygame: Any = pygame
        self._title = title
        self._screen: Any = None
        self._is_closed = False

    def show(self, rgb: NDArray[np.uint8]) -> None:
        """Show a picture, scaled to the window."""
        pygame = self._pygame
        if self._is_closed:
            return
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._screen = pygame.display.set_mode((SIDE_PX, SIDE_PX * rgb.shape[0] // rgb.shape[1]))
        picture = pygame.surfarray.make_surface(np.ascontiguousarray(rgb.swapaxes(0, 1)))
        self._screen.blit(pygame.transform.scale(picture, self._screen.get_size()), (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()

    def close(self) -> None:
        """Take the window away."""
        if self._screen is not None and not self._is_closed:
            self._pygame.display.quit()
        self._is_closed = True
