"""The options that say under which conditions a drone flies."""

from typing import Annotated

import typer

NoiseOption = Annotated[
    int, typer.Option(help="Noise of the sensors: 0 none, 1 mild, 2 strong, 3 harsh.", min=0, max=3)
]
TrafficOption = Annotated[
    int, typer.Option(help="Cars, buses and boats that move: 0 none, 1 quiet, 2 busy, 3 dense.", min=0, max=3)
]
WorldSeedOption = Annotated[int, typer.Option(help="Seed of the noise and the traffic.", min=0)]
