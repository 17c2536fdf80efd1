"""`airanchor reasoner`: try a model, look at it before it flies, read its prompts, serve the rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from airanchor.cli.reasoner.answer import answer
from airanchor.cli.reasoner.estimate import estimate
from airanchor.cli.reasoner.prices import PriceInOption, PriceOutOption, priced
from airanchor.cli.reasoner.prompts import prompt, roles
from airanchor.cli.reasoner.reasoners import ReasonerOption, key_state, profile_origin
from airanchor.cli.reasoner.serve import serve
from airanchor.errors import InputError
from airanchor.reasoner import Answer, Reasoner, ReplySource
from airanchor.reasoner.profiles.files import list_profiles, load_profile, save_profile
from airanchor.reasoner.profiles.profile import RULES
from airanchor.reasoner.roles import DECOMPOSITION, Decomposition, DecompositionRequest
from aircity.cli.terminal.output import JsonFlag, console, print_json, say, stderr

if TYPE_CHECKING:
    from airanchor.reasoner.probe.probe import ProbeReport

NO_USABLE_ANSWER = 1

reasoner_app = typer.Typer(
    help="The model that reasons: ask it, probe it, read its prompts, serve the embedded rules.\n\n"
    "A reasoner is the embedded rules (no model, no network) or a model named by its profile.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@reasoner_app.command()
def ask(
    instruction: Annotated[str, typer.Argument(help="A flight instruction in plain English.")],
    reasoner: ReasonerOption = RULES,
    as_json: JsonFlag = False,
) -> None:
    """Split an instruction into subtasks with landmarks and sub-goals: a model tried in one command.

    Exit code 1 when the model gave no usable answer and the fallback is shown.

    Example: airanchor reasoner ask "Fly past the red tower, then turn left at the church."
    """
    from airanchor.assembly import open_chat
    from airanchor.embedded.rules.roles.decomposition import advice

    chosen = open_chat(reasoner, tell=say)
    asked = Reasoner(chosen.transport, pixels=chosen.pixels)
    answer = asked.ask(DECOMPOSITION, DecompositionRequest(instruction))
    use = asked.ledger.row(DECOMPOSITION.name)
    told = {
        "reasoner": asked.name,
        "source": answer.source.value,
        "faults": list(answer.faults),
        "calls": use.calls,
        "input_tokens": use.input_tokens,
        "output_tokens": use.output_tokens,
        "token_source": use.token_source,
        "latency_s": round(use.latency_p50_s, 3),
    }
    if as_json:
        print_json({**told, "subtasks": answer.reply.model_dump(mode="json")["subtasks"]})
    else:
        _print_subtasks(answer)
        console.print(
            f"{asked.name}: {answer.source.value}; {use.input_tokens} tokens in, {use.output_tokens} out "
            f"({use.token_source})",
            soft_wrap=True,
        )
    for written, read in answer.reply.corrections:
        stderr.print(f"read “{written}” as “{read}”", soft_wrap=True)
    for piece in answer.reply.not_understood:
        stderr.print(f"not understood: “{piece}”", soft_wrap=True)
    for fault in answer.faults:
        stderr.print(f"fault: {fault}", soft_wrap=True)
    if reasoner == RULES and all(one.subgoals == (one.text,) for one in answer.reply.subtasks):
        stderr.print(
            f"note: {advice()}",
            soft_wrap=True,
        )
    if answer.source is ReplySource.FALLBACK:
        raise typer.Exit(NO_USABLE_ANSWER)


def _print_subtasks(answer: Answer[Decomposition]) -> None:
    for subtask in answer.reply.subtasks:
        console.print(f"{subtask.id}  {subtask.text}", soft_wrap=True)
        for landmark in subtask.landmarks:
            words = ", ".join((landmark.category, *landmark.attributes))
            console.print(f"    landmark {landmark.id}: {words}", soft_wrap=True)
        for subgoal in subtask.subgoals:
            console.print(f"    sub-goal: {subgoal}", soft_wrap=True)


@reasoner_app.command()
def probe(
    profile: Annotated[
        str, typer.Argument(help="A profile's name or .toml file, or a model as openai/MODEL.")
    ],
    images: Annotated[int, typer.Option(help="Test images the model is shown.", min=3, max=100)] = 6,
    write: Annotated[bool, typer.Option("--write", help="Keep what was found in your profiles.")] = False,
    price_in: PriceInOption = None,
    price_out: PriceOutOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Look at a model before it flies: how it writes pixels, whether it keeps to JSON, how long it takes.

    The calls are billed by the service as any others. Exit code 1 when the model cannot fly.

    Example: airanchor reasoner probe qwen3.6-plus --write
    """
    from airanchor.reasoner.client.openai_chat import OpenAIChat
    from airanchor.reasoner.probe.once import KNOCK
    from airanchor.reasoner.probe.probe import probe_model

    known = priced(load_profile(profile), price_in, price_out)
    transport = OpenAIChat(known)
    transport.complete(KNOCK)
    report = probe_model(known, transport, markers=images)
    path = save_profile(report.profile) if write and report.can_fly else None
    if as_json:
        print_json({**report.to_json(), "files": {"profile": str(path)} if path else {}})
    else:
        _print_report(report)
        console.print(_kept(path, is_wanted=write), soft_wrap=True)
    if not report.can_fly:
        raise typer.Exit(NO_USABLE_ANSWER)


def _kept(path: Path | None, *, is_wanted: bool) -> str:
    if path is not None:
        return f"written: {path}"
    return f"not written{': this model must not fly' if is_wanted else '; --write keeps it in your profiles'}"


def _print_report(report: "ProbeReport") -> None:
    name = f"{report.profile.name}: {report.profile.model}"
    table = Table("looked at", "found", title=name, title_justify="left")
    for line in report.words().splitlines():
        subject, _, found = line.partition(": ")
        table.add_row(subject, found)
    console.print(table)


@reasoner_app.command()
def profiles(as_json: JsonFlag = False) -> None:
    """List the known models: where each profile is from, when it was verified, whether its key is set.

    Keys come from environment variables and are never shown.

    Example: airanchor reasoner profiles
    """
    rows = [_profile_row(name) for name in list_profiles()]
    if as_json:
        print_json({"profiles": rows})
        return
    for row in rows:
        console.print(_profile_words(row), soft_wrap=True)


def _profile_words(row: dict[str, Any]) -> str:
    if "error" in row:
        return f"{row['name']}: cannot be used\n    {row['from']}: {row['error']}"
    return (
        f"{row['name']}: {row['model']} at {row['base_url']}\n"
        f"    {row['from']}; verified: {row['last_verified']}; probed: {row['probed']}; key: {row['key']}"
    )


def _profile_row(name: str) -> dict[str, Any]:
    origin = profile_origin(name)
    try:
        profile = load_profile(name)
    except InputError as error:
        return {"name": name, "from": origin, "error": str(error)}
    return {
        "name": name,
        "model": profile.model,
        "base_url": profile.base_url,
        "from": origin,
        "last_verified": str(profile.last_verified),
        "probed": str(profile.probe.date) if profile.probe else "never",
        "key": key_state(profile),
        "units": profile.units.value,
        "json_mode": profile.json_mode.value,
    }


reasoner_app.command()(roles)
reasoner_app.command()(prompt)
reasoner_app.command()(serve)
reasoner_app.command()(answer)
reasoner_app.command()(estimate)
