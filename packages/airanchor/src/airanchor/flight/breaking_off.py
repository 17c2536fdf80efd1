"""What breaks a flight off from outside, and the ending that it then has."""

from collections.abc import Callable

from airanchor.errors import BudgetSpent, ChatRefused, FlightTimeSpent, WorldLost
from airanchor.flight.ending import Ending

Broken = tuple[Ending, str]
"""The ending, and its cause in words."""


def fly_until_broken(fly: Callable[[], None]) -> Broken | None:
    """Fly; None where the flight came to its own end. Other errors of the world and the recorder go on up."""
    try:
        fly()
    except BudgetSpent as error:
        return Ending.SPENT, str(error)
    except ChatRefused as error:
        return Ending.REFUSED, str(error)
    except FlightTimeSpent as error:
        return Ending.TIME, str(error)
    except WorldLost as error:
        return Ending.LOST, str(error)
    except KeyboardInterrupt:
        return Ending.INTERRUPTED, ""
    return None
