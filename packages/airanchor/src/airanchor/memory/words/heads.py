"""Head nouns and attributes apart: "tall red tower" is a tower that is tall and red."""

from airanchor.perception import Phrase

_ATTRIBUTES = """red orange yellow green blue purple pink brown beige cream black white gray grey silver gold
golden turquoise teal tan maroon navy dark light bright pale colorful colourful
big large huge small tiny little tall short high low long wide narrow thick thin giant massive
round square rectangular circular curved triangular cylindrical conical domed flat pointed sloped gabled
concrete glass brick stone steel metal metallic wooden wood marble tiled stucco painted striped
old new modern ancient historic abandoned ruined empty parked"""
ATTRIBUTE_WORDS = frozenset(_ATTRIBUTES.split())
"""Colours, sizes, shapes, materials and states: what a thing is like, not what it is."""


def split_attributes(phrase: Phrase) -> Phrase:
    """The phrase with the attribute words before its head noun moved to the attributes.

    The last word always stays: an "orange" alone is a thing.
    """
    *front, head = phrase.category.split()
    moved = [word for word in front if word in ATTRIBUTE_WORDS]
    if not moved:
        return phrase
    kept = [word for place, word in enumerate(front) if not _describes(front, place)]
    new = tuple(word for word in moved if word not in phrase.attributes)
    return Phrase(" ".join([*kept, head]), (*new, *phrase.attributes))


def _describes(words: list[str], place: int) -> bool:
    """An attribute word, or the "and" between two of them."""
    around = words[max(0, place - 1) : place] + words[place + 1 : place + 2]
    return words[place] in ATTRIBUTE_WORDS or (
        words[place] == "and" and len(around) == 2 and ATTRIBUTE_WORDS.issuperset(around)
    )
