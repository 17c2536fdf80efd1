"""`airanchor cockpit`: one local page to fly from."""

import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.fly.options import (
    ConfigOption,
    FittingProfileOption,
    PerceptionOption,
    SetOption,
    UnprobedOption,
)
from airanchor.cli.reasoner.reasoners import ReasonerOption
from aircity.cli.terminal.output import JsonFlag, print_json, say


def cockpit(
    scene: Annotated[
        str | None,
        typer.Option(help="A city to open at once: by name, STYLE@SEED, or a file; else chosen on the page."),
    ] = None,
    reasoner: ReasonerOption = "rules",
    perception: PerceptionOption = "embedded",
    agent: Annotated[str, typer.Option(help="Who flies by what is said; as in airanchor fly.")] = "airanchor",
    profile: FittingProfileOption = None,
    config: ConfigOption = None,
    sets: SetOption = None,
    memory: Annotated[
        Path | None,
        typer.Option(
            help="Folder of memories to fly with and add to; else a session remembers while it lasts."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the sessions and of episodes.json.")] = Path(
        "out/cockpit"
    ),
    port: Annotated[int, typer.Option(help="The port; 0 takes any free one.", min=0, max=65535)] = 0,
    is_opened: Annotated[bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")] = True,
    speed: Annotated[
        float, typer.Option(help="Times flying speed: 0.5, 1, 2, 4, or 0 for as fast as it goes.")
    ] = 1.0,
    allow_unprobed: UnprobedOption = False,
    as_json: JsonFlag = False,
) -> None:
    """Fly from a page: choose a city, click a start, say where to fly, watch, talk on, take over by keyboard.

    Only this machine can open the page. A flight goes on without any browser; a page that is loaded again has
    all of it. Every flight is recorded under --out and becomes a replay, or an episode in AerialVLN's format,
    by a button. With --reasoner mailbox:FOLDER the page links to where a person answers. Ctrl-C ends it.

    Example: airanchor cockpit --scene practice-square
    """
    from airanchor.cockpit.options import CockpitOptions
    from airanchor.cockpit.server import CockpitServer

    options = CockpitOptions(
        out=out,
        scene=scene,
        reasoner=reasoner,
        perception=perception,
        agent=agent,
        profile=profile,
        config=config,
        sets=tuple(sets or ()),
        memory=memory,
        port=port,
        speed=speed,
        allow_unprobed=allow_unprobed,
    )
    with suppress(KeyboardInterrupt), CockpitServer(options) as served:
        if as_json:
            print_json({"url": served.url, "out": str(out)})
            sys.stdout.flush()
        else:
            say(f"{served.url} is the cockpit; flights are kept in {out}; Ctrl-C ends it")
        if is_opened and not as_json:
            webbrowser.open(served.url)
        served.wait()
    say("stopped")
