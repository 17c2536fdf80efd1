"""The information study as a page."""

from pathlib import Path

from airanchor.bench.charts import Bar, Bars, Chart, Strip
from airanchor.bench.information.asking import REMOVED
from airanchor.bench.information.meaning import MARGINS
from airanchor.bench.information.study import AGAIN, HIDDEN, InformationFindings, Tally
from airanchor.bench.report import facts_of
from airanchor.bench.run.record import read_record
from airanchor.bench.statistics import Estimate
from airanchor.bench.studies.study import in_sample_lines

_METHOD = f"""Every recorded question is asked again without one of its fields, and with that field taken
from a question of the same role in another flight, drawn by the seed; all else stays word for word. A field
is left out as the prompt itself renders its absence: *NotStarted* for the progress, the subtask for the
plan, *None.* for the priors, no section for state and graphs; a picture becomes plain grey. It is counted
only where that makes another question. An answer has **changed** where something else would be flown or
judged: another skill, a direction by more than {MARGINS.direction_deg:g} degrees, a distance by more than
{MARGINS.distance_m:g} m, a height by more than {MARGINS.climb_m:g} m, another verdict, instance, node, or
thing to measure. Wording does not count, so a reflection's progress and plan texts do not, though later
decisions read them."""

_JUDGED = """Of the changed answers, **with it better** counts those where the answer to the full question
was better by the city's own truth, **without better** where the other was; the rest are alike or **not
judged**. A decision is judged by where it leads in free air: nearer to the end of the leg that is to be
flown next, by more than half a step; a turn leads nowhere, and going back is not judged. A turn after a
look around: by the angle left to the leg's end. A verdict: by whether the leg was flown by then, only for
the subtask that ends a leg; a selection: by whether the instance lies on the true object; an anchor query:
by whether it asks for the landmark of the next leg; going back: by how far off the route the chosen node
lies. A flight that has lost its way is judged by where it should be going. What is not judged: flights
without known legs, subtasks that end no leg, obstacles on the way, and all that one decision does to later
ones."""


def to_markdown(found: InformationFindings, command: str) -> str:
    """The page."""
    order = found.order
    lines = [
        "# What the answers depend on",
        "",
        "Which fields of its questions does a reasoner use, and do they make its answers better?",
        "",
        "![Share of answers changed by leaving a field out](information.png)",
        "",
        f"`{command}`",
        "",
        f"Reasoner `{order.reasoner}`, {found.episodes} of {found.recorded} recorded flights of "
        f"`{order.row}`, "
        f"{found.asked} of their {found.questions} questions, seed {order.seed}"
        + (f", one question of a role in {order.every}" if order.every > 1 else "")
        + (f", only the fields {', '.join(order.fields)}" if order.fields else "")
        + f"; {found.unread} questions could not be asked again, {found.fallbacks} answers were fallbacks. "
        "Brackets: Wilson's interval at 95 %.",
        "",
        *_METHOD.splitlines(),
        "",
        *_JUDGED.splitlines(),
        "",
        "## Priors where they are needed",
        "",
        *_hidden_lines(found),
        "",
    ]
    for role in dict.fromkeys(one.role for one in found.ordered()):
        lines += [f"## {role.replace('_', ' ').capitalize()}", "", *_role_lines(found, role), ""]
    lines += ["## How it was recorded", "", *_fact_lines(Path(order.run))]
    return "\n".join(lines)


def _fact_lines(root: Path) -> list[str]:
    record = read_record(root)
    return [
        *in_sample_lines(record.order.episodes, record.order.reasoner),
        *(f"- {name}: `{told}`" for name, told in facts_of(root, record).words()),
        "",
    ]


def _hidden_lines(found: InformationFindings) -> list[str]:
    told = [one for one in found.ordered() if one.field == HIDDEN]
    if not told:
        return ["No question had a right prior of a landmark that was out of view."]
    return [
        f"- {one.role}: a right prior was told of a landmark out of view {one.asked} times; without the "
        f"priors {_share(one)} of the answers change, of those {one.with_better} are better with them, "
        f"{one.without_better} better without, {one.unjudged} not judged."
        for one in told
    ]


def _role_lines(found: InformationFindings, role: str) -> list[str]:
    lines = [
        "| field | change | n | changed | with it better | without better | alike | not judged |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in found.ordered():
        if one.role == role and one.field != HIDDEN:
            alike = one.changed - one.with_better - one.without_better - one.unjudged
            cells = (one.with_better, one.without_better, alike, one.unjudged)
            lines.append(
                f"| {one.field} | {one.mode} | {one.asked} | {_share(one)} | {' | '.join(map(str, cells))} |"
            )
    return lines


def _share(tally: Tally) -> str:
    found = tally.share
    if found is None:
        return "none asked"
    return f"{tally.changed} ({100 * found.value:.1f} % [{100 * found.low:.1f}, {100 * found.high:.1f}])"


def information_chart(found: InformationFindings) -> Chart:
    """The share of answers changed by leaving each field out, role by role."""
    strips = []
    for role in dict.fromkeys(one.role for one in found.ordered()):
        tallies = [
            one
            for one in found.ordered()
            if one.role == role and (one.mode == REMOVED or one.field == AGAIN) and one.field != HIDDEN
        ]
        bars = tuple(
            Bar(one.field, _percent(one), "other" if one.field == AGAIN else "main") for one in tallies
        )
        if bars:
            strips.append(Strip((Bars("answers changed (%)", bars),), role.replace("_", " ")))
    return Chart(tuple(strips), "Whiskers: Wilson's 95 % intervals.")


def _percent(tally: Tally) -> Estimate | None:
    found = tally.share
    if found is None:
        return None
    return Estimate(100 * found.value, 100 * found.low, 100 * found.high, found.confidence, found.method)
