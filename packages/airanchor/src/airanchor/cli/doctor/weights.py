"""The weights of the embedded encoders as `airanchor doctor` sees them: which are here, fetching the rest."""

from itertools import groupby
from typing import Literal

from airanchor.cli.doctor.command import MachineFinding
from airanchor.errors import InputError, MissingWeights
from airanchor.perception.text import TEXT_CHOICES
from airanchor.perception.weights import FETCH_COMMAND, MINILM, MOBILENET, WEIGHT_FILES, WORDLLAMA, WeightFile
from airanchor.perception.weights.downloads import fetch
from aircity.cli.terminal.output import say

Files = tuple[WeightFile, ...]

PURPOSES = {
    MINILM.package: "compares words",
    MOBILENET.package: "compares pictures; without it histograms do, and results are worse",
    WORDLLAMA.package: "compares words, less well, where all-MiniLM-L6-v2 is missing",
}


def look_at_weights() -> list[MachineFinding]:
    """Which of the embedded encoders' weights are here, and whether a flight would fail for want of them."""
    findings = []
    for files in files_by_package():
        state = _state_of(files)
        detail = f"{files[0].what}, {PURPOSES[files[0].package]}"
        if state == "broken":
            detail = f"{detail}: not the file we know"
        fix = "" if state == "ok" else FETCH_COMMAND
        findings.append(MachineFinding(files[0].package, state, detail, fix, _is_needed(files)))
    return findings


def _is_needed(files: Files) -> bool:
    """Whether a flight would read these files: it takes the best encoder whose files are there."""
    if files[0] == MOBILENET:
        return MOBILENET.is_installed
    chosen = next((choice for choice in TEXT_CHOICES.values() if choice.is_installed), TEXT_CHOICES["minilm"])
    return files == chosen.files


def files_by_package() -> list[Files]:
    """The files of weights, one row for each package that carries them."""
    return [tuple(files) for _, files in groupby(WEIGHT_FILES, key=lambda file: file.package)]


def _state_of(files: Files) -> Literal["ok", "missing", "broken"]:
    try:
        for file in files:
            file.locate()
    except MissingWeights:
        return "missing"
    except InputError:
        return "broken"
    return "ok"


def fetch_missing() -> None:
    """Fetch the weights that are missing or wrong; one without which a flight works is only told of."""
    for files in files_by_package():
        if _state_of(files) == "ok":
            continue
        say(f"fetching {files[0].package} {files[0].version} for {files[0].what} ...")
        try:
            fetch(files)
        except InputError as error:
            if not any(choice.is_installed for choice in TEXT_CHOICES.values()):
                raise
            say(f"warning: {error}")
