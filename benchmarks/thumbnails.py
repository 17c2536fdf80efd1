"""Draws the pictures by which the cockpit's page offers the named cities: python -m benchmarks.thumbnails."""

from importlib.resources import files
from pathlib import Path

from airanchor.cockpit.cities import draw_thumbnail, usual_start
from aircity.city.catalogue import SCENES, load_scene
from aircity.city.city import rendered


def main() -> None:
    """One JPEG for each, in the package's own folder."""
    folder = Path(str(files("airanchor.cockpit"))) / "page" / "thumbnails"
    folder.mkdir(exist_ok=True)
    for name in SCENES:
        with rendered(load_scene(name)) as city:
            (folder / f"{name}.jpg").write_bytes(draw_thumbnail(city, usual_start(city)))
        print(name)


if __name__ == "__main__":
    main()
