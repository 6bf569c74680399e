"""Fixtures of conversions between types."""

import numpy as np

from arithmetic import FLOATS, INTEGERS, REAL_CORNERS, integers, reals
from fixture import module, write
from oracle import DTYPES


def convert(op):
    everything = ["pred", *INTEGERS, *FLOATS]
    for source in everything:
        if source == "pred":
            a = np.array([True, False])
        elif source in FLOATS:
            a = reals(source, [*REAL_CORNERS, 127.5, 128.5, 254.9, 300, -300, 32768, 2.2e9 if source != "f16" else 6e4])
        else:
            a = integers(source)
        lines = [f"r{i} = {t}[{len(a)}] convert(x0)" for i, t in enumerate(everything)]
        write(
            op,
            f"from_{source}",
            module(f"convert_from_{source}", [a], lines, [f"r{i}" for i in range(len(lines))]),
            [a],
            relative=True,
        )
    for t in ("f32", "f64", "f16", "bf16"):
        convert_masks(op, t)
    convert_vectors(op)
    convert_to_integers(op)


def convert_vectors(op):
    """Lines of several vectors, with numbers on either side of what a float holds."""
    for t in INTEGERS:
        ends = np.iinfo(DTYPES[t])
        known = [n for n in (0, 1, -1, 127, 128, 255, 2049, 4097, 16777217, 16777219, -33554435, 2**53 + 1) if ends.min <= n <= ends.max]
        known += [ends.min, ends.max, ends.max - 1]
        a = np.random.default_rng(3).integers(ends.min, ends.max, 75, DTYPES[t], endpoint=True)
        a[: len(known)] = known
        a[len(known) : 40] >>= ends.bits // 3
        lines = [f"r{i} = {f}[75] convert(x0)" for i, f in enumerate(FLOATS)]
        write(op, f"vectors_from_{t}", module(f"convert_vectors_from_{t}", [a], lines, ["r0", "r1", "r2", "r3"]), [a])


def convert_to_integers(op):
    """Lines of several vectors: both sides of each end, ties, and what no integer is."""
    ends = [2.0**bits for bits in (7, 8, 15, 16, 31, 32)]
    known = [0.0, -0.0, 0.99, -0.99, 1.5, -2.5, np.nan, np.inf, -np.inf, 126.99, 3e9, -3e9, 1e20, -1e20]
    known += [sign * end + by for end in ends for sign in (1, -1) for by in (0, -1, 1, -0.5)]
    for t in FLOATS:
        a = reals(t, [*known, *np.random.default_rng(5).normal(scale=300, size=37)])
        types = [i for i in INTEGERS if i not in ("s64", "u64")]
        lines = [f"r{i} = {integer}[{len(a)}] convert(x0)" for i, integer in enumerate(types)]
        text = module(f"convert_vectors_from_{t}", [a], lines, [f"r{i}" for i in range(len(lines))])
        write(op, f"vectors_from_{t}", text, [a])


def convert_masks(op, t):
    """Comparisons and preds in memory as numbers, in vectors where the numbers are."""
    a, b, kept = reals(t, np.arange(45) % 7), reals(t, np.arange(45) % 5), np.arange(45) % 3 != 0
    lines = [
        "p = pred[45] compare(x0, x1), direction=GT",
        "q = pred[45] and(p, x2)",
        f"m = {t}[45] convert(q)",
        f"r0 = {t}[45] multiply(m, x0)",
        f"n = {t}[45] convert(x2)",
        f"r1 = {t}[45] add(n, x1)",
    ]
    results = [np.where((a > b) & kept, a, 0).astype(a.dtype), (b + kept.astype(a.dtype)).astype(a.dtype)]
    text = module(f"convert_masks_{t}", [a, b, kept], lines, ["r0", "r1"])
    write(op, f"masks_{t}", text, [a, b, kept], results)


MAKERS = {"convert": convert}
