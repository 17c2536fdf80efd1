"""The hub's cache on this disk: which files of a model were downloaded. Nothing is fetched here."""

from pathlib import Path

from airanchor.errors import MissingExtra


def cached_folder(hub_id: str, revision: str = "") -> Path | None:
    """The folder of a downloaded model, named by its commit; None where there is none."""
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError as error:
        raise MissingExtra(f"the model {hub_id}", "models", "airanchor") from error

    found = try_to_load_from_cache(hub_id, "config.json", revision=revision or None)
    return Path(found).parent if isinstance(found, str) else None
