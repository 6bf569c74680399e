#!/usr/bin/env python3
"""Runs the Python lines that error messages show (compiler/read/recipes), on the files of this folder: each must give an HLO
proto that computes what the model computes.

    try_recipes.py --tool build/hlo2cpp [FRAMEWORK]...      default: those that this Python can import
"""

import argparse
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np

from model import X, Y

HERE = pathlib.Path(__file__).parent
RECIPES = HERE.parents[2] / "compiler/read/recipes"

# Recipe, what it needs, the file here, the name that the recipe gives it (the one for .keras reads .h5 as well).
CASES = [
    ("from_onnx.py", "jaxonnxruntime", "model.onnx", "model.onnx"),
    ("from_saved_model.py", "tensorflow", "saved_model", "model"),
    ("from_saved_model.py", "tensorflow", "saved_model_trained", "model"),  # without tf_keras
    ("from_saved_model.py", "tensorflow", "saved_model_loop", "model"),
    ("from_keras.py", "tensorflow", "model.keras", "model.keras"),
    ("from_keras.py", "tensorflow", "recurrent.keras", "model.keras"),
    ("from_keras.py", "tensorflow", "model.h5", "model.h5"),
    ("from_torch_export.py", "torchax", "model.pt2", "model.pt2"),
]


def attempt(tool, recipe, file, name):
    """What went wrong, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copy = shutil.copytree if (HERE / file).is_dir() else shutil.copy
        copy(HERE / file, folder / name)
        lines = (RECIPES / recipe).read_text().replace("model.keras", name)
        made = subprocess.run([sys.executable, "-c", lines], cwd=folder, capture_output=True, text=True)
        if made.returncode != 0:
            return made.stderr
        np.save(folder / "x.npy", X)
        words = [tool, "run", "model.pb", "--input", "x.npy", "--output-dir", "out", "--engine", "evaluator"]
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        if ran.returncode != 0:
            return ran.stderr
        error = np.abs(np.load(folder / "out/out0.npy") - Y).max()
        return f"results are off by {error}" if error > 1e-6 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("frameworks", nargs="*")
    args = parser.parse_args()
    tool = str(pathlib.Path(args.tool).resolve())
    failed = 0
    for recipe, needs, file, name in CASES:
        if needs not in args.frameworks if args.frameworks else not importlib.util.find_spec(needs):
            print(f"skipped  {recipe} on {file}: needs {needs}")
            continue
        wrong = attempt(tool, recipe, file, name)
        failed += bool(wrong)
        print(f"{'FAILED ' if wrong else 'ok     '}  {recipe} on {file}", wrong)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
