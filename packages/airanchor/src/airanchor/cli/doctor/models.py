"""The models that a user brings, as `airanchor doctor` sees them: which are here, how to get the rest."""

from dataclasses import replace

from airanchor.cli.doctor.command import MachineFinding
from airanchor.errors import InputError, MissingExtra, MissingWeights
from airanchor.perception.calibration import own_calibration
from airanchor.perception.models.catalogue import KNOWN_MODELS, USUAL, ModelRole
from airanchor.perception.models.config import ModelChoice
from airanchor.perception.models.folder import ModelFolder, open_folder

PURPOSES = {
    ModelRole.DETECTOR: "boxes of --perception grounded-sam",
    ModelRole.SEGMENTER: "masks of --perception grounded-sam",
    ModelRole.TEXT: "--text-encoder",
    ModelRole.IMAGE: "--image-encoder",
}


def look_at_models() -> list[MachineFinding]:
    """The models that the paper flew with, and others that have a name here if they are there."""
    findings = [look_at_model(name) for name in KNOWN_MODELS]
    return [one for one in findings if one.part in USUAL.values() or one.state != "missing"]


def look_at_model(name: str) -> MachineFinding:
    """Whether a model's files are here and are what they were."""
    known = KNOWN_MODELS[name]
    finding = MachineFinding(name, "ok", PURPOSES[known.role], needed=False)
    try:
        folder = open_folder(ModelChoice(name), known.role)
    except MissingExtra as error:
        return replace(finding, state="missing", detail=f"{finding.detail}, needs torch", fix=error.command)
    except MissingWeights as error:
        detail = f"{finding.detail}, {known.size_mb} MB"
        return replace(finding, state="missing", detail=detail, fix=error.command)
    except InputError as error:
        return replace(finding, state="broken", detail=str(error), fix="see docs/models.md")
    return _present(finding, folder, is_encoder=known.role in (ModelRole.TEXT, ModelRole.IMAGE))


def _present(finding: MachineFinding, folder: ModelFolder, *, is_encoder: bool) -> MachineFinding:
    detail = f"{finding.detail}: {folder.told}, in {folder.path}"
    if not is_encoder:
        return replace(finding, detail=detail)
    if own_calibration(folder.identity) is not None:
        return replace(finding, detail=f"{detail}; calibrated")
    return replace(
        finding, detail=f"{detail}; not calibrated", fix=f"airanchor doctor --calibrate {finding.part}"
    )
