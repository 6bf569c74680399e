"""Measures generated code beside its peers; run.sh calls it.

Each round visits all models and their engines in random order, so that a slow time of the machine hits all alike. An engine
runs twice untimed and then gives samples, each the mean over enough calls to last SAMPLE_SECONDS. What counts is the minimum
over all samples of all rounds.
"""
import argparse
import ctypes
import os
import platform
import random
import shlex
import types

TOLERANCE = 5e-6 # of the largest result
SAMPLES = 10
SAMPLE_SECONDS = 2e-4


def parse_arguments():
    parser = argparse.ArgumentParser(prog="run.sh", description="Speed of generated code beside ONNX Runtime and XLA:CPU.")
    parser.add_argument("--models", default="", help="names with commas between; default: all")
    parser.add_argument("--layers", type=int, default=0, help="so many random layers instead of the models")
    parser.add_argument("--seed", type=int, default=1, help="of the random layers; default: 1")
    parser.add_argument("--target", default="native", help="as for hlo2cpp compile; this machine must run it")
    parser.add_argument("--deterministic", action="store_true", help="also time the code of hlo2cpp compile --deterministic")
    parser.add_argument("--rounds", type=int, default=20, help="default: 20")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="to run on; default: the last")
    parser.add_argument("--tool", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


# Threads are fixed before the peers are loaded: they look at this process's CPUs when they start.
ARGUMENTS = parse_arguments()
os.sched_setaffinity(0, {ARGUMENTS.cpu})
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", JAX_PLATFORMS="cpu", TF_CPP_MIN_LOG_LEVEL="3",
                  XLA_FLAGS="--xla_cpu_multi_thread_eigen=false")

import jax
import jax.numpy as jnp
import numpy as np
import onnxruntime

from engines import PEERS, Deterministic, Generated, command
from layers import draw
from models import MODELS
from ops import JaxOps

HEADER = ["model", "hlo2cpp µs", "ONNX Runtime µs", "XLA:CPU µs", "ratio", "difference", "arena bytes", "weights bytes"]
HEADER_OF_DETERMINISTIC = ["deterministic µs", "ratio to default"]


def prepare_build():
    """The compilers, and the loop that times generated code."""
    compiler = shlex.split(os.environ.get("CXX", "")) or ["g++"]
    os.makedirs(ARGUMENTS.folder, exist_ok=True)
    library = os.path.join(ARGUMENTS.folder, "timer.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "timer.cpp")
    command(*compiler, "-std=c++17", "-O2", "-shared", "-fPIC", source, "-o", library)
    timer = ctypes.CDLL(library).seconds_per_call
    timer.restype = ctypes.c_double
    timer.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
    return types.SimpleNamespace(tool=ARGUMENTS.tool, folder=ARGUMENTS.folder, target=ARGUMENTS.target, compiler=compiler,
                                 timer=timer)


def reference(model, x):
    with jax.enable_x64(True):
        return np.asarray(jax.jit(lambda x: model(JaxOps(jnp.float64, model.layout), x))(x.astype(np.float64)))


def check(engine, model, expected):
    """The largest difference, as a part of the largest result."""
    difference = np.abs(engine.result().astype(np.float64) - expected).max() / np.abs(expected).max()
    if not difference <= TOLERANCE:
        raise SystemExit(f"{model.name}: {engine.label} is wrong by {difference:.1e} of the largest result")
    return difference


class Case:
    """A model in all engines, compiled and checked; `best` is the minimum by label, in µs."""

    def __init__(self, model, build):
        self.model = model
        x = model.input()
        expected = reference(model, x)
        print(f"{model.name}: compiling", end="", flush=True)
        self.ours = Generated(model, x, expected.shape, build)
        self.engines = [self.ours] + [peer(model, x, expected.shape) for peer in PEERS]
        if ARGUMENTS.deterministic:
            self.engines.append(Deterministic(model, x, expected.shape, build))
        print(", checking", flush=True)
        self.difference = [check(engine, model, expected) for engine in self.engines][0]
        self.calls = [max(1, int(SAMPLE_SECONDS / min(engine.time(4) for _ in range(5)))) for engine in self.engines]
        self.best = {engine.label: float("inf") for engine in self.engines}

    def measure(self):
        for engine, calls in random.sample(list(zip(self.engines, self.calls)), len(self.engines)):
            engine.time(2)
            times = [1e6 * engine.time(calls) for _ in range(SAMPLES)]
            self.best[engine.label] = min(self.best[engine.label], *times)

    def peers(self):
        return [time for label, time in self.best.items() if label not in (Generated.label, Deterministic.label)]

    def ratio(self):
        return self.best[self.ours.label] / min(self.peers())

    def line(self):
        best = dict(self.best)
        deterministic = best.pop(Deterministic.label, None)
        return [self.model.name, *(f"{time:.2f}" for time in best.values()),
                f"{self.ratio():.2f}" if self.model.in_mean else "", f"{self.difference:.1e}",
                f"{self.ours.report['arena_bytes']:,}", f"{self.ours.report['weights_bytes']:,}",
                *([f"{deterministic:.2f}", f"{deterministic / best[Generated.label]:.2f}"] if deterministic else [])]


def print_table(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for number, line in enumerate(lines):
        cells = [cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(line, widths))]
        print("| " + " | ".join(cells) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 1) + (":" if i else "-") for i, width in enumerate(widths)) + "|")


def chosen_models():
    if ARGUMENTS.layers:
        return draw(ARGUMENTS.layers, ARGUMENTS.seed)
    names = ARGUMENTS.models.split(",") if ARGUMENTS.models else list(MODELS)
    unknown = [name for name in names if name not in MODELS]
    if unknown:
        raise SystemExit(f"unknown model {', '.join(unknown)}; there are {', '.join(MODELS)}")
    return [MODELS[name] for name in names]


def main():
    build = prepare_build()
    cases = [Case(model, build) for model in chosen_models()]
    print(f"timing, {ARGUMENTS.rounds} rounds:", end="", flush=True)
    for number in range(1, ARGUMENTS.rounds + 1):
        print(f" {number}", end="", flush=True)
        for case in random.sample(cases, len(cases)):
            case.measure()
    print()
    print(f"\ntarget {ARGUMENTS.target}, {shlex.join(build.compiler)} -O2, ONNX Runtime {onnxruntime.__version__}, "
          f"jaxlib {jax.lib.__version__}, CPU {ARGUMENTS.cpu} of {platform.machine()}, load {os.getloadavg()[0]:.1f}\n")
    header = HEADER + (HEADER_OF_DETERMINISTIC if ARGUMENTS.deterministic else [])
    print_table([header] + [case.line() for case in cases])
    ratios = [case.ratio() for case in cases if case.model.in_mean]
    if ratios:
        mean = np.exp(np.mean(np.log(ratios)))
        print(f"\ngeometric mean of the ratios to the best peer, of {len(ratios)} models: {mean:.3f}")
    if ARGUMENTS.layers:
        print(f"median {np.median(ratios):.2f}, worst tenth from {np.quantile(ratios, 0.9):.2f}, worst {max(ratios):.2f}")


if __name__ == "__main__":
    main()
