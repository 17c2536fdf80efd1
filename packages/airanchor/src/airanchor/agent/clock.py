"""The flight's clock: it counts passes of the loop, not seconds."""


class FlightClock:
    """ℓ of Algorithm 1, and the passes granted."""

    def __init__(self, granted: int) -> None:
        self.granted = granted
        self.iteration = 0
        """The pass that is being flown, from 1; 0 before the first."""

    @property
    def is_over(self) -> bool:
        """Whether no further pass is granted."""
        return self.iteration >= self.granted

    def tick(self) -> None:
        """A pass begins."""
        self.iteration += 1
