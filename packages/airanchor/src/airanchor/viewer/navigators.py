"""Who flew, as people call it."""

_TITLES = {
    "airanchor": "AirAnchor",
    "action-level": "AirAnchor by single actions",
    "action-sampling": "Action Sampling",
    "random": "Random",
    "reference": "Reference path",
    "spf": "SPF",
    "pivot": "PIVOT",
    "typefly": "TypeFly",
    "navgpt": "NavGPT",
    "mapgpt": "MapGPT",
    "finecog": "FineCog-Nav",
    "finecog-nav": "FineCog-Nav",
}


def navigator_title(name: str) -> str:
    """Such as 'SPF', or 'SPF (faithful)' for a variant; one that is not known keeps its name."""
    if name in _TITLES:
        return _TITLES[name]
    known = max((key for key in _TITLES if name.startswith(f"{key}-")), key=len, default=None)
    return name if known is None else f"{_TITLES[known]} ({name[len(known) + 1 :].replace('-', ' ')})"
