"""Fixtures of loops that multiply one element of a sequence by a matrix in each round."""

import numpy as np

from control import computation, elements
from fixture import module, write


def numbers(seed, *dims):
    return np.random.default_rng(seed).integers(-4, 5, dims).astype(np.float32) / 4


def case(op, name, sequence, matrix, element, product, dot, index="i", rounds=None, time=0, first=0):
    """The loop adds up dots of `element` (dims) and the matrix: their sum, and where rounds end, the last one."""
    steps = sequence.shape[time]
    shape, of, by = (f"f32[{','.join(map(str, dims))}]" for dims in (product, sequence.shape, matrix.shape))
    state = f"(s32[], {shape}, {shape}, {of}, {by})"
    sizes = [1 if d == time else n for d, n in enumerate(sequence.shape)]
    starts = ", ".join("at" if d == time else "zero" for d in range(sequence.ndim))
    slice_shape, element_shape = (f"f32[{','.join(map(str, dims))}]" for dims in (sizes, element))
    parts = elements(state, ["i", "sum", "last", "x", "w"])
    test = [*parts, f"n = s32[] constant({first + (steps if rounds is None else rounds)})", "ROOT c = pred[] compare(i, n), direction=LT"]
    body = [
        *parts,
        "one = s32[] constant(1)",
        "zero = s32[] constant(0)",
        "j = s32[] add(i, one)",
        f"far = s32[] constant({steps - 1})",
        "back = s32[] subtract(far, i)",
        f"at = s32[] copy({index})",
        f"s = {slice_shape} dynamic-slice(x, {starts}), dynamic_slice_sizes={{{','.join(map(str, sizes))}}}",
        f"e = {element_shape} reshape(s)",
        f"y = {shape} dot({dot}",
        f"half = {shape} multiply(sum, y)",
        f"next = {shape} add(half, y)",
        f"ROOT r = {state} tuple(j, next, y, x, w)",
    ]
    entry = [
        f"a = s32[] constant({first})",
        "q = f32[] constant(0.5)",
        f"b = {shape} broadcast(q), dimensions={{}}",
        f"t = {state} tuple(a, b, b, x0, x1)",
        f"l = {state} while(t), condition=condition, body=body",
        f"r0 = {shape} get-tuple-element(l), index=1",
        f"r1 = {shape} get-tuple-element(l), index=2",
    ]
    text = computation("condition", state, test) + computation("body", state, body)
    write(op, name, module(f"while_{name}", [sequence, matrix], entry, ["r0", "r1"], text), [sequence, matrix])


def steps(op):
    x, w = numbers(1, 12, 5), numbers(2, 5, 7)
    rows = "e, w), lhs_contracting_dims={0}, rhs_contracting_dims={0}"
    case(op, "steps_in_order", x, w, (5,), (7,), rows)
    case(op, "steps_backwards", x, w, (5,), (7,), rows, index="back")
    case(op, "steps_beyond_the_ends", x, w, (5,), (7,), rows, first=-3, rounds=18)
    case(op, "steps_few_of_many", x, w, (5,), (7,), rows, rounds=2)
    case(op, "steps_matrix_first", x, numbers(3, 7, 5), (5,), (7,), "w, e), lhs_contracting_dims={1}, rhs_contracting_dims={0}")
    case(op, "steps_two_rows", numbers(4, 10, 2, 5), w, (2, 5), (2, 7), "e, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}")
    case(op, "steps_two_columns", numbers(5, 10, 5, 2), w, (5, 2), (7, 2), "w, e), lhs_contracting_dims={0}, rhs_contracting_dims={0}")
    case(op, "steps_inside", numbers(6, 2, 10, 5), w, (2, 5), (2, 7), "e, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}", time=1)
    case(op, "steps_kept", x, w, (1, 5), (1, 7), "s, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}")
    case(
        op, "steps_batched", numbers(7, 12, 3, 5), numbers(8, 3, 5, 7), (3, 5), (3, 7),
        "e, w), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_contracting_dims={1}",
    )
