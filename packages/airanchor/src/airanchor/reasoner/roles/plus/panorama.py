"""The heading from a look around, which may also be the present one."""

from dataclasses import replace

from pydantic import model_validator

from airanchor.reasoner.roles.panorama import PANORAMA, Turn, side_of


class BriefedTurn(Turn):
    """A signed turn; 0, whatever side it names, is none."""

    @model_validator(mode="after")
    def _agrees(self) -> "BriefedTurn":
        if self.yaw_delta_deg and side_of(self.yaw_delta_deg) is not self.turning_direction:
            raise ValueError(
                f"turning_direction {self.turning_direction.value!r} does not agree with yaw_delta_deg "
                f"{self.yaw_delta_deg:g}: right is 0 < yaw <= 135, left -135 <= yaw < 0, around beyond 135"
            )
        return self


BRIEFED_PANORAMA = replace(PANORAMA, reply=BriefedTurn, template="plus/panorama")
