"""What a sortie came to: its ending, its counts, and what became of each subtask."""

from collections import Counter

from airanchor.agent.sortie import Sortie
from airanchor.flight import Broken, Ending, Flight, SubtaskReport, ending_of, sentence
from airanchor.reasoner import UsageLedger
from airanchor.reasoner.roles import Status


def summarise(navigator: str, sortie: Sortie, broken: Broken | None, ledger: UsageLedger) -> Flight:
    """The flight that is over: by itself, or broken off for a cause told in words."""
    plan, world, reports = sortie.plan, sortie.world, _reports(sortie)
    ending, cause = broken or (ending_of(reports), "")
    if ending is Ending.ITERATIONS:
        cause = f"All {sortie.clock.iteration} decisions are used up."
    elif ending is Ending.NOT_UNDERSTOOD and plan is not None:
        cause = plan.note
    steps = [step for run in sortie.runs for step in run.history.transitions]
    return Flight(
        navigator=navigator,
        trajectory=tuple(world.poses),
        ending=ending,
        collisions=world.collisions,
        refusals=world.refusals,
        iterations=sortie.clock.iteration,
        subtasks=len(plan.subtasks) if plan is not None else 0,
        subtasks_completed=sum(report.is_done for report in reports),
        reports=reports,
        skills=dict(Counter(step.skill for step in steps)),
        failures=dict(Counter(step.outcome.failure for step in steps if step.outcome.failure is not None)),
        usage=ledger.rows(),
        words=" ".join(filter(None, (sentence(reports), cause))),
    )


def _reports(sortie: Sortie) -> tuple[SubtaskReport, ...]:
    """One for each subtask, and one for each piece of the text that became none."""
    if sortie.plan is None:
        return ()
    begun = {run.number: run for run in sortie.runs}
    unread = dict.fromkeys(sortie.plan.not_understood)
    reports = []
    for number, subtask in enumerate(sortie.plan.subtasks, 1):
        if subtask.text in unread:
            del unread[subtask.text]
            reports.append(SubtaskReport(subtask.text, Status.NOT_UNDERSTOOD))
        elif number in begun:
            run = begun[number]
            reports.append(SubtaskReport(subtask.text, run.status, run.achieved, run.chances))
        else:
            reports.append(SubtaskReport(subtask.text, Status.ONGOING))
    return (*reports, *(SubtaskReport(piece, Status.NOT_UNDERSTOOD) for piece in unread))
