"""Fixtures of loops over the elements of arrays, whose rounds do not depend on each other, or do: at each distance that
matters where several rounds are done at once."""

import numpy as np

from control import computation, elements
from fixture import module, write

# One round: `at` is the counter; x is written, y is read. Each line but the first may read what the last round wrote.
SCALE = ["a = {t}[1] dynamic-slice(x, at), dynamic_slice_sizes={{1}}", "b = {t}[1] dynamic-slice(y, at), dynamic_slice_sizes={{1}}",
         "c = {t}[1] multiply(a, b)", "new = {t}[1] add(c, a)", "x2 = {t}[{n}] dynamic-update-slice(x, new, at)"]


def shifted(read, write_at):
    """x[i + write_at] = y[i] * x[i + read]"""
    return [f"dr = s32[] constant({read})", "r = s32[] add(at, dr)", f"dw = s32[] constant({write_at})", "q = s32[] add(at, dw)",
            "a = {t}[1] dynamic-slice(x, r), dynamic_slice_sizes={{1}}", "b = {t}[1] dynamic-slice(y, at), dynamic_slice_sizes={{1}}",
            "new = {t}[1] multiply(a, b)", "x2 = {t}[{n}] dynamic-update-slice(x, new, q)"]


# x[i] and x[n - 1 - i] change places, in the first half of the rounds and back in the second.
REVERSED = ["last = s32[] constant({last})", "r = s32[] subtract(last, at)", "a = {t}[1] dynamic-slice(x, at), dynamic_slice_sizes={{1}}",
            "b = {t}[1] dynamic-slice(x, r), dynamic_slice_sizes={{1}}", "c = {t}[1] negate(b)", "x1 = {t}[{n}] dynamic-update-slice(x, c, at)",
            "x2 = {t}[{n}] dynamic-update-slice(x1, a, r)"]
# Two statements, of which the second reads what the first wrote a few rounds ago.
TWICE = ["a = {t}[1] dynamic-slice(x, at), dynamic_slice_sizes={{1}}", "b = {t}[1] dynamic-slice(y, at), dynamic_slice_sizes={{1}}",
         "c = {t}[1] subtract(a, b)", "x1 = {t}[{n}] dynamic-update-slice(x, c, at)", "d = s32[] constant({back})", "r = s32[] subtract(at, d)",
         "e = {t}[1] dynamic-slice(x1, r), dynamic_slice_sizes={{1}}", "f = {t}[1] divide(e, b)", "x2 = {t}[{n}] dynamic-update-slice(x1, f, at)"]
FIRST = ["zero = s32[] constant(0)", "a = {t}[1] dynamic-slice(x, zero), dynamic_slice_sizes={{1}}",
         "b = {t}[1] dynamic-slice(y, at), dynamic_slice_sizes={{1}}", "c = {t}[1] add(a, b)", "x2 = {t}[{n}] dynamic-update-slice(x, c, at)"]
NUMBER = ["u = {t}[] convert(at)", "v = {t}[1] reshape(u)", "b = {t}[1] dynamic-slice(y, at), dynamic_slice_sizes={{1}}",
          "c = {t}[1] multiply(v, b)", "x2 = {t}[{n}] dynamic-update-slice(x, c, at)"]


def case(op, name, t, n, first, end, lines, **places):
    state = f"(s32[], {t}[{n}], {t}[{n}])"
    parts = elements(state, ["at", "x", "y"])
    condition = computation("condition", state, [*parts, f"limit = s32[] constant({end})", "ROOT c = pred[] compare(at, limit), direction=LT"])
    lines = [line.format(t=t, n=n, last=n - 1, **places) for line in lines]
    body = computation("body", state, [*parts, *lines, "one = s32[] constant(1)", "j = s32[] add(at, one)", f"ROOT w = {state} tuple(j, x2, y)"])
    arrays = [np.linspace(1, 2, n).astype(t.replace("f", "float")), np.linspace(-1.5, 0.75, n).astype(t.replace("f", "float"))]
    entry = [f"i = s32[] constant({first})", f"s = {state} tuple(i, x0, x1)", f"w = {state} while(s), condition=condition, body=body",
             f"r0 = {t}[{n}] get-tuple-element(w), index=1"]
    write(op, name, module(f"while_{name}", arrays, entry, ["r0"], condition + body), arrays)


def rounds(op):
    for t in ("f32", "f64"):
        case(op, f"rounds_{t}", t, 37, 0, 37, SCALE)
        case(op, f"rounds_of_part_{t}", t, 40, 3, 36, SCALE)
    case(op, "rounds_of_whole_vectors", "f32", 48, 8, 40, SCALE)
    for distance in (1, 3, 4, 7, 8, 9):
        case(op, f"rounds_read_{distance}_ahead", "f32", 48, 0, 39, shifted(distance, 0))
        case(op, f"rounds_read_{distance}_behind", "f32", 48, 9, 48, shifted(-distance, 0))
        case(op, f"rounds_write_{distance}_ahead", "f32", 48, 0, 39, shifted(0, distance))
    case(op, "rounds_from_both_ends", "f32", 40, 0, 40, REVERSED)
    for back in (2, 8):
        case(op, f"rounds_of_two_statements_{back}", "f32", 48, 8, 48, TWICE, back=back)
    case(op, "rounds_read_first", "f32", 40, 0, 40, FIRST)
    case(op, "rounds_of_numbers", "f32", 40, 0, 40, NUMBER)
