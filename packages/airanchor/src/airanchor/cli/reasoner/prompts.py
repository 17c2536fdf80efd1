"""`airanchor reasoner roles` and `prompt`: what a model is asked, for readers."""

import textwrap
from dataclasses import fields
from typing import Annotated, Any

import typer

from airanchor.cli.fly.options import ProfileOption
from airanchor.config import load_settings
from airanchor.errors import InputError
from airanchor.reasoner import Message, PixelConvention, Role, TextPart, render
from airanchor.reasoner.roles import ALL_ROLES
from aircity.cli.terminal.output import JsonFlag, console, print_json


def roles(as_json: JsonFlag = False) -> None:
    """List the questions a model is asked: what it is told, what it answers, what if it fails.

    Example: airanchor reasoner roles
    """
    rows = [_role_row(role) for role in ALL_ROLES]
    if as_json:
        print_json({"roles": rows})
        return
    for row in rows:
        console.print(f"{row['name']}: {row['title']}", soft_wrap=True)
        _print_part("is told", ", ".join(row["inputs"]))
        _print_part("answers", ", ".join(row["outputs"]))
        _print_part("if unusable", row["fallback"])


def _print_part(name: str, told: str) -> None:
    """Beside its name, on as many lines as it takes."""
    head = f"    {name:<11}  "
    lines = textwrap.fill(told, console.width, initial_indent=head, subsequent_indent=" " * len(head))
    console.print(lines, soft_wrap=True)


def _role_row(role: Role[Any, Any]) -> dict[str, Any]:
    return {
        "name": role.name,
        "title": role.title,
        "inputs": [field.name for field in fields(role.request)],
        "outputs": list(role.reply.model_json_schema()["properties"]),
        "fallback": (role.fallback.__doc__ or "").strip().splitlines()[0],
    }


def prompt(
    role: Annotated[str, typer.Argument(help="A role, such as navigation; see airanchor reasoner roles.")],
    profile: ProfileOption = "paper",
    as_json: JsonFlag = False,
) -> None:
    """Print the whole prompt of a role with made-up values, as a model would read it.

    Example: airanchor reasoner prompt navigation --profile plus
    """
    from airanchor.cli.reasoner.briefed_examples import briefed_example
    from airanchor.cli.reasoner.role_examples import EXAMPLES

    chosen = next((known for known in ALL_ROLES if known.name == role.replace("-", "_")), None)
    if chosen is None:
        raise InputError(
            f"role {role!r} is unknown; valid are {', '.join(known.name for known in ALL_ROLES)}"
        )
    request = EXAMPLES[chosen.name]()
    if load_settings(profile).agent.parts == "plus":
        chosen, request = briefed_example(chosen)
    messages = render(chosen, request, PixelConvention())
    if as_json:
        document = {"role": chosen.name, "messages": [_message_json(message) for message in messages]}
        print_json({**document, "schema": chosen.reply.model_json_schema()})
        return
    for message in messages:
        console.print(f"=== {message.author.value} ===", soft_wrap=True)
        words = (part["text"] for part in _message_json(message)["parts"])
        console.print("".join(words) + "\n", soft_wrap=True)


def _message_json(message: Message) -> dict[str, Any]:
    parts: list[dict[str, Any]] = []
    for part in message.parts:
        if isinstance(part, TextPart):
            parts.append({"type": "text", "text": part.text})
        else:
            height_px, width_px = part.rgb.shape[:2]
            size = {"width_px": width_px, "height_px": height_px}
            parts.append({"type": "image", "text": f"[image, {width_px}x{height_px} pixels]", **size})
    return {"author": message.author.value, "parts": parts}
