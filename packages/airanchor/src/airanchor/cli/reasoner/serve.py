"""`airanchor reasoner serve`: a reasoner behind an OpenAI-compatible address."""

import json
import os
import shlex
import sys
from contextlib import suppress
from typing import Annotated

import typer

from airanchor.cli.reasoner.reasoners import ReasonerOption
from airanchor.reasoner.profiles.profile import RULES
from airanchor.reasoner.roles import DECOMPOSITION
from aircity.cli.terminal.output import JsonFlag, console, print_json, say

KEY_VARIABLE = "AIRANCHOR_SERVER_KEY"
MESSAGES = [
    {"role": "system", "content": f"# {DECOMPOSITION.title}\nAnswer with JSON only."},
    {"role": "user", "content": "<instruction>Fly past the red tower and turn left.</instruction>"},
]
"""The smallest prompt that the embedded rules understand."""


def serve(
    reasoner: ReasonerOption = RULES,
    port: Annotated[int, typer.Option(help="The port; 0 takes any free one.", min=0, max=65535)] = 8080,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    allow_remote: Annotated[
        bool, typer.Option("--allow-remote", help="Let other machines in, where the host is not this one.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Serve a reasoner as an OpenAI-compatible endpoint, for any agent that can ask one. Ctrl-C ends it.

    Where the environment variable AIRANCHOR_SERVER_KEY is set, calls must carry it as their bearer key.

    Example: airanchor reasoner serve --port 8080
    """
    from airanchor.assembly import open_chat
    from airanchor.reasoner.server.server import serve_chat

    chosen = open_chat(reasoner, tell=say)
    key = os.environ.get(KEY_VARIABLE, "").strip() or None
    server = serve_chat(
        chosen.transport,
        host,
        port,
        allow_remote=allow_remote,
        key=key,
        parallel_calls=chosen.parallel_calls,
    )
    with suppress(KeyboardInterrupt), server:
        if not server.is_local:
            say(f"warning: any machine that reaches {host} can ask this reasoner{_key_advice(key)}")
        curl = _curl(server.base_url, server.model, is_keyed=key is not None)
        if as_json:
            print_json({"base_url": server.base_url, "model": server.model, "curl": curl})
        else:
            told = _welcome(server.base_url, server.model, curl, is_keyed=key is not None)
            console.print(told, soft_wrap=True)
        sys.stdout.flush()
        server.wait()
    say("stopped")


def _key_advice(key: str | None) -> str:
    return "" if key else f", without a key; set {KEY_VARIABLE} to ask for one"


def _curl(base_url: str, model: str, *, is_keyed: bool) -> str:
    """A call that can be pasted."""
    body = shlex.quote(json.dumps({"model": model, "messages": MESSAGES}))
    signed = f'-H "Authorization: Bearer ${KEY_VARIABLE}" ' if is_keyed else ""
    return f"curl {base_url}/chat/completions -H 'Content-Type: application/json' {signed}-d {body}"


def _welcome(base_url: str, model: str, curl: str, *, is_keyed: bool) -> str:
    key = f'os.environ["{KEY_VARIABLE}"]' if is_keyed else '"none"'
    turns = "\n".join(f"      {json.dumps(message)}," for message in MESSAGES)
    return f"""{model} is served at {base_url} until Ctrl-C.

Try it:

  {curl}

From Python (pip install openai):

  import os
  from openai import OpenAI
  client = OpenAI(base_url={json.dumps(base_url)}, api_key={key})
  answer = client.chat.completions.create(model={json.dumps(model)}, messages=[
{turns}
  ])
  print(answer.choices[0].message.content)
"""
