"""Flying the lifelong study and writing its page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from airanchor.bench.charts import write_chart
from airanchor.bench.lifelong.arms import CONTROL, LIFELONG
from airanchor.bench.lifelong.page import lifelong_chart, to_markdown
from airanchor.bench.lifelong.study import LifelongFindings, find
from airanchor.bench.run import Conduct, Driver, RunOrder
from airanchor.bench.run.inputs import ordered_episodes
from airanchor.bench.run.runner import Watcher
from airanchor.bench.studies import StudyPlan, fly_study, plan_facts, study_table
from airanchor.errors import InputError

FLIGHT_S = 6.0
"""Core seconds of a flight by the rules and of reading its trace; a survey takes about a minute more."""


@dataclass(frozen=True, slots=True)
class LifelongPage:
    """What was found, and the page that tells it."""

    found: LifelongFindings
    markdown: str
    json: dict[str, Any]


def plan_lifelong(
    root: Path, split: str, order: RunOrder, conduct: Conduct, command: str, *, arms: Sequence[str] = ()
) -> StudyPlan:
    """The study over one split; no prompts are kept, as a trace tells what the memory offered.

    Only these arms where any are named; what the others are judged by is always among them.
    """
    odd = [arm for arm in arms if arm not in LIFELONG.rows]
    if odd:
        raise InputError(f"the lifelong study has no arm {odd[0]!r}; valid are {', '.join(LIFELONG.rows)}")
    rows = tuple(row for row in LIFELONG.rows if not arms or row in (*arms, CONTROL))
    return StudyPlan(
        study=replace(LIFELONG, splits=(split,), rows=rows),
        root=root,
        order=replace(order, in_passes=True),
        conduct=conduct,
        command=command,
    )


def count_flights(plan: StudyPlan) -> tuple[int, int]:
    """Flights of one arm, and arms."""
    split = plan.study.splits[0]
    return len(ordered_episodes(plan.row_order(split, plan.study.rows[0]))), len(plan.study.rows)


def fly_lifelong(
    plan: StudyPlan,
    driver: Driver,
    *,
    jobs: int,
    watch: Callable[[], Watcher] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> LifelongPage:
    """Fly what is missing, count, and write ROOT/lifelong.md."""
    results = fly_study(plan, driver, watch=watch, tell=tell)
    split = plan.study.splits[0]
    tell("reading the traces for what became of each landmark")
    found = find(plan, split, results[split], jobs=jobs, told=tell)
    table = study_table(plan.study, results, plan_facts(plan))
    markdown = to_markdown(plan.study, found, command=plan.command, reasoner=plan.order.reasoner, table=table)
    plan.root.mkdir(parents=True, exist_ok=True)
    (plan.root / f"{plan.study.name}.md").write_text(markdown, encoding="utf-8")
    return LifelongPage(found, markdown, {**found.to_json(), "table": table.to_json()})


def write_lifelong_chart(plan: StudyPlan, page: LifelongPage) -> tuple[Path, ...]:
    """ROOT/lifelong.png for the page, and .pdf for papers."""
    files = (plan.root / f"{plan.study.name}{end}" for end in (".png", ".pdf"))
    return write_chart(lifelong_chart(page.found), *files)
