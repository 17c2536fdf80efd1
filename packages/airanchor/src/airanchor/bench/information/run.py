"""Recording the flights of the information study, where none are given, and writing its page."""

from collections.abc import Callable
from pathlib import Path

from airanchor.bench.charts import write_chart
from airanchor.bench.information.page import information_chart, to_markdown
from airanchor.bench.information.study import InformationFindings
from airanchor.bench.run import Conduct, Driver, RunOrder, fly_run, prepare_run
from airanchor.bench.run.runner import Watcher
from airanchor.errors import BudgetSpent
from airanchor.trace import Keep

NAME = "information"


def record_flights(
    root: Path,
    order: RunOrder,
    driver: Driver,
    *,
    command: str,
    watch: Watcher | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Fly with every prompt and every pixel kept, about 10 MB a flight; goes on where it was broken off."""
    conduct = Conduct(images=Keep.COLOUR.value, calls=True)
    prepare_run(root, order, conduct=conduct, command=command, tell=tell)
    outcome = fly_run(root, driver=driver, watch=watch)
    if outcome.spent is not None:
        raise BudgetSpent(outcome.spent)


def write_information(out: Path, found: InformationFindings, command: str) -> str:
    """Write OUT/information.md and return it."""
    page = to_markdown(found, command)
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{NAME}.md").write_text(page, encoding="utf-8")
    return page


def write_information_chart(out: Path, found: InformationFindings) -> tuple[Path, ...]:
    """OUT/information.png for the page, and .pdf for papers."""
    return write_chart(information_chart(found), *(out / f"{NAME}{end}" for end in (".png", ".pdf")))
