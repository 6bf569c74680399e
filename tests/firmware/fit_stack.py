"""Fits the stack model, compiler/generate/stack/*.def, to what GCC 12 and Clang 14 report. Needs NumPy.

    python3 tests/firmware/fit_stack.py measure BUILD DATA TARGET MODULE...
        compiles the modules for the target, appends the generated text and the frames of its functions to the file DATA
    python3 tests/firmware/fit_stack.py fit BUILD DATA...
        grows the trees and writes them; prints how far they are off, on these modules and on modules held out

BUILD is a build directory with hlo2cpp and stack_features.
"""
import collections
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import stack

TREES, DEPTH, RATE, DAMPING = 250, 4, 0.15, 1.0
REPEATED = 8      # samples of the programs that the tests check
OFFSET = 40       # bytes, as in model.cpp: frames count by the logarithm, but not the smallest ones
# Trees of their own, with a margin over what fits best: more where compilers surprise more.
GROUPS = {"cortex_m": (["cortex-m4", "cortex-m7"], 1.15), "generic": (["generic"], 1.55), "vector": (["cortex-a", "x86-64-v3", "x86-64-v4"], 1.3)}
MODEL = os.path.join(os.path.dirname(__file__), "../../compiler/generate/stack")
LARGEST = 4 << 20 # bytes of a generated file


def measure(build, data, target, modules):
    known = {json.loads(line)["module"] for line in open(data)} if os.path.exists(data) else set()
    with open(data, "a") as out:
        for module in modules:
            if module in known: continue
            with tempfile.TemporaryDirectory() as folder:
                command = [build + "/hlo2cpp", "compile", module, "--output-dir", folder, "--name", "n", "--target", target]
                if subprocess.run(command, capture_output=True, timeout=120).returncode: continue
                text = open(folder + "/n.cpp").read()
                if len(text) > LARGEST: continue
                frames, most = collections.defaultdict(dict), {}
                for compiler in stack.COMPILERS[target]:
                    for level in stack.LEVELS:
                        own, calls = stack.compile_one(folder, compiler, level, target)
                        known_depths = {}
                        for name in own:
                            depth = stack.depth(name, own, calls, known_depths)
                            frames[name][compiler.split()[0] + level] = (own[name][0], depth)
                        most[compiler.split()[0] + level] = max(stack.depth(f, own, calls, {}) for f in ("n_run", "n_run_in"))
            out.write(json.dumps({"module": module, "target": target, "text": text, "frames": frames, "whole": most}) + "\n")
            out.flush()


def plain_name(symbol):
    mangled = re.match(r"_ZN8n_detail12_GLOBAL__N_1L?(\d+)(.*)", symbol)
    return mangled[2][:int(mangled[1])] if mangled else symbol


def samples(build, path):
    """(module, target, function, features, bytes, bytes of the whole call tree) for each function of a file of measurements."""
    for line in open(path):
        measured = json.loads(line)
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as source:
            source.write(measured["text"])
            source.flush()
            printed = subprocess.run([build + "/tests/stack_features", measured["target"], source.name], capture_output=True, text=True, check=True).stdout
        most = collections.defaultdict(int)
        for name, frames in measured["frames"].items():
            most[plain_name(name)] = max([most[plain_name(name)]] + [depth for _, depth in frames.values()])
        functions = list(map(str.split, printed.splitlines()))
        # What the entry adds to the deepest step; both do not reach their most in the same build.
        most["run"] = max(measured["whole"].values()) - max([most[name] for name, *_ in functions if name in most and name != "run"] + [0])
        for name, *pairs in functions:
            features = {key: int(value) for key, value in (pair.split("=") for pair in pairs) if key != "Model"}
            if name in most: yield measured["module"], measured["target"], name, features, most[name], max(measured["whole"].values())


def grow(x, y):
    """Boosted trees with one question a level: (base, [(questions, leaves)])."""
    candidates = []
    for column in range(x.shape[1]):
        values = np.unique(x[:, column])
        if len(values) > 32: values = np.unique(np.quantile(values, np.linspace(0, 1, 33)).astype(int))
        candidates += [(column, value) for value in values[:-1]]
    answers = np.array([x[:, column] > value for column, value in candidates])
    weights, random = answers.astype(np.float32), np.random.default_rng(0)
    base, trees = float(np.mean(y)), []
    rest = y - base
    for _ in range(TREES):
        chosen = np.flatnonzero(random.random(len(candidates)) < 0.5)
        leaf, questions = np.zeros(len(y), int), []
        for level in range(DEPTH):
            sums = np.zeros((len(y), 2 << level), np.float32)
            sums[np.arange(len(y)), leaf] = rest
            sums[np.arange(len(y)), (1 << level) + leaf] = 1
            above, total = weights[chosen] @ sums, sums.sum(0)
            below = total - above
            half = 1 << level
            gain = sum((part[:, :half] ** 2 / (part[:, half:] + DAMPING)).sum(1) for part in (above, below))
            best = chosen[gain.argmax()]
            questions.append(candidates[best])
            leaf = leaf * 2 + answers[best]
        count = np.bincount(leaf, minlength=1 << DEPTH)
        leaves = np.round(1000 * RATE * np.bincount(leaf, rest, 1 << DEPTH) / (count + DAMPING)) / 1000
        trees.append((questions, leaves))
        rest = rest - leaves[leaf]
    return base, trees


def predict(model, x, margin):
    base, trees = model
    result = np.full(len(x), base)
    for questions, leaves in trees:
        leaf = np.zeros(len(x), int)
        for column, value in questions: leaf = leaf * 2 + (x[:, column] > value)
        result += leaves[leaf]
    return np.exp(result + math.log(margin)) - OFFSET


def report(title, rows, predicted):
    """How many call trees of 64 bytes and more are said too small, or more than 1.5 times too large."""
    whole = collections.defaultdict(lambda: [0, 0, 0])
    for (module, target, name, _, _, most), value in zip(rows, predicted):
        entry = whole[module, target]
        part = 0 if name == "run" else 1
        entry[part], entry[2] = max(entry[part], math.ceil(max(value, 8) / 8) * 8), most
    by_target = collections.defaultdict(list)
    for (_, target), (entry, step, most) in whole.items():
        if most >= 64: by_target[target].append((entry + step) / most)
    for target, ratios in by_target.items():
        ratios = np.array(ratios)
        print(f"{title} {target:10} {len(ratios):4} modules: {np.mean(ratios < 1):6.1%} too small, {np.mean(ratios > 1.5):6.1%} above 1.5 x; "
              f"said over used: 2 % below {np.quantile(ratios, 0.02):.2f}, 2 % above {np.quantile(ratios, 0.98):.2f}")


def fit(build, paths):
    everything = [sample for path in paths for sample in samples(build, path)]
    for group, (targets, margin) in GROUPS.items():
        rows = [row for row in everything if row[1] in targets]
        names = sorted({name for row in rows for name in row[3]})
        x = np.array([[row[3].get(name, 0) for name in names] for row in rows])
        y = np.log(np.array([row[4] for row in rows]) + OFFSET)
        folds = np.array([hash_of(row[0]) % 5 for row in rows])
        held_out = np.zeros(len(rows))
        for fold in range(5): held_out[folds == fold] = predict(grow(x[folds != fold], y[folds != fold]), x[folds == fold], margin)
        report("held out", rows, held_out)
        tested = np.array([REPEATED if "firmware/programs" in row[0] else 1 for row in rows])
        model = grow(np.repeat(x, tested, 0), np.repeat(y, tested))
        report("fitted  ", rows, predict(model, x, margin))
        with open(f"{MODEL}/{group}.def", "w") as out: out.write(text_of(model, names, margin))


def text_of(model, names, margin):
    text = f"""// Regression trees for the stack (model.cpp), boosted on what GCC 12 and Clang 14 report for some hundred programs. Made by
// tests/firmware/fit_stack.py; not to be edited.
//
// STACK_BASE(thousandths of a logarithm), STACK_TREE({{feature, above}} a level, a leaf for each row of answers)
STACK_BASE({1000 * (model[0] + math.log(margin)):.0f})
"""
    for questions, leaves in model[1]:
        asked = ", ".join(f"{{{names[column]}, {value}}}" for column, value in questions)
        text += f"STACK_TREE({{{asked}}},\n           {{{', '.join(f'{1000 * leaf:.0f}' for leaf in leaves)}}})\n"
    return text


def hash_of(text):
    return int.from_bytes(text.encode(), "big") % 1000003


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"] and len(sys.argv) > 5: measure(*sys.argv[2:5], sys.argv[5:])
    elif sys.argv[1:2] == ["fit"] and len(sys.argv) > 3: fit(sys.argv[2], sys.argv[3:])
    else: sys.exit(__doc__)
