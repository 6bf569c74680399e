"""Ops that stand for others, and barriers."""

import copy

from updates import results_of
from values import INTEGERS, Value, shape_text


def barrier(b):
    x = b.any()
    return b.moved(x, x.dims, f"opt-barrier({x.name})")


def barrier_of_several(b):
    values = [b.any(), b.any()]
    shape = "(" + ", ".join(shape_text(v) for v in values) + ")"
    t = b.emit(shape, f"tuple({values[0].name}, {values[1].name})", "t")
    t = b.emit(shape, f"opt-barrier({t})", "t")
    for i, v in enumerate(values):
        b.moved(v, v.dims, f"get-tuple-element({t}), index={i}")
    return b.values[-1]


def topk(b):
    x = b.any(lambda v: v.dims and v.is_exact and v.type != "pred")
    k = int(b.rng.integers(0, x.dims[-1] + 1))
    values = copy.copy(x)
    values.dims, values.row_major = (*x.dims[:-1], k), True
    largest = b.pick(["true", "false"])
    return results_of(b, [values, Value("", "s32", values.dims)], f"topk({x.name}), k={k}, largest={largest}")


def rng_bits(b):
    algorithm, words = b.pick([("three_fry", 2), ("philox", 2), ("philox", 3)])
    state = ", ".join(str(int(b.rng.integers(2**63))) for _ in range(words))
    state = b.add(Value("", "u64", (words,)), f"constant({{{state}}})")
    bits = Value("", b.pick([t for t in INTEGERS if t[0] == "u" and int(t[1:]) >= 8]), b.module.dims())  # the oracle has no others
    return results_of(b, [copy.copy(state), bits], f"rng-bit-generator({state.name}), algorithm=rng_{algorithm}")


OPERATIONS = [barrier, barrier_of_several, topk, rng_bits]
