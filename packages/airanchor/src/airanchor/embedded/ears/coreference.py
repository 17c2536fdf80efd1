"""Who is meant: "it", "that tower", "the same", "the next one" become the landmark named before."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.ears.drafts import NounMention
from airanchor.embedded.ears.nouns.phrases import NounPhrase
from airanchor.embedded.ears.tokens.lexicon import JUNCTIONS

Known = tuple[NounMention, Mention]


@dataclass(frozen=True, slots=True)
class Referent:
    """What a noun phrase stands for."""

    mention: Mention | None
    """None where a pronoun has nothing to refer to."""
    is_reference: bool = False
    """Whether the text leaves part of the name to an earlier phrase."""
    antecedent: int | None = None
    """Where that earlier phrase starts, in characters."""


def resolve(things: Sequence[NounMention]) -> dict[NounMention, Referent]:
    """The referent of every noun phrase, in the order of the text."""
    known: list[Known] = []
    found: dict[NounMention, Referent] = {}
    for thing in sorted(things, key=lambda each: each.noun.first):
        referent = _referent(thing, [entry for entry in known[-40:] if entry[0] is not thing.host])
        found[thing] = referent
        if referent.mention is not None:
            known.append((thing, referent.mention))
    return found


def _referent(thing: NounMention, known: Sequence[Known]) -> Referent:
    noun = thing.noun
    earlier = _antecedent(thing, known)
    if earlier is None:
        return Referent(None if noun.is_pronoun else _mention(thing))
    mention = earlier[1]
    is_other = noun.ordinal is not None or noun.determiner == "another"
    is_shared = earlier[0].noun.is_plural or not (noun.is_pronoun and (is_other or noun.attributes))
    looks = mention.attributes if is_shared else ()
    resolved = Mention(
        category=mention.category,
        attributes=tuple(dict.fromkeys((*noun.attributes, *looks))),
        ordinal=_order(noun) if is_other else None,
        side=thing.side or (mention.side if earlier[0].noun.is_plural and is_other else None),
        span=noun.span,
        head=noun.head,
    )
    return Referent(resolved, is_reference=True, antecedent=mention.span[0])


def _antecedent(thing: NounMention, known: Sequence[Known]) -> Known | None:
    noun = thing.noun
    if noun.is_pronoun:
        is_bare_same = noun.is_same and noun.last - noun.first == 1
        return None if is_bare_same else _of_pronoun(thing, known)
    is_definite = noun.determiner in ("the", "this", "that", "these", "those")
    is_described = bool(noun.attributes or noun.count or noun.is_name) or noun.ordinal is not None
    return _of_name(noun.category, known) if is_definite and not is_described else None


def _of_pronoun(thing: NounMention, known: Sequence[Known]) -> Known | None:
    """What "it", "the red one" or "the second" means: a goal rather than what was seen in passing."""
    noun = thing.noun
    goals = [entry for entry in known if entry[0].is_goal] or list(known)
    if noun.attributes or (thing.side and noun.determiner):
        goals = [entry for entry in goals if entry[0].noun.is_plural] or goals
    if noun.ordinal is not None:
        goals = _counted(noun.ordinal, goals, known) or goals
    return goals[-1] if goals else None


def _counted(ordinal: int, goals: Sequence[Known], known: Sequence[Known]) -> list[Known]:
    """What is counted on: lights and corners, or a row of things with a look that was named later."""
    counted = [entry for entry in goals if entry[1].ordinal or entry[1].category.split()[-1] in JUNCTIONS]
    rows = [entry for entry in known if entry[0].noun.is_plural and entry[1].attributes]
    is_row = bool(rows) and (not counted or rows[-1][0].noun.first > counted[-1][0].noun.first)
    return rows if ordinal > 1 and is_row else counted


def _of_name(category: str, known: Sequence[Known]) -> Known | None:
    """What "the tower" means: the last one that was told with more words."""
    head = category.split()[-1]
    for named, mention in reversed(known):
        words = mention.category.lower().split()
        is_alike = mention.category == category or (category == head and words[-1] == head)
        if is_alike and (mention.attributes or words != [head]):
            return named, mention
        if mention.category == category:
            return None
    return None


def _mention(thing: NounMention) -> Mention:
    noun = thing.noun
    return Mention(
        category=noun.category,
        attributes=noun.attributes,
        ordinal=_order(noun),
        side=thing.side,
        span=noun.span,
        head=noun.head,
    )


def _order(noun: NounPhrase) -> int | None:
    """ "the next two lights" ends at the second."""
    is_known = noun.determiner in ("the", "these", "those", "both") and noun.ordinal is None
    if noun.count and noun.count > 1 and noun.ordinal in (None, 1):
        return None if is_known else noun.count
    return noun.ordinal
