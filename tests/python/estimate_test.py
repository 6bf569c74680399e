"""Instructions that --core estimates, beside those that QEMU counts."""
import math
import pathlib
import shutil

import numpy as np
import pytest

import hlo2cpp

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests/firmware/programs"
SAMPLES = ["digits/digits.pb", "keyword/ds_cnn_f32.pb", "keyword/ds_cnn_int8.pb", "kalman_bank/lqr.pb"]
NETWORKS = ["attention", "attention_of_bytes", "f64_filter", "factors", "image_to_image", "lstm_scan", "pool", "spectrum",
            "transcendental_f32"]
BANDS = ["bands", "heads"]
RNG = np.random.default_rng(3)


def made_up(argument):
    extents, _ = hlo2cpp.dtypes.shape_of(argument["shape"])
    dtype = hlo2cpp.dtypes.dtype_of(argument["type"])
    return RNG.uniform(-1, 1, extents).astype(dtype) if dtype.kind in "fV" else RNG.integers(0, 2, extents).astype(dtype)


def estimated_and_counted(module):
    model = hlo2cpp.compile(str(module), name="net", target="cortex-m4", core="cortex-m4")
    board = model.emulate(*[made_up(a) for a in model.report["arguments"] if a["direction"] != "out"])
    return model.report["time"]["instructions"], board.instructions


@pytest.mark.skipif(not (shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm")), reason="no board")
def test_estimated_instructions_are_near_those_that_run():
    """Each within a third, their mean within a tenth. `pytest -s` prints the table of the guide."""
    ratios = []
    modules = [ROOT / "samples" / sample for sample in SAMPLES] + [PROGRAMS / f"{name}.hlo" for name in NETWORKS]
    for module in modules + [ROOT / "tests/check" / f"{name}.hlo" for name in BANDS]:
        estimated, counted = estimated_and_counted(module)
        print(f"| {module.stem} | {estimated:,} | {counted:,} | {estimated / counted:.2f} |")
        ratios.append(estimated / counted)
        assert 2 / 3 < ratios[-1] < 3 / 2, module
    assert 0.9 < math.exp(np.mean(np.log(ratios))) < 1.1
