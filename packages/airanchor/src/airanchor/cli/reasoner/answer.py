"""`airanchor reasoner answer`: a person answers the questions of a mailbox on a page in the browser."""

import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, print_json, say


def answer(
    folder: Annotated[Path, typer.Argument(help="The mailbox, as in --reasoner mailbox:FOLDER.")],
    port: Annotated[int, typer.Option(help="The port; 0 takes any free one.", min=0, max=65535)] = 0,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
    name: Annotated[str, typer.Option(help="Who answers; results are marked with it.", metavar="WHO")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Be the model: answer a flight's questions on a page of this machine. Ctrl-C ends it.

    The page shows the oldest question that a flight waits for, its pictures and a form for the reply; what is
    sent becomes the question's answer.json, signed with the name, and the flight goes on. Ctrl+Enter sends.
    Only this machine can open the page. Equal questions get the same answer again: one mailbox per person.

    Example: airanchor fly "Fly to the church." --reasoner mailbox:out/mail

    Example: airanchor reasoner answer out/mail --name Ada
    """
    from airanchor.reasoner.desk.server import AnswerDesk

    with suppress(KeyboardInterrupt), AnswerDesk(folder, port, name=name) as desk:
        if as_json:
            print_json({"url": desk.url, "folder": str(folder)})
            sys.stdout.flush()
        else:
            say(f"{desk.url} shows the questions in {folder}; Ctrl-C ends it")
        if is_opened and not as_json:
            webbrowser.open(desk.url)
        desk.wait()
    say("stopped")
