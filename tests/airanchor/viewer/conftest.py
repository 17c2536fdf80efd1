"""One browser for all pages that are looked at."""

import pytest

from tests.airanchor.viewer.browser import Browser, find_browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    executable = find_browser()
    if executable is None:
        pytest.skip("no Chromium on this machine")
    browser = Browser(executable, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()
