"""What a million tokens cost, as a user types it."""

from typing import Annotated

import typer

from airanchor.errors import InputError
from airanchor.reasoner.profiles.profile import ModelProfile

PriceInOption = Annotated[
    float | None, typer.Option(help="Price of a million input tokens, as you looked it up.", min=0)
]
PriceOutOption = Annotated[float | None, typer.Option(help="Price of a million output tokens.", min=0)]


def priced(profile: ModelProfile, price_in: float | None, price_out: float | None) -> ModelProfile:
    """The profile with these prices; as it is where none are given."""
    if (price_in is None) != (price_out is None):
        raise InputError("--price-in and --price-out go together; give both or neither")
    if price_in is None:
        return profile
    prices = {"price_input_per_million": price_in, "price_output_per_million": price_out}
    return profile.model_copy(update={**prices, "price_typed_by_user": True})
