"""`airanchor learn ears`: a tagger of routes trained on the texts of writers, with its curve and weights."""

import importlib.util
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from airanchor.errors import MissingExtra
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar


def ears(
    texts: Annotated[
        Path, typer.Option(help="The folder of told routes: texts.jsonl.gz and routes.json.gz.")
    ] = Path("benchmarks/data/route_texts"),
    out: Annotated[Path, typer.Option(help="The folder of the run; a second start goes on with it.")] = Path(
        "out/ears"
    ),
    epochs: Annotated[int, typer.Option(help="How often every text is learned from.", min=1, max=200)] = 10,
    start: Annotated[
        Path | None, typer.Option(help="Weights to begin with; without, the text encoder's own.", exists=True)
    ] = None,
    rate: Annotated[float, typer.Option(help="The largest step of learning.", min=1e-6, max=0.1)] = 8e-4,
    limit: Annotated[
        int | None, typer.Option(help="Only so many texts of each kind, to try it out.", min=1)
    ] = None,
    threads: Annotated[int, typer.Option(help="Threads that learn.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="Decides the first weights and the order.", min=0)] = 19,
    as_json: JsonFlag = False,
) -> None:
    """Train the route tagger of the embedded ears, and write it with its curve and provenance.

    It learns from the writers' texts in the folder and those of our own teller on the train split; every
    fifth writer is held out, and the curve is of these. A stopped run goes on where it was. Writes
    route_tagger.safetensors, route_tagger.json and curve.jsonl.

    Example: airanchor learn ears --out out/ears

    Example: airanchor learn ears --out out/more --rate 5e-4 --start out/ears/route_tagger.safetensors

    Example: airanchor learn ears --out out/try --epochs 1 --limit 20
    """
    if importlib.util.find_spec("torch") is None:
        raise MissingExtra("airanchor learn", "learn", "airanchor")
    from airanchor.bench.run.provenance import made_with
    from airanchor.learn.ears.run import gather, learn_ears
    from airanchor.learn.ears.training import EarsTraining

    told = made_with(shlex.join(["airanchor", *sys.argv[1:]]))
    facts = {
        str(key): told[key]
        for key in ("command", "started_utc", "airanchor", "commit", "python")
        if key in told
    }
    gathered = gather(texts, limit=limit)
    with progress_bar(total=epochs) as bar:
        made = learn_ears(
            out,
            gathered,
            EarsTraining(epochs=epochs, seed=seed, rate=rate),
            facts=facts,
            threads=threads,
            start=start,
            tell=lambda epoch, loss: bar.advance(f"epoch {epoch}, loss {loss:.2f}"),
        )
    if as_json:
        print_json(made)
        return
    for name, share in made["figures"]["held_out"].items():
        console.print(f"writers held out, {name} right: {share:.3f}", soft_wrap=True)
    console.print(f"Wrote {out / 'route_tagger.safetensors'} and route_tagger.json", soft_wrap=True)
