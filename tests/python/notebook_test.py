"""The notebook of samples/notebook runs from its first cell to its last one, where nbclient and a board are installed."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "notebook"


@pytest.mark.skipif(not (shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm")), reason="no board")
def test_the_notebook_runs_and_is_the_script(tmp_path, monkeypatch):
    for package in ("matplotlib", "nbclient", "nbformat", "ipykernel"):
        pytest.importorskip(package)
    import nbformat
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    subprocess.run([sys.executable, SAMPLE / "make_notebook.py", tmp_path / "n.ipynb"], cwd=tmp_path, check=True, capture_output=True)
    ran, kept = (nbformat.read(path, 4) for path in (tmp_path / "n.ipynb", SAMPLE / "notebook.ipynb"))
    assert [c.source for c in ran.cells] == [c.source for c in kept.cells]
    assert (tmp_path / "notebook.png").stat().st_size > 10_000
