"""A study as a page: its table with tests, what its kind adds, and a picture."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from airanchor.bench.charts import Chart, write_chart
from airanchor.bench.paper_numbers import paper_methods
from airanchor.bench.report import (
    RowLabel,
    RunFacts,
    Table,
    facts_of,
    level_chart,
    metric_chart,
    setting_chart,
    table_of,
    to_markdown,
)
from airanchor.bench.report.table import label_of
from airanchor.bench.results import EpisodeResult
from airanchor.bench.rows import find_row
from airanchor.bench.run.record import read_record
from airanchor.bench.studies.disturbances import condition_lines, moving_hits
from airanchor.bench.studies.extras import (
    method_lines,
    methods_of,
    order_lines,
    order_spread,
    role_chart,
    role_lines,
    roles_of,
)
from airanchor.bench.studies.flights import Results, StudyPlan
from airanchor.bench.studies.study import Study
from airanchor.bench.studies.styles import style_lines, success_by_style


@dataclass(frozen=True, slots=True)
class StudyPage:
    """What a study found."""

    table: Table
    markdown: str
    chart: Chart
    extras: Mapping[str, Any]
    """What the kind of study adds, as plain values."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**self.table.to_json(), **self.extras}


def write_page(plan: StudyPlan, results: Results) -> StudyPage:
    """Make the page and write it to ROOT/NAME.md."""
    page = make_page(plan.study, results, plan_facts(plan))
    plan.root.mkdir(parents=True, exist_ok=True)
    (plan.root / f"{plan.study.name}.md").write_text(page.markdown, encoding="utf-8")
    return page


def write_page_chart(plan: StudyPlan, page: StudyPage) -> tuple[Path, ...]:
    """Write the chart that the page shows, ROOT/NAME.png, and the same for papers, ROOT/NAME.pdf."""
    return write_chart(page.chart, *(plan.root / f"{plan.study.name}{end}" for end in (".png", ".pdf")))


def make_page(study: Study, results: Results, facts: tuple[RunFacts, ...] = ()) -> StudyPage:
    """The page of results that were flown."""
    table = study_table(study, results, facts)
    lines, extras = _added(study, results)
    markdown = "\n".join(
        [
            f"# {study.title}",
            "",
            study.question,
            "",
            f"![{study.title}]({study.name}.png)",
            "",
            *lines,
            to_markdown(table),
        ]
    )
    return StudyPage(table, markdown, _chart(study, table, results), extras)


def study_table(study: Study, results: Results, facts: tuple[RunFacts, ...]) -> Table:
    """Every row over all its flights, tested against AirAnchor's own."""
    rows: dict[str, list[EpisodeResult]] = {}
    for found in results.values():
        for row, flown in found.items():
            rows.setdefault(row, []).extend(flown)
    labels = {
        row: RowLabel(study.titles.get(row, label.title), label.is_upper_bound, label.paper)
        for row, label in ((row, label_of(row)) for row in study.rows)
    }
    return table_of(rows, labels=labels, against="airanchor", facts=facts)


def plan_facts(plan: StudyPlan) -> tuple[RunFacts, ...]:
    """The facts of the runs; those that are alike stand once, under all their names."""
    found: dict[tuple[tuple[str, str], ...], RunFacts] = {}
    for split, row in plan.runs():
        root = plan.run_root(split, row)
        facts = facts_of(root, read_record(root))
        same = found.get(facts.words())
        found[facts.words()] = replace(facts, run=f"{same.run}, {facts.run}") if same else facts
    return tuple(found.values())


def _added(study: Study, results: Results) -> tuple[list[str], dict[str, Any]]:
    """What only this kind of study tells, before the table."""
    if study.kind == "order":
        spread = order_spread(results[study.splits[0]])
        return order_lines(spread), {"spread": {key: one.to_json() for key, one in spread.items()}}
    if study.kind == "workload":
        roles = roles_of(results[study.splits[0]]["airanchor"])
        methods = methods_of(results[study.splits[0]])
        told = {"roles": [one.to_json() for one in roles], "methods": [one.to_json() for one in methods]}
        return [*method_lines(methods), *role_lines(roles)], told
    if study.kind == "levels":
        hits = moving_hits(results)
        return condition_lines(hits), {"moving_collisions": hits}
    if study.name == "main":
        styles = success_by_style(results, "airanchor")
        told_styles = {
            name: {split: asdict(one[1]) for split, one in of.items()} for name, of in styles.items()
        }
        return [*style_lines(styles, tuple(results)), *_methods_lines()], {"styles": told_styles}
    return [], {}


def _methods_lines() -> list[str]:
    """The methods that only the paper has figures of."""
    head = (
        "| method (paper's figures on AerialVLN-S, not flown here) | split | SR % | OSR % | NE m | SDTW % |"
    )
    lines = [head, "|---|---|---|---|---|---|"]
    for method in paper_methods():
        for split, row in method.figures.items():
            told = " | ".join(f"{row[key]:.1f}" if key in row else "" for key in ("SR", "OSR", "NE", "SDTW"))
            lines.append(f"| {method.title} ({method.group}) | {split} | {told} |")
    return [*lines, ""]


def _chart(study: Study, table: Table, results: Results) -> Chart:
    if study.kind == "workload":
        flown = results[study.splits[0]]["airanchor"]
        return role_chart(roles_of(flown), f"{study.splits[0]} (n = {len(flown)})")
    if study.kind == "lines":
        return setting_chart(table.blocks[0], study.marks, "anchors K")
    if study.kind == "levels":
        return level_chart(table.blocks[0], study.marks, _series(study))
    return metric_chart(table.blocks)


def _series(study: Study) -> dict[str, tuple[str, ...]]:
    """Which rows are one line: those with noise and those in traffic, both from the clean row on."""
    disturbed = {row: find_row(row) for row in study.rows}
    return {
        "noise": tuple(row for row, one in disturbed.items() if not one.traffic),
        "traffic": tuple(row for row, one in disturbed.items() if not one.noise),
    }
