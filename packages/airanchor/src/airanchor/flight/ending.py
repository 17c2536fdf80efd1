"""How a flight ends."""

from enum import StrEnum


class Ending(StrEnum):
    """Why a flight ended. STOP is executed in every case, and the world gets it unless it is lost."""

    COMPLETED = "completed"
    """All of the instruction was done, as far as the navigator can tell."""
    GUESSED = "guessed"
    """All was flown, but something was never recognised where it should be, or all is hardly right."""
    PARTLY = "partly done"
    NOT_FOUND = "not found"
    GIVEN_UP = "given up"
    NOT_UNDERSTOOD = "not understood"
    """Nothing was flown, since nothing could be read."""
    STOPPED = "stopped"
    """The navigator stopped and cannot tell whether anything was done."""
    ITERATIONS = "iteration budget"
    SPENT = "reasoner budget spent"
    REFUSED = "reasoner refused"
    """The model's service refuses every call."""
    TIME = "time limit"
    LOST = "world lost"
    """The world, which is somewhere else, no longer answers."""
    INTERRUPTED = "interrupted"

    @property
    def is_own(self) -> bool:
        """Whether the navigator itself ended the flight, rather than a limit or a person."""
        return self in _OWN


_OWN = frozenset(
    (
        Ending.COMPLETED,
        Ending.GUESSED,
        Ending.PARTLY,
        Ending.NOT_FOUND,
        Ending.GIVEN_UP,
        Ending.NOT_UNDERSTOOD,
        Ending.STOPPED,
    )
)
