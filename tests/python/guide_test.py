"""The snippet of the guide's page on Python runs as it stands there."""
import pathlib
import re
import shutil

import pytest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "compiler" / "guide" / "python.md"


@pytest.mark.skipif(not (shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm")), reason="no board")
def test_the_first_snippet_of_the_page_on_python_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    snippet = re.search(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S)[1]
    exec(compile(snippet, str(PAGE), "exec"), {})
    assert (tmp_path / "firmware" / "CMakeLists.txt").exists()
