"""What to measure before the first decision: as many references as help, perhaps none."""

from pydantic import Field, ValidationInfo, model_validator

from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.role import Payload, Role, request_of
from airanchor.reasoner.roles.anchor_query import ANCHOR_QUERY, AnchorAsks, AnchorQueryRequest
from airanchor.reasoner.roles.plus.pointed import PointedAsk, coerce_asks, convert_asks


class BriefedAsks(AnchorAsks):
    """What to measure, at most as many as were offered."""

    anchors: tuple[PointedAsk, ...] = Field(strict=False)

    @model_validator(mode="after")
    def _is_complete(self, info: ValidationInfo) -> "BriefedAsks":
        most = request_of(info).count
        if len(self.anchors) > most:
            raise ValueError(f"anchors must hold at most {most} entries, not {len(self.anchors)}")
        return self


def _coerce(payload: Payload, request: AnchorQueryRequest) -> Payload:
    anchors = coerce_asks(payload.get("anchors"))
    return payload if anchors is None else {**payload, "places": (), "anchors": anchors}


def _convert(payload: Payload, request: AnchorQueryRequest, pixels: PixelConvention) -> Payload:
    anchors = payload.get("anchors")
    if not isinstance(anchors, list):
        return payload
    return {**payload, "anchors": convert_asks(anchors, request, pixels, request.count) or []}


def _fallback(payload: Payload, request: AnchorQueryRequest) -> BriefedAsks:
    """Nothing is measured; none is invented."""
    return BriefedAsks.model_construct(anchors=())


BRIEFED_ANCHOR_QUERY = Role(
    name=ANCHOR_QUERY.name,
    title=ANCHOR_QUERY.title,
    request=AnchorQueryRequest,
    reply=BriefedAsks,
    coerce=_coerce,
    convert=_convert,
    fallback=_fallback,
    template="plus/anchor_query",
)
