#!/usr/bin/env python3
"""Runs random HLO modules as generated code and with the evaluator, and reports where they differ.

    fuzz.py --tool build/hlo2cpp --count 200 --first-seed 1 --keep DIR
    fuzz.py --tool build/hlo2cpp --oracle --count 50        the evaluator against XLA:CPU (needs jaxlib)
    fuzz.py --tool build/hlo2cpp --strict --count 50        the code only compiled, with strict warnings, for three targets
    fuzz.py --first-seed 17 --print                         the module of seed 17

A seed is a module, its arguments and the options it runs with. Each failure is minimised and kept as DIR/SEED.hlo with
its in<N>.npy. Needs Python 3 with numpy. Exit status 0 only if nothing differed.
"""

import argparse
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

import numpy as np

import generator
import minimise
import strict
import structured
import updates
from values import INTEGERS, numbers

# The program around the generated code ends without freeing its buffers.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
SANITIZE = "-O2 -fsanitize=address,undefined -fno-sanitize-recover=all"


def options_of(seed, args):
    """How the module of this seed is compiled."""
    if args.flags is not None:
        return shlex.split(args.flags)
    choice = random.Random(seed)
    options = ["--target", choice.choice(["generic", "x86-64-v3", "native", "x86-64-v2"])]
    options += ["--deterministic"] if choice.random() < 0.25 else []
    options += ["--poison"] if choice.random() < 0.4 else []
    options += choice.choice([[], [], [], ["--optimize", "size"], ["--optimize", "speed"]])
    more = choice.choice(["", "", "", SANITIZE, "-O3", "-O3 -ffp-contract=off"])
    return options + (["--cxxflags=" + more] if more else [])


def run(tool, text, arrays, options):
    """The results, or what the tool said."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/module.hlo", "w") as f:
            f.write(text)
        command = [*shlex.split(tool), "run", f"{folder}/module.hlo", "--output-dir", f"{folder}/out", *options]
        for i, array in enumerate(arrays):
            np.save(f"{folder}/in{i}.npy", array)
            command += ["--input", f"{folder}/in{i}.npy"]
        try:
            p = subprocess.run(command, capture_output=True, timeout=300, stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        except subprocess.TimeoutExpired:
            return "no answer in 300 s"
        if p.returncode != 0:
            return f"exit {p.returncode}: {p.stderr.decode(errors='replace')[:1500]}"
        count = len(os.listdir(f"{folder}/out"))
        return [np.load(f"{folder}/out/out{i}.npy") for i in range(count)]


def oracle_run(text, arrays, types):
    import oracle

    if "constant_folding" not in os.environ["XLA_FLAGS"]:  # they have bugs of their own
        os.environ["XLA_FLAGS"] += " --xla_disable_hlo_passes=constant_folding,algsimp"
    text = text.replace(" bitcast(", " reshape(")  # the way into XLA from here takes no bitcast, and no aliases
    text = text.replace(" fusion(", " call(").replace(", kind=kLoop, calls=", ", to_apply=")
    text = re.sub(r"(?m)^(HloModule \w+), .*", r"\1", text)
    text = hidden_starts(text)
    fit = [a.view(oracle.DTYPES[t]) if t == "bf16" else a for a, t in zip(arrays, types)]
    return [np.asarray(a).view(np.uint16) if a.dtype.name == "bfloat16" else np.asarray(a) for a in oracle.run(text, fit)]


def hidden_starts(text):
    """The way into XLA reads a known u8 start of 250 in gather and dynamic-slice as -6; one behind a barrier is not known."""
    types = dict(re.findall(r"(?m)^ *(\w+) = (u\d+\[[\d,]*\])", text))

    def hide(found):
        indent, slice, starts = found[1], found[2], found[4].split(", ")
        hidden = {s: f"{found[3]}.{s}" for s in starts if s in types}
        lines = [f"{indent}{new} = {types[s]} opt-barrier({s})\n" for s, new in hidden.items()]
        return "".join(lines) + indent + slice + ", ".join(hidden.get(s, s) for s in starts) + ")"

    return re.sub(r"(?m)^( *)((?:ROOT )?(\w+) = \S+ (?:gather|dynamic-slice)\(\w+, )([^)]*)\)", hide, text)


def suit_oracle():
    """Leaves out what XLA:CPU makes otherwise than is published."""
    updates.MOST_LONG_SIDES = 1
    structured.FEWEST_ROUNDS = 1
    generator.EMPTY_DIMENSIONS = 0
    for type in [t for t in INTEGERS if int(t[1:]) < 8]:  # it crashes on some modules with them
        INTEGERS.remove(type)
        del updates.WIDTH[type]


def difference(got, want, results):
    """None, or where two lists of results part."""
    if isinstance(got, str) or isinstance(want, str):
        return got if isinstance(got, str) else "reference: " + want
    for i, (g, w, value) in enumerate(zip(got, want, results, strict=True)):
        if g.shape != w.shape:
            return f"result {i}: shape {g.shape}, expected {w.shape}"
        g, w = numbers(g, value.type), numbers(w, value.type)
        if value.is_float:
            with np.errstate(all="ignore"):
                bad = ~np.isclose(g, w, rtol=0, atol=4 * value.error, equal_nan=True)
        else:
            bad = g != w
        if bad.any():
            at = tuple(np.argwhere(bad)[0]) if bad.ndim else ()
            where = [int(i) for i in at]
            return f"result {i} {value.name}: {int(bad.sum())} of {bad.size}, first at {where}: {g[at]}, expected {w[at]}"
    return None


class Checker:
    """Whether a program fails; the question that minimising asks again and again."""

    def __init__(self, args, seed):
        self.args, self.options = args, options_of(seed, args)

    def reference(self, program):
        return run(self.args.tool, program.text(), program.arrays, ["--engine", "evaluator"])

    def __call__(self, program):
        text = program.text()
        if self.args.strict:
            kept = [o for o in self.options if o in ("--deterministic", "--poison")]
            return strict.complaint(self.args.tool, text, kept)
        want = self.reference(program)
        if self.args.oracle:
            try:
                types = [shape.split("[")[0] for _, shape, right in program.lines if right.startswith("parameter(")]
                got, want = want, oracle_run(text, program.arrays, types)
            except Exception as e:  # whatever XLA says of it; of some types it has no products
                return None if "UNIMPLEMENTED" in str(e) else f"XLA: {str(e)[:300]}"
        else:
            got = run(self.args.tool, text, program.arrays, self.options)
        return difference(got, want, program.results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="hlo2cpp", help="the hlo2cpp command")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--flags", help="options for `hlo2cpp run`, in place of random ones")
    parser.add_argument("--keep", default="fuzz-failures", help="folder for what failed")
    parser.add_argument("--oracle", action="store_true", help="compare the evaluator with XLA:CPU")
    parser.add_argument("--strict", action="store_true", help="compile only, with strict warnings")
    parser.add_argument("--print", action="store_true", help="only print the module of the first seed")
    args = parser.parse_args()
    if args.oracle:
        suit_oracle()
        sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ops"))
    if args.print:
        print(minimise.program(args.first_seed).text())
        return 0
    failed = 0
    for seed in range(args.first_seed, args.first_seed + args.count):
        if sys.stderr.isatty() or seed % 50 == 0:
            print(f"seed {seed}", end="\r", file=sys.stderr, flush=True)
        program = minimise.program(seed)
        check = Checker(args, seed)
        why = check(program)
        if why is None:
            continue
        failed += 1
        print(f"seed {seed} {shlex.join(check.options)}\n  {why[:600]}", flush=True)
        program, why = minimise.minimised(program, why, check)
        os.makedirs(args.keep, exist_ok=True)
        with open(f"{args.keep}/{seed}.hlo", "w") as f:
            f.write(program.text() + f"\n// {shlex.join(check.options)}\n// " + why.replace("\n", "\n// ") + "\n")
        for i, array in enumerate(program.arrays):
            np.save(f"{args.keep}/{seed}.in{i}.npy", array)
        print(f"  kept {args.keep}/{seed}.hlo: {why[:200]}", flush=True)
    print(f"{args.count} modules, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
