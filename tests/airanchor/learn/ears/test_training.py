"""A tiny training of the ears: it learns, goes on where it stopped, and runs the same without torch."""

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra [learn] is not installed")

from airanchor.embedded.ears.net.tagger import RouteTagger as Runtime  # noqa: E402
from airanchor.errors import InputError  # noqa: E402
from airanchor.learn.ears.export import export  # noqa: E402
from airanchor.learn.ears.legs import LabelledLeg  # noqa: E402
from airanchor.learn.ears.samples import sample_of  # noqa: E402
from airanchor.learn.ears.tagger import TaggerNet  # noqa: E402
from airanchor.learn.ears.texts import told_routes  # noqa: E402
from airanchor.learn.ears.training import EarsTraining, train, vectors  # noqa: E402
from airanchor.perception.text.wordpiece import WordPiece  # noqa: E402
from airanchor.perception.weights import MINILM, MINILM_VOCABULARY, read_safetensors  # noqa: E402

pytestmark = pytest.mark.skipif(not MINILM.is_installed, reason="needs the text encoder's weights")

PAST = LabelledLeg(
    "Left ninety, go past the mill.", (("turn", 0, 11), ("main", 21, 29)), "pass", "left", turn_deg=-90
)
OVER = LabelledLeg(
    "Climb ten, over the inn.", (("climb", 0, 9), ("main", 16, 23)), "over", climb="up", thing="house"
)
LEGS = [PAST, OVER]


@pytest.fixture(scope="module")
def cutter() -> WordPiece:
    return WordPiece.read(MINILM_VOCABULARY.locate())


def fresh() -> TaggerNet:
    torch.manual_seed(1)
    return TaggerNet(read_safetensors(MINILM.locate()))


def run(folder: Path, cutter: WordPiece, epochs: int, of: int) -> tuple[TaggerNet, list[float]]:
    """A training of `of` epochs that is stopped after `epochs` of them."""
    tagger, losses = fresh(), []

    def tell(epoch: int, loss: float) -> None:
        losses.append(loss)
        if epoch == epochs:
            raise KeyboardInterrupt

    settings = EarsTraining(epochs=of, batch=2, rate=3e-3, other_share=0.0, cut_share=0.0, typo_share=0.0)
    with suppress(KeyboardInterrupt):
        train(tagger, [LEGS] * 4, cutter, settings, checkpoint=folder / "kept.pt", on_epoch=tell)
    return tagger, losses


def test_it_learns_and_a_stopped_run_goes_on(tmp_path: Path, cutter: WordPiece) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "halves").mkdir()
    whole, losses = run(tmp_path / "whole", cutter, 3, 3)
    assert losses[-1] < 0.7 * losses[0]
    run(tmp_path / "halves", cutter, 2, 3)
    halves, rest = run(tmp_path / "halves", cutter, 3, 3)
    assert len(rest) == 1
    assert rest[0] == pytest.approx(losses[-1], rel=0.5)
    assert halves.state_dict().keys() == whole.state_dict().keys()


def test_what_is_exported_says_the_same_without_torch(tmp_path: Path, cutter: WordPiece) -> None:
    tagger = fresh()
    with torch.no_grad():
        for name, value in tagger.named_parameters():
            if name.endswith("up"):
                value.add_(torch.randn_like(value) * 0.02)
        tagger.begin.bias.fill_(-100.0)  # one leg, whatever the words are
        tagger.tag.bias[0] = 100.0
    tagger.eval()
    path = export(tagger, tmp_path, {"what": "a test"})
    weights = {name: np.array(value, np.float32) for name, value in read_safetensors(path).items()}
    runtime = Runtime(read_safetensors(MINILM.locate()), weights, cutter)
    sample = sample_of(LEGS, cutter)
    with torch.no_grad():
        said = tagger.leg(vectors(tagger, [sample])[0])
    (leg,) = runtime.legs(" ".join(leg.text for leg in LEGS))
    shares = {name: float(value.softmax(0).max()) for name, value in said.items() if name != "turn"}
    assert {name: leg.sureness[name] for name in shares} == pytest.approx(shares, abs=0.005)
    assert set(weights) == set(tagger.state_dict())


def test_a_folder_without_texts_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="route_texts"):
        list(told_routes(tmp_path))
