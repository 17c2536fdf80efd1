"""The attributes of things as instructions say them: colours, materials, shapes, and parts they have."""

import functools
import re


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


COLOURS = words_of(
    "beige black blue bronze brown cream gold gray green grey orange pink purple red silver teal white yellow"
) | {"dark gray", "dark grey", "light blue", "light gray", "light green"}
_CONFUSED = (
    {"gray", "grey", "light gray", "dark gray", "dark grey", "silver"},
    {"white", "light gray", "cream", "silver"},
    {"beige", "cream", "yellow", "gold"},
    {"brown", "bronze", "orange", "beige"},
    {"red", "pink", "orange", "brown"},
    {"teal", "blue", "light blue"},
    {"green", "light green", "teal"},
)
_ADJECTIVES = words_of(
    "brick concrete glass stone wooden metal plaster round square octagonal tall long large small low "
    "slender striped mid-rise high-rise domed gabled flat-roofed saw-tooth multi-coloured suspension "
    "full double-decker"
) | {"half empty"}
_PARTS = words_of(
    "roof roofs trim dome cap stripe sign sails funnel parasols tip tips frame track seats legs minarets "
    "columns chimneys storeys pumps bowls bins arches arch ridges rows lanes"
)
_NUMBERS = {
    str(n): word
    for n, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
_UNSAID = {"plain tip", "plain", "single bowl", "single ridge", "gantry"}


@functools.cache
def is_colour(word: str) -> bool:
    """Whether an attribute is a colour, or several ("red and white")."""
    return all(part in COLOURS for part in re.split(r", | and ", word))


def is_part(word: str) -> bool:
    """Whether an attribute is something the thing has: "red roof", "2 minarets"."""
    return word.rsplit(" ", 1)[-1] in _PARTS and " " in word


@functools.cache
def sayable(category: str, word: str) -> bool:
    """Whether an instruction may say this attribute of such a thing."""
    if word in _UNSAID or (category == "hospital" and word == "white"):
        return False
    return is_colour(word) or word in _ADJECTIVES or is_part(word)


@functools.cache
def looks_like(trait: str, attributes: tuple[str, ...]) -> bool:
    """Whether something with these attributes could be taken to have the trait."""
    if trait in attributes:
        return True
    if not is_colour(trait):
        return trait in ("tall", "high-rise") and any(word in ("tall", "high-rise") for word in attributes)
    colours = [word for word in attributes if is_colour(word)]
    return not colours or any(_same_colour(trait, other) for other in colours)


def _same_colour(one: str, other: str) -> bool:
    firsts = re.split(r", | and ", one)
    seconds = re.split(r", | and ", other)
    if len(firsts) != len(seconds):
        return False
    return all(any(a == b or {a, b} <= family for family in _CONFUSED for b in seconds) for a in firsts)


def number_word(number: int | str) -> str:
    """Two for 2, up to twelve."""
    return _NUMBERS.get(str(number), str(number))


def spell(text: str, dialect: str) -> str:
    """Gray and story, or grey and storey."""
    if dialect == "us":
        return (
            text.replace("grey", "gray")
            .replace("storey", "story")
            .replace("storys", "stories")
            .replace("coloured", "colored")
        )
    return text.replace("gray", "grey")


def part_phrase(word: str, dialect: str) -> str:
    """A part as it follows the noun: "with a red roof"; storeys become "eight storeys high"."""
    head, _, rest = word.partition(" ")
    if rest == "storeys":
        return spell(f"{number_word(head)} storeys high", dialect)
    if head.isdigit():
        return spell(f"with {number_word(head)} {rest}", dialect)
    if rest.endswith("s") or word.endswith("seats"):
        return spell(f"with {word}", dialect)
    article = "an" if word[0] in "aeiou" else "a"
    return spell(f"with {article} {word}", dialect)
