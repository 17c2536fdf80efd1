"""What a run refuses before it begins."""

import pytest

from airanchor.bench.run import RunOrder, prepare_run
from airanchor.errors import InputError


@pytest.mark.parametrize(("held", "told"), [("trace", "a single flight"), ("rows", "files of a run")])
def test_a_folder_that_holds_something_else_is_refused_with_its_name(tmp_path, held, told):
    (tmp_path / held).mkdir()
    with pytest.raises(InputError, match=f"{tmp_path.name} holds {told}.*; give another --out"):
        prepare_run(tmp_path, RunOrder(rows=("random",), episodes="dev"))
    assert [path.name for path in tmp_path.iterdir()] == [held]
