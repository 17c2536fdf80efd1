"""A text read whole: clauses with the stretch of text each comes from, and every landmark it names."""

from dataclasses import dataclass, replace

from airanchor.rulebook.language.chunks import read_chunks
from airanchor.rulebook.language.clause import Clause, Mention
from airanchor.rulebook.language.coreference import resolve
from airanchor.rulebook.language.sentences import SentenceReader
from airanchor.rulebook.language.tokens import tokenize
from airanchor.rulebook.language.verb_phrases import Interpreter


@dataclass(frozen=True, slots=True)
class Passage:
    """The clauses of one verb and the text that says them, as [start, end)."""

    clauses: tuple[Clause, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reference:
    """Words that lean on an earlier phrase: "it" at `span` is the mention that starts at `antecedent`."""

    span: tuple[int, int]
    antecedent: int
    mention: Mention


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says."""

    passages: tuple[Passage, ...]
    mentions: tuple[Mention, ...]
    """Every landmark named, in order, also those that are only told about; no pronouns."""
    references: tuple[Reference, ...]


def read(text: str) -> Reading:
    """Read any text; what is not understood is passed over."""
    tokens = tokenize(text)
    sentences = SentenceReader(read_chunks(tokens))
    referents = resolve(sentences.things)
    interpreter = Interpreter(tokens, referents)
    passages: list[Passage] = []
    for draft in sentences.drafts:
        clauses = tuple(interpreter.clauses(draft))
        start, end = tokens[draft.start].start, tokens[draft.last - 1].end
        if passages and not clauses:
            seen = () if draft.is_void else interpreter.mentions_of(draft)
            last = passages[-1].clauses[-1]
            kept = (*passages[-1].clauses[:-1], replace(last, beside=(*last.beside, *seen)))
            passages[-1] = Passage(kept, passages[-1].start, end)
        elif clauses:
            passages.append(Passage(clauses, start, end))
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
    return Reading(tuple(passages), mentions, references)


def read_clauses(text: str) -> tuple[Clause, ...]:
    """The manoeuvres a text asks for, in order."""
    return tuple(clause for passage in read(text).passages for clause in passage.clauses)


def read_mentions(text: str) -> tuple[Mention, ...]:
    """The landmarks a text names, in order."""
    return read(text).mentions
