"""Scores of the reader against hand labels: landmarks, attributes and manoeuvres of real and of own texts."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from airanchor.embedded.ears import Clause, Manoeuvre, Mention, read, read_clauses, read_mentions
from airanchor.embedded.ears.hearing import heard
from tests.folders import OWN_DATA, SHARED_DATA

HERE = Path(__file__).parent
LABELS = HERE / "real_instruction_labels.json"
TEXTS = SHARED_DATA / "instructions"
OWN = OWN_DATA / "instructions" / "labelled.json"

KINDS = {
    Manoeuvre.TURN_LEFT: "turn_left",
    Manoeuvre.TURN_RIGHT: "turn_right",
    Manoeuvre.TURN_AROUND: "turn_around",
    Manoeuvre.ASCEND: "ascend",
    Manoeuvre.DESCEND: "descend",
    Manoeuvre.STOP: "stop",
    **dict.fromkeys(
        (
            Manoeuvre.PAST,
            Manoeuvre.OVER,
            Manoeuvre.UNDER,
            Manoeuvre.AROUND,
            Manoeuvre.CIRCLE,
            Manoeuvre.BETWEEN,
            Manoeuvre.ACROSS,
            Manoeuvre.THROUGH,
        ),
        "pass",
    ),
    **dict.fromkeys((Manoeuvre.TO, Manoeuvre.ALONG, Manoeuvre.FORWARD, Manoeuvre.AWAY, Manoeuvre.HOME), "go"),
}
"""The labels know one word for going by something in any way; a mere facing has no label."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Score:
    """Hits, and how many were predicted and labelled."""

    hits: int = 0
    predicted: int = 0
    labelled: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.hits + other.hits, self.predicted + other.predicted, self.labelled + other.labelled)

    @property
    def precision(self) -> float:
        return self.hits / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        return self.hits / self.labelled if self.labelled else 1.0

    @property
    def f1(self) -> float:
        total = self.predicted + self.labelled
        return 2 * self.hits / total if total else 1.0


def overlaps(a: Span, b: Span) -> bool:
    """Whether two [start, end) stretches share a character."""
    return a[0] < b[1] and b[0] < a[1]


def ordered_matches(rows: int, columns: int, fits: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """The longest list of fitting pairs in which both sides keep their order."""
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            with_pair = best[row + 1][column + 1] + 1 if fits(row, column) else 0
            best[row][column] = max(with_pair, best[row + 1][column], best[row][column + 1])
    pairs, row, column = [], 0, 0
    while row < rows and column < columns:
        if fits(row, column) and best[row][column] == best[row + 1][column + 1] + 1:
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif best[row + 1][column] >= best[row][column + 1]:
            row += 1
        else:
            column += 1
    return pairs


def score_text(text: str, label: dict[str, Any]) -> dict[str, Score]:
    """All scores of one text."""
    mentions = sorted(read_mentions(text), key=lambda mention: mention.head)
    landmarks = label["landmarks"]
    by_head = ordered_matches(
        len(mentions),
        len(landmarks),
        lambda row, column: overlaps(mentions[row].head, landmarks[column]["head"]),
    )
    exact = {mention.span for mention in mentions} & {tuple(each["span"]) for each in landmarks}
    return {
        "landmarks": Score(len(by_head), len(mentions), len(landmarks)),
        "landmarks, same span": Score(len(exact), len(mentions), len(landmarks)),
        "attributes": _score_attributes(text, mentions, landmarks, by_head),
        "manoeuvres": _score_manoeuvres(read_clauses(text), label["manoeuvres"]),
        "manoeuvres, both readers": _score_manoeuvres(_heard_clauses(text), label["manoeuvres"]),
    }


def _score_attributes(
    text: str, mentions: Sequence[Mention], landmarks: Sequence[dict[str, Any]], pairs: Sequence[Span]
) -> Score:
    """Attributes of all landmarks; one is hit if it shares a word with one of its matched landmark."""
    found = {column: row for row, column in pairs}
    hits = 0
    for column, landmark in enumerate(landmarks):
        mine = [] if column not in found else [_words(each) for each in mentions[found[column]].attributes]
        theirs = [_words(text[start:end]) for start, end in landmark["attributes"]]
        fits = [[bool(one & other) for other in theirs] for one in mine]
        hits += _assigned(fits)
    return Score(
        hits,
        sum(len(mention.attributes) for mention in mentions),
        sum(len(landmark["attributes"]) for landmark in landmarks),
    )


def _assigned(fits: Sequence[Sequence[bool]]) -> int:
    """How many rows get a column of their own."""
    taken: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        for column, fit in enumerate(fits[row]):
            if fit and column not in seen:
                seen.add(column)
                if column not in taken or place(taken[column], seen):
                    taken[column] = row
                    return True
        return False

    return sum(place(row, set()) for row in range(len(fits)))


def _words(text: str) -> set[str]:
    plain = text.lower().replace("-", " ")
    return {word for word in plain.split() if len(word) > 2 and word not in ("with", "and", "the", "its")}


def _heard_clauses(text: str) -> list[Clause]:
    """By grammar and route tagger together, as the rules fly by."""
    return [clause for passage in heard(text, read(text).passages) for clause in passage.clauses]


def _score_manoeuvres(said: Sequence[Clause], labelled: Sequence[dict[str, Any]]) -> Score:
    clauses = [(KINDS[clause.manoeuvre], clause.span) for clause in said if clause.manoeuvre in KINDS]
    pairs = ordered_matches(
        len(clauses),
        len(labelled),
        lambda row, column: (
            clauses[row][0] == labelled[column]["kind"]
            and overlaps(clauses[row][1], labelled[column]["span"])
        ),
    )
    return Score(len(pairs), len(clauses), len(labelled))


def score_files() -> dict[str, dict[str, Score]]:
    """The scores of each file of texts and of both together."""
    totals: dict[str, dict[str, Score]] = {}
    texts: dict[str, list[str]] = {}
    for label in json.loads(LABELS.read_text(encoding="utf-8"))["labels"]:
        name = label["file"]
        if name not in texts:
            lines = (TEXTS / name).read_text(encoding="utf-8").splitlines()
            texts[name] = [json.loads(line)["text"] for line in lines]
        for kind, score in score_text(texts[name][label["row"]], label).items():
            for group in (name, "both"):
                scores = totals.setdefault(group, {})
                scores[kind] = scores.get(kind, Score()) + score
    return totals


def score_own() -> dict[str, Score]:
    """The scores of the instructions that this repository holds."""
    totals: dict[str, Score] = {}
    for label in json.loads(OWN.read_text(encoding="utf-8"))["labels"]:
        for kind, score in score_text(label["text"], label).items():
            totals[kind] = totals.get(kind, Score()) + score
    return totals


def table() -> str:
    """The scores as a table for people."""
    rows = ["| texts | what | labelled | found | precision | recall | F1 |", "|---|---|---|---|---|---|---|"]
    measured = {**(score_files() if TEXTS.is_dir() else {}), "our own": score_own()}
    for name, scores in sorted(measured.items()):
        for kind, score in scores.items():
            measures = f"{score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f}"
            rows.append(f"| {name} | {kind} | {score.labelled} | {score.predicted} | {measures} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
