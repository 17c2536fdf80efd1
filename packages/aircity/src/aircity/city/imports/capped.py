"""A limit on how much an imported file may draw, however small the file is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.errors import InputError

MOST_TRIANGLES = 5_000_000


def check_count(triangles: int) -> None:
    """Raise InputError if an import has come to more triangles than a scene may have."""
    if triangles > MOST_TRIANGLES:
        raise InputError(
            f"the file makes {triangles} triangles or more; at most {MOST_TRIANGLES} can be imported: "
            "cut a smaller area out of it"
        )


@dataclass(slots=True)
class CappedBuilder(MeshBuilder):
    """A mesh builder that refuses to grow beyond the limit."""

    count: int = 0

    def triangles(
        self,
        vertices: ArrayLike,
        surface: Surface,
        object_id: int,
        *,
        uv: ArrayLike | None = None,
        normals: ArrayLike | None = None,
    ) -> None:
        """Add triangles as `MeshBuilder.triangles` does."""
        self.count += np.size(vertices) // 9
        check_count(self.count)
        MeshBuilder.triangles(self, vertices, surface, object_id, uv=uv, normals=normals)
