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

from choice import add_choice, chosen_models

TOLERANCE = {"f32": 5e-6, "f16": 1e-2, "bf16": 1e-1} # of the largest result
SAMPLES = 10
SAMPLE_SECONDS = 2e-4


def parse_arguments():
    parser = argparse.ArgumentParser(prog="run.sh", description="Speed of generated code beside its peers.")
    add_choice(parser)
    parser.add_argument("--peers", action="store_true", help="also OpenVINO, IREE and TensorFlow Lite, where they are installed")
    parser.add_argument("--target", default="native", help="as for hlo2cpp compile; this machine must run it")
    parser.add_argument("--optimize", default="balanced", metavar="LEVEL", help="as for hlo2cpp compile")
    parser.add_argument("--type", default="f32", choices=TOLERANCE, help="of all numbers; peer of f16 and bf16: XLA:CPU")
    parser.add_argument("--deterministic", action="store_true", help="also time the code of hlo2cpp compile --deterministic")
    parser.add_argument("--threads", type=int, default=1, help="of all engines but IREE, on the last CPUs; also times one thread; default: 1")
    parser.add_argument("--rounds", type=int, default=20, help="default: 20")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="to run on; default: the last")
    parser.add_argument("--chart", metavar="FILE", help="draw the times as SVG")
    parser.add_argument("--tool", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


# Threads are fixed before the peers are loaded: they look at this process's CPUs when they start.
ARGUMENTS = parse_arguments()
CPUS = sorted(os.sched_getaffinity(0))[-ARGUMENTS.threads:] if ARGUMENTS.threads > 1 else [ARGUMENTS.cpu]
os.sched_setaffinity(0, CPUS)
os.environ.update(OMP_NUM_THREADS=str(ARGUMENTS.threads), OPENBLAS_NUM_THREADS="1", JAX_PLATFORMS="cpu", TF_CPP_MIN_LOG_LEVEL="3")
if ARGUMENTS.threads == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"

import jax
import jax.numpy as jnp
import numpy as np
import onnxruntime

from chart import chart
from engines import FLOATS, PEERS, PEERS_OF_HALVES, Deterministic, Generated, OneThread, library_of, timer_of
from models import Given
from ops import JaxOps
from peers import installed
from tables import print_table

ALL_PEERS = [*PEERS, *(installed() if ARGUMENTS.peers else [])] if ARGUMENTS.type == "f32" else PEERS_OF_HALVES
LABELS = list(dict.fromkeys(peer.label for peer in ALL_PEERS))
BESIDE = [*([OneThread] if ARGUMENTS.threads > 1 else []), *([Deterministic] if ARGUMENTS.deterministic else [])] # the default's code


def prepare_build():
    """The compilers, the loop that times generated code, and what measures the CPU's peak."""
    compiler = shlex.split(os.environ.get("CXX", "")) or ["g++"]
    peak = library_of("peak", compiler, ARGUMENTS.folder, "-march=native", "-funroll-loops").peak
    peak.restype = ctypes.c_double
    return types.SimpleNamespace(tool=ARGUMENTS.tool, folder=ARGUMENTS.folder, target=ARGUMENTS.target, optimize=ARGUMENTS.optimize, threads=ARGUMENTS.threads,
                                 compiler=compiler, timer=timer_of(compiler, ARGUMENTS.folder), peak=peak)


def reference(model, x):
    with jax.enable_x64(True):
        return np.asarray(jax.jit(lambda x: model(JaxOps(jnp.float64, model.layout), x))(x.astype(np.float64)))


def difference(engine, expected):
    """The largest one to what is expected, as a part of the largest result."""
    found = np.abs(engine.result().astype(np.float64) - expected).max() / np.abs(expected).max()
    if not found <= TOLERANCE[ARGUMENTS.type]:
        raise ValueError(f"wrong by {found:.1e} of the largest result")
    return found


def started(make, expected):
    """A peer that gives what is expected, or nothing where it cannot."""
    try:
        engine = make()
        difference(engine, expected)
        return [engine]
    except Exception as error: # each has its own; the run goes on without it
        print(f" (without a peer: {type(error).__name__}: {str(error)[:120]})", end="", flush=True)
        return []


class Case:
    """A model in all engines, compiled and checked; `best` is the minimum by label, in µs."""

    def __init__(self, model, build):
        self.model, self.difference = model, None
        print(f"{model.name}: compiling", flush=True)
        if isinstance(model, Given):
            self.engines = [Generated(model, None, build)]
            self.engines[0].result()
        else:
            self.prepare(model, model.input().astype(FLOATS[ARGUMENTS.type]), build)
        self.ours = self.engines[0]
        self.calls = [max(1, int(SAMPLE_SECONDS / min(engine.time(4) for _ in range(5)))) for engine in self.engines]
        self.best = {engine.label: float("inf") for engine in self.engines}

    def prepare(self, model, x, build):
        expected = reference(model, x)
        own = [kind(model, x, build) for kind in (Generated, *BESIDE)]
        self.difference = [difference(engine, expected) for engine in own][0]
        peers = [started(lambda: peer(model, x, expected.shape, ARGUMENTS.threads), expected) for peer in ALL_PEERS]
        self.engines = [*own, *(engine for made in peers for engine in made)]

    def measure(self):
        for engine, calls in random.sample(list(zip(self.engines, self.calls)), len(self.engines)):
            engine.time(2)
            times = [1e6 * engine.time(calls) for _ in range(SAMPLES)]
            self.best[engine.label] = min(self.best[engine.label], *times)

    def ratio(self):
        """To the fastest peer; not a number where there is none."""
        return self.best[self.ours.label] / min((self.best[p] for p in LABELS if p in self.best), default=np.nan)

    def line(self, peak):
        """peak: of the CPU, in operations per second."""
        ours, beside = self.best[self.ours.label], [self.best.get(kind.label) for kind in BESIDE]
        work = self.ours.report["multiply_adds"]
        rate = 2 * work / ours * 1e6 if work else None
        return [self.model.name, f"{ours:.2f}", f"{rate / 1e9:.1f}" if rate else "", f"{rate / peak:.0%}" if rate else "",
                *(f"{self.best[label]:.2f}" if label in self.best else "" for label in LABELS),
                f"{self.ratio():.2f}" if self.model.in_mean else "",
                "" if self.difference is None else f"{self.difference:.1e}",
                f"{self.ours.report['arena_bytes']:,}", f"{self.ours.report['weights_bytes']:,}",
                *(cell for time in beside for cell in ([f"{time:.2f}", f"{time / ours:.2f}"] if time else [""] * 2))]


def header():
    return ["model", "hlo2cpp µs", "GFLOP/s", "of peak", *(f"{label} µs" for label in LABELS), "ratio", "difference", "arena bytes",
            "weights bytes", *(cell for kind in BESIDE for cell in (f"{kind.label} µs", "by ours"))]


def main():
    build = prepare_build()
    cases = [Case(model, build) for model in chosen_models(ARGUMENTS)]
    print(f"timing, {ARGUMENTS.rounds} rounds:", end="", flush=True)
    peak = 0.0
    for number in range(1, ARGUMENTS.rounds + 1):
        print(f" {number}", end="", flush=True)
        peak = max(peak, *(build.peak() for _ in range(100)))
        for case in random.sample(cases, len(cases)):
            case.measure()
    print()
    print(f"\ntarget {ARGUMENTS.target}, {ARGUMENTS.optimize}, {shlex.join(build.compiler)} -O2, peak {peak / 1e9:.0f} GFLOP/s, ONNX Runtime {onnxruntime.__version__}, "
          f"jaxlib {jax.lib.__version__}, CPU {str(CPUS)[1:-1]} of {platform.machine()}, load {os.getloadavg()[0]:.1f}\n")
    print_table([header()] + [case.line(peak) for case in cases])
    print_ratios([case for case in cases if case.model.in_mean])
    if ARGUMENTS.chart:
        with open(ARGUMENTS.chart, "w") as file:
            file.write(chart({case.model.name: case.best for case in cases if case.model.in_mean}))


def print_ratios(cases):
    if not cases:
        return
    ratios = [case.ratio() for case in cases]
    print(f"\ngeometric mean of the ratios to the fastest peer, of {len(cases)} models: {np.exp(np.mean(np.log(ratios))):.3f}")
    if ARGUMENTS.layers:
        parts = ", ".join(f"{part:.0%} {np.quantile(ratios, part):.2f}" for part in (0.1, 0.25, 0.5, 0.75, 0.9, 1))
        print(f"quantiles: {parts}; {np.mean(np.array(ratios) > 1):.0%} are slower than the fastest peer. The ten slowest:")
        for case in sorted(cases, key=Case.ratio)[:-11:-1]:
            times = ", ".join(f"{label} {time:.2f}" for label, time in case.best.items())
            print(f"    {case.ratio():.2f}  {case.model.name}: {times} µs")


if __name__ == "__main__":
    main()
