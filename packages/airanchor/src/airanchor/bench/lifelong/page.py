"""The lifelong study as a page with its chart."""

from airanchor.bench.charts import Chart, Groups, Lines, Panel, Point, Strip
from airanchor.bench.lifelong.arms import CONTROL
from airanchor.bench.lifelong.funnel import STAGES, FunnelRow
from airanchor.bench.lifelong.scores import QUANTITIES, Rise
from airanchor.bench.lifelong.study import ArmFindings, LifelongFindings
from airanchor.bench.report import Table
from airanchor.bench.report import to_markdown as table_markdown
from airanchor.bench.statistics import Estimate, wilson
from airanchor.bench.studies.study import Study, in_sample_lines

_METHOD = """Every scene is flown in passes, each path once in every pass, by another of its wordings in
each (a Latin square over the paths), so that a path returns only after all others of the scene were flown,
and neither pass nor wording is the other. Each arm has one memory per scene, kept from the first flight to
the last. *No priors* flies the same episodes in the same order with a memory that is filled and never
asked, so that what it gains or loses from pass to pass is wording and chance; the others are judged against
it, path by path. *Surveyed beforehand* looks around from 32 places of each scene before the first flight
and then only reads."""

_FUNNEL = """A landmark is counted where its subtask was begun and lists it. *Stored*: when the subtask
began, the memory held an instance that lies on it (half of its footprint or its middle, within 5 m).
*Right*: one of those bears a name of it. *Retrieved*: such an instance was among the candidates.
*Selected*: it was chosen. *Told*: a decision was told a prior within 20 m of its outline, whichever
instance that was. *Used*: a decision that was told so flew or turned to within 30 degrees of it while it
was out of view. *Helped*: used, and the leg flown that the same episode without priors did not fly.
*Misled*: a decision was told another place. *Harmed*: told either, and the leg not flown that the same
episode without priors flew. Places and names are judged by the city itself, which no agent sees; flights
are exact repeats but for the memory, yet an earlier leg may have decided a later one."""


def to_markdown(study: Study, found: LifelongFindings, *, command: str, reasoner: str, table: Table) -> str:
    """The page; `table` holds every arm over all its flights, and how they were made."""
    counts = ", ".join(f"{arm.title} {arm.episodes}" for arm in found.arms)
    lines = [
        f"# {study.title}",
        "",
        study.question,
        "",
        f"![{study.title}]({study.name}.png)",
        "",
        f"`{command}`",
        "",
        f"`{found.split}`: {_size(found)}; flights: {counts}.",
        "",
        *in_sample_lines(found.split, reasoner),
        *_METHOD.splitlines(),
        "",
        "## By pass",
        "",
        *_pass_lines(found),
        "",
        "## The rise from the first pass to the last",
        "",
        *_rise_lines(found),
        "",
        "## Over the flights in a scene",
        "",
        *_curve_lines(found),
        "",
        "## What became of each landmark in the memory",
        "",
        *_FUNNEL.splitlines(),
        "",
        *_funnel_lines(found),
        "",
        "## All flights of an arm together",
        "",
        table_markdown(table),
    ]
    return "\n".join(lines)


def _size(found: LifelongFindings) -> str:
    return f"{found.paths} paths in {found.scenes} {'scene' if found.scenes == 1 else 'scenes'}"


def _told(found: Estimate | None) -> str:
    return "" if found is None else f"{found.value:.1f} [{found.low:.1f}, {found.high:.1f}]"


def _pass_lines(found: LifelongFindings) -> list[str]:
    heads = " | ".join(f"{one.key} {one.unit}".strip() for one in QUANTITIES)
    lines = [f"| arm | pass | {heads} |", "|---|---|" + "---|" * len(QUANTITIES)]
    for arm in found.arms:
        for number, scores in arm.passes.items():
            cells = " | ".join(_told(scores[one.key]) for one in QUANTITIES)
            lines.append(f"| {arm.title} | {number} | {cells} |")
    rates = "SR and OSR with Wilson's interval, NE and decisions with a bootstrap over paths, all at 95 %."
    return [*lines, "", rates]


def _rise_lines(found: LifelongFindings) -> list[str]:
    lines = [
        "| arm | score | last pass minus first | the same against no priors | over scenes | p | p (Holm) |",
        "|---|---|---|---|---|---|---|",
    ]
    for arm in found.arms:
        lines += [_rise_line(arm, one) for one in arm.rises]
    return [
        *lines,
        "",
        "Paths are the pairs; intervals at 95 % by a bootstrap over paths, and beside it over whole scenes, "
        "since the flights of a scene share their memory. p: two-sided, signs of whole paths changed; Holm "
        "over this table.",
    ]


def _rise_line(arm: ArmFindings, rise: Rise) -> str:
    scenes = ""
    if rise.low_by_scene is not None and rise.high_by_scene is not None:
        scenes = f"[{rise.low_by_scene:.1f}, {rise.high_by_scene:.1f}]"
    p_values = " | ".join("" if one is None else f"{one:.3f}" for one in (rise.p_value, rise.p_holm))
    cells = f"{_told(rise.change)} | {_told(rise.against)} | {scenes} | {p_values}"
    return f"| {arm.title} | {rise.key} | {cells} |"


def _curve_lines(found: LifelongFindings) -> list[str]:
    lines = ["| arm | SR % (n) by flights in the scene so far |", "|---|---|"]
    for arm in found.arms:
        points = "; ".join(f"{at:.0f}: {sr.value:.0f} ({count})" for at, count, sr in arm.curve)
        lines.append(f"| {arm.title} | {points} |")
    return lines


def _funnel_lines(found: LifelongFindings) -> list[str]:
    heads = (*STAGES, "helped", "misled", "harmed", "flown")
    lines = [f"| arm | pass | landmarks | {' | '.join(heads)} |", "|---|---|---|" + "---|" * len(heads)]
    for arm in found.arms:
        for number, row in arm.funnel.items():
            cells = " | ".join("" if one is None else str(one) for one in _counts(row, arm.row))
            lines.append(f"| {arm.title} | {number} | {row.landmarks} | {cells} |")
    return lines


def _counts(row: FunnelRow, arm: str) -> list[int | str | None]:
    compared: list[int | str | None] = ["", row.misled, ""]
    if arm != CONTROL:
        compared = [row.helped, row.misled, row.harmed]
    return [*(row.counts[stage] for stage in STAGES), *compared, row.flown]


def lifelong_chart(found: LifelongFindings) -> Chart:
    """Scores by pass, SR over the flights in a scene, and the funnel of the last pass."""
    by_pass: list[Panel] = [
        Lines(
            f"{one.key} ({one.unit})" if one.unit else one.key,
            "pass",
            {
                arm.title: tuple(Point(number, scores[one.key]) for number, scores in arm.passes.items())
                for arm in found.arms
            },
        )
        for one in QUANTITIES[:3]
    ]
    over = Lines(
        "SR (%)",
        "flights in the scene so far",
        {arm.title: tuple(Point(round(at), sr) for at, _, sr in arm.curve) for arm in found.arms},
    )
    strips = [Strip(tuple(by_pass), f"{found.split}: {_size(found)}")]
    strips.append(Strip((over, *_funnel_panel(found))))
    note = "Whiskers: 95 % intervals; arms that are alike hide each other. Landmarks: of the last pass."
    return Chart(tuple(strips), note)


def _funnel_panel(found: LifelongFindings) -> tuple[Panel, ...]:
    rows = {arm.title: arm.funnel[max(arm.funnel)] for arm in found.arms if arm.funnel and arm.row != CONTROL}
    if not rows:
        return ()
    return tuple(
        Groups(
            "landmarks (%)",
            stages,
            {
                title: tuple(_share(row.counts[stage], row.landmarks) for stage in stages)
                for title, row in rows.items()
            },
        )
        for stages in (STAGES[:3], STAGES[3:])
    )


def _share(count: int | None, of: int) -> Estimate | None:
    if count is None or not of:
        return None
    found = wilson(count, of)
    return Estimate(100 * found.value, 100 * found.low, 100 * found.high, found.confidence, found.method)
