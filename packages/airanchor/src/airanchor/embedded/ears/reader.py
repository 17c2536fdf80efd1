"""A text read whole: clauses with the stretch of text each comes from, and every landmark it names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from airanchor.embedded.ears.amendments import amended
from airanchor.embedded.ears.chunks.chunks import read_chunks
from airanchor.embedded.ears.clause import STEERING, Clause, Manoeuvre, Mention
from airanchor.embedded.ears.coreference import Referent, resolve
from airanchor.embedded.ears.drafts import Draft, NounMention
from airanchor.embedded.ears.phrasebook_pages import plain
from airanchor.embedded.ears.sentences.sentences import SentenceReader
from airanchor.embedded.ears.tokens.lexicon import JUNCTIONS
from airanchor.embedded.ears.tokens.tokens import tokenize
from airanchor.embedded.ears.verbs.phrases import Interpreter
from airanchor.embedded.ears.verbs.verbs import Form, VerbKind

READINGS_KEPT = 64
"""A flight reads its subtasks again with every decision."""
MANY = 200
"""A text of more passages is no talk: its questions are not looked at twice."""
_BEYOND = ("after", "past", "beyond")
_RECURRING = JUNCTIONS - {"roundabout", "square", "plaza", "lot"}


@dataclass(frozen=True, slots=True)
class Passage:
    """The clauses of one verb and the text that says them, as [start, end)."""

    clauses: tuple[Clause, ...]
    start: int
    end: int
    since: int
    """Where the text of the passage before ends; between it and `start` only "once you are there" is said."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Words that lean on an earlier phrase: "it" at `span` is the mention that starts at `antecedent`."""

    span: tuple[int, int]
    antecedent: int
    mention: Mention


@dataclass(frozen=True, slots=True)
class InstructionReading:
    """What a text says."""

    passages: tuple[Passage, ...]
    mentions: tuple[Mention, ...]
    """Every landmark named, in order, also those that are only told about; no pronouns."""
    references: tuple[Reference, ...]


@lru_cache(maxsize=READINGS_KEPT)
def read(text: str) -> InstructionReading:
    """Read any text; what is not understood is passed over."""
    text = amended(text)
    tokens = plain(tokenize(text))
    sentences = SentenceReader(read_chunks(tokens))
    referents = resolve(sentences.things)
    interpreter = Interpreter(tokens, referents)
    passages: list[Passage] = []
    skipped: int | None = None
    for draft in sentences.drafts:
        before = passages[-1].clauses if passages else ()
        since, end = tokens[draft.start].start, tokens[draft.last - 1].end
        if _is_known(draft, before, referents):
            skipped = since if skipped is None else skipped
            continue
        is_there = _drop_known(draft, before, referents)
        clauses = _new(interpreter.clauses(draft), before)
        is_there = is_there or (skipped is not None and not draft.conditions and not draft.beside)
        start = tokens[draft.first].start if is_there else since
        since, skipped = since if skipped is None else skipped, None
        if passages and not clauses:
            seen = () if draft.is_void else interpreter.mentions_of(draft)
            last = passages[-1].clauses[-1]
            kept = (*passages[-1].clauses[:-1], replace(last, beside=(*last.beside, *seen)))
            passages[-1] = replace(passages[-1], clauses=kept, end=end)
        elif clauses:
            passages.append(Passage(clauses, start, end, since))
    passages = _without_idle_questions(passages, text)
    references = tuple(
        Reference((tokens[thing.noun.first].start, thing.noun.span[1]), referent.antecedent, referent.mention)
        for thing, referent in referents.items()
        if referent.antecedent is not None and referent.mention is not None
    )
    mentions = tuple(
        referent.mention
        for thing, referent in referents.items()
        if referent.mention is not None and not thing.noun.is_pronoun
    )
    return InstructionReading(tuple(passages), mentions, references)


def _without_idle_questions(passages: Sequence[Passage], text: str) -> list[Passage]:
    """Without "look for the mill" and "see the mill?" where the text then tells what to do about it."""
    kept = []
    for place, passage in enumerate(passages):
        if passage.clauses[0].manoeuvre is not Manoeuvre.TELL or len(passages) > MANY:
            kept.append(passage)
            continue
        later = [clause for each in passages[place + 1 :] for clause in each.clauses]
        named = {mention.label for clause in later for mention in (*clause.mentions, *clause.until)}
        asked = {mention.label for mention in passage.clauses[0].mentions}
        is_sought = bool(asked) and "?" not in text[passage.start : passage.end + 1]
        is_idle = bool(asked & named) or (is_sought and any(_moves(clause) for clause in later))
        if not is_idle:
            kept.append(passage)
    return kept


def _moves(clause: Clause) -> bool:
    return clause.manoeuvre is not Manoeuvre.TELL


def _new(clauses: Sequence[Clause], before: Sequence[Clause]) -> tuple[Clause, ...]:
    """Without a facing of what was just turned to: "turn left to face the mill, line up with it"."""
    faced = before[-1] if before and before[-1].manoeuvre in STEERING else None
    known = {mention.label for mention in (*faced.until, *faced.mentions)} if faced is not None else set()
    return tuple(
        clause
        for clause in clauses
        if clause.manoeuvre is not Manoeuvre.FACE or not {each.label for each in clause.mentions} & known
    )


def _is_known(draft: Draft, before: Sequence[Clause], referents: Mapping[NounMention, Referent]) -> bool:
    """Whether "after passing the church" only repeats that the passage before has led past the church."""
    if draft.verb.kind is not VerbKind.PASS or draft.verb.form is not Form.ING or len(draft.steps) != 1:
        return False
    draft.conditions = [*draft.conditions, replace(draft.steps[0], relation="after")]
    is_known = _drop_known(draft, before, referents)
    draft.conditions = draft.conditions[:-1] if not is_known else draft.conditions
    return is_known


def _drop_known(draft: Draft, before: Sequence[Clause], referents: Mapping[NounMention, Referent]) -> bool:
    """Take away "after the church" where the passage before has just led past the church."""
    goals = [clause for clause in before if clause.manoeuvre not in STEERING]
    if not goals or not draft.conditions:
        return False
    known = (*goals[-1].mentions, *goals[-1].until)
    is_short = goals[-1].manoeuvre is Manoeuvre.TO
    kept = [
        step
        for step in draft.conditions
        if (is_short and step.relation in _BEYOND)
        or not all(_is_named(thing, known, referents) for thing in step.things)
    ]
    dropped = len(kept) < len(draft.conditions)
    draft.conditions = kept
    return dropped and not kept and not draft.beside


def _is_named(
    thing: NounMention, known: Sequence[Mention], referents: Mapping[NounMention, Referent]
) -> bool:
    """Whether a phrase names a known landmark again; "the next light" does not, nor a plain "street"."""
    referent = referents.get(thing)
    mention = referent.mention if referent is not None else None
    if mention is None or mention.ordinal or thing.noun.part:
        return False
    alike = [each for each in known if _is_kind(each.category, mention.category)]
    if thing.noun.is_pronoun or not _recurs(mention.category):
        return bool(alike)
    looks = set(mention.attributes)
    return any(looks and looks <= set(each.attributes) for each in alike)


def _is_kind(category: str, named: str) -> bool:
    """Whether a landmark is called by the same name, or by the end of it: "Star Gas filling station"."""
    return category == named or category.endswith(f" {named}")


def _recurs(category: str) -> bool:
    """Whether a flight comes upon many of the kind, so that the name alone does not tell which."""
    parts = category.split()
    return parts[-1] in _RECURRING and (len(parts) == 1 or parts[-1] != "block")


def read_clauses(text: str) -> tuple[Clause, ...]:
    """The manoeuvres a text asks for, in order."""
    return tuple(clause for passage in read(text).passages for clause in passage.clauses)


def read_mentions(text: str) -> tuple[Mention, ...]:
    """The landmarks a text names, in order."""
    return read(text).mentions
