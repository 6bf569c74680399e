"""Random layers of integers: every bit beside XLA's, and times beside TensorFlow Lite and ONNX Runtime.

    bash tests/bench/run.sh integer_layers [--layers 64] [--seed 1] [--check x86-64-v3,x86-64-v4-vnni] [--target x86-64-v4-vnni]
        [--rounds 20] [--cpu 1] [--optimize LEVEL]

Convolutions (strided, dilated, grouped, depthwise, pointwise; images in both layouts) and dense layers of odd sizes; s8 or u8 with or
without a zero point, by weights of s8 or s4; sums in s32 with a bias, scaled in f32 with a factor for each feature, rounded and stored
as s8. The code of each target in --check gives XLA's bits for four arguments, of which two are extreme. Peers may be off by one: they
scale in another way. `--rounds 0` measures no times.
"""
import argparse
import os
import random
import shlex
import sys
import types


def parse_arguments():
    parser = argparse.ArgumentParser(prog="run.sh integer_layers", description="Random layers of integers.")
    parser.add_argument("--layers", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", default="x86-64-v3,x86-64-v4-vnni", metavar="TARGETS",
                        help="whose results are compared with XLA's, on this machine")
    parser.add_argument("--target", default="x86-64-v4-vnni", help="whose times are measured")
    parser.add_argument("--optimize", default="balanced", metavar="LEVEL", help="as for hlo2cpp compile")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="to run on; default: the last")
    parser.add_argument("--tool", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


# Threads are fixed before the peers are loaded: they look at this process's CPUs when they start.
ARGUMENTS = parse_arguments()
os.sched_setaffinity(0, {ARGUMENTS.cpu})
os.environ.update(OMP_NUM_THREADS="1", JAX_PLATFORMS="cpu", TF_CPP_MIN_LOG_LEVEL="3")

import jax
import numpy as np

from engines import Generated, timer_of
from integer_draw import draw_integer_layers
from integer_peers import PEERS
from tables import print_table

LABELS = [Generated.label, *(peer.label for peer in PEERS)]
SAMPLES = 5
SAMPLE_SECONDS = 2e-4


def prepare_build():
    compiler = shlex.split(os.environ.get("CXX", "")) or ["g++"]
    return types.SimpleNamespace(tool=ARGUMENTS.tool, folder=ARGUMENTS.folder, optimize=ARGUMENTS.optimize, threads=1, compiler=compiler,
                                 timer=timer_of(compiler, ARGUMENTS.folder))


def arguments_of(layer):
    """One that is random, the extremes, and extremes in turns."""
    limits = np.iinfo(layer.type)
    low, high = (np.full(layer.shape, value, layer.type) for value in (limits.min, limits.max))
    return [layer.input(), low, high, np.where(np.indices(layer.shape).sum(0) % 2, low, high)]


class Case:
    """A layer in all engines; `best` is the minimum by label, in µs."""

    def __init__(self, layer, build):
        self.layer, self.engines, self.wrong = layer, [], []
        self.function = jax.jit(lambda x: layer(None, x))
        self.x = layer.input()
        self.expected = np.asarray(self.function(self.x))
        self.engines = [peer for make in PEERS for peer in self.started(make)] if ARGUMENTS.rounds else []
        for target in dict.fromkeys([*ARGUMENTS.check.split(","), ARGUMENTS.target]):
            engine = Generated(layer, self.x, types.SimpleNamespace(**vars(build), target=target))
            self.compare(engine, target)
            if target == ARGUMENTS.target:
                self.engines.insert(0, engine)
        self.calls = [max(1, int(SAMPLE_SECONDS / min(engine.time(4) for _ in range(3)))) for engine in self.engines]
        self.best = {engine.label: float("inf") for engine in self.engines}
        print(layer.name + "".join(": wrong for " + target for target in self.wrong), flush=True)

    def compare(self, engine, target):
        for x in arguments_of(self.layer):
            np.copyto(engine.arrays[0], x)
            if not np.array_equal(engine.result().view(np.int8).reshape(self.expected.shape), self.function(x)):
                self.wrong.append(target)
                return
        np.copyto(engine.arrays[0], self.x)

    def started(self, make):
        """A peer that gives what XLA gives, or is off by one; nothing where it cannot."""
        try:
            engine = make(self.layer, self.x, self.expected)
            off = np.abs(engine.result().astype(np.int32) - self.expected).max()
            if off > 1:
                raise ValueError(f"off by {off}")
            return [engine]
        except Exception as error: # each has its own; the run goes on without it
            print(f"{self.layer.name}: without {make.label}: {type(error).__name__}: {str(error)[:150]}")
            return []

    def measure(self):
        for engine, calls in random.sample(list(zip(self.engines, self.calls)), len(self.engines)):
            engine.time(2)
            self.best[engine.label] = min(self.best[engine.label], *(1e6 * engine.time(calls) for _ in range(SAMPLES)))

    def ratio(self, peers=PEERS):
        """To the fastest peer; not a number where there is none."""
        return self.best[Generated.label] / min((self.best[peer.label] for peer in peers if peer.label in self.best), default=np.nan)

    def line(self):
        return [self.layer.name, *(f"{self.best[label]:.2f}" if label in self.best else "" for label in LABELS), f"{self.ratio():.2f}"]


def print_times(cases):
    for number in range(ARGUMENTS.rounds):
        print(f"\rround {number + 1}", end="", file=sys.stderr)
        for case in random.sample(cases, len(cases)):
            case.measure()
    cases = sorted((case for case in cases if case.ratio() == case.ratio()), key=Case.ratio)
    print_table([["layer", *(f"{label} µs" for label in LABELS), "ratio"]] + [case.line() for case in cases])
    print()
    for what, peers in (("to the fastest peer", PEERS), ("of the module's images", PEERS[1:])):
        ratios = np.array([case.ratio(peers) for case in cases])
        print(f"{what}, of {len(cases)}: median {np.median(ratios):.2f}, worst tenth {np.quantile(ratios, 0.9):.2f}; "
              f"{np.mean(ratios > 1):.0%} are slower")


def main():
    build = prepare_build()
    cases = [Case(layer, build) for layer in draw_integer_layers(ARGUMENTS.layers, ARGUMENTS.seed)]
    if ARGUMENTS.rounds:
        print_times(cases)
    wrong = [f"{case.layer.name} ({', '.join(case.wrong)})" for case in cases if case.wrong]
    print(f"{len(cases) - len(wrong)} of {len(cases)} layers have all of XLA's bits")
    if wrong:
        raise SystemExit("wrong: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
