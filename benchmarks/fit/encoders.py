"""Measures the shipped encoders and writes their profiles: python -m benchmarks.fit.encoders

Words come from the committed pairs, crops from the tuning cities.
"""

import argparse
from pathlib import Path

import airanchor.perception.calibration as calibration
from airanchor.bench.survey.crop_pairs import make_crop_pairs
from airanchor.perception.calibration.measure import as_json
from airanchor.perception.image import IMAGE_CHOICES, load_image_encoder
from airanchor.perception.text import TEXT_CHOICES, load_text_encoder


def main() -> None:
    """Measure and write."""
    where = Path(calibration.__file__).parent / "profiles.json"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=where)
    out = parser.parse_args().out
    profiles: dict[str, calibration.Calibration] = {}
    for name in TEXT_CHOICES:
        text = load_text_encoder(name)
        profiles[text.name] = calibration.calibrate_text(text)
    pairs = make_crop_pairs()
    print(f"{len(pairs.same)} same, {len(pairs.different)} different, {len(pairs.alike)} alike")
    for name in IMAGE_CHOICES:
        image = load_image_encoder(name)
        profiles[image.name] = calibration.calibrate_images(
            image, same=pairs.same, different=pairs.different, alike=pairs.alike
        )
    out.write_text(as_json(profiles), encoding="utf-8")


if __name__ == "__main__":
    main()
