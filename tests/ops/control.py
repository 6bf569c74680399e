"""Fixtures of control flow: conditionals, and loops that rotate, nest and hold conditionals."""

import re

import numpy as np

from fixture import module, write
from movement import ramp


def computation(name, parameter, lines):
    body = [f"p = {parameter} parameter(0)", *lines]
    return f"{name} {{\n" + "".join(f"  {line}\n" for line in body) + "}\n\n"


def elements(tuple_shape, names):
    """get-tuple-elements of p; its shape is flat."""
    shapes = re.findall(r"\w+\[[\d,]*\]", tuple_shape)
    return [f"{n} = {s} get-tuple-element(p), index={i}" for i, (n, s) in enumerate(zip(names, shapes))]


def conditional(op):
    def case(name, arrays, branches, lines, roots):
        write(op, name, module(f"conditional_{name}", arrays, lines, roots, branches), arrays)

    v = ramp(3)
    twice = computation("twice", "f32[3]", ["ROOT r = f32[3] add(p, p)"])
    root = computation("root", "f32[3]", ["ROOT r = f32[3] exponential(p)"])
    both = "true_computation=twice, false_computation=root"
    for taken in (True, False):
        name = "predicate_" + str(taken).lower()
        case(name, [np.bool_(taken), v], twice + root, [f"r0 = f32[3] conditional(x0, x1, x1), {both}"], ["r0"])
    three = twice + root + computation("handed_on", "f32[3]", ["ROOT r = f32[3] copy(p)"])
    indexed = "r0 = f32[3] conditional(x0, x1, x2, x1), branch_computations={twice, root, handed_on}"
    for index in (-2147483648, -1, 0, 1, 2, 3, 2147483647):
        name = f"index_{index}".replace("-", "minus_")
        case(name, [np.int32(index), v, ramp(3, start=5)], three, [indexed], ["r0"])
    one = "r0 = f32[3] conditional(x0, x1), branch_computations={root}"
    case("one_branch", [np.int32(7), v], root, [one], ["r0"])

    # Results that are parameters, constants, values from outside, and computed ones.
    state = "(f32[3], s32[])"
    given = computation(
        "given", state, [*elements(state, "ab"), "c = f32[3] constant({4,5,6})", f"ROOT r = ({state}, f32[3]) tuple(p, c)"]
    )
    made = computation(
        "made",
        "f32[3]",
        [
            "n = s32[] constant(9)",
            "e = f32[3] exponential(p)",
            f"t = {state} tuple(e, n)",
            f"ROOT r = ({state}, f32[3]) tuple(t, p)",
        ],
    )
    lines = [
        f"t = {state} tuple(x1, x2)",
        f"k = ({state}, f32[3]) conditional(x0, t, x1), true_computation=given, false_computation=made",
        f"u = {state} get-tuple-element(k), index=0",
        "r0 = f32[3] get-tuple-element(u), index=0",
        "r1 = s32[] get-tuple-element(u), index=1",
        "r2 = f32[3] get-tuple-element(k), index=1",
    ]
    for taken in (True, False):
        a = [np.bool_(taken), v, np.int32(-3)]
        case("kinds_of_results_" + str(taken).lower(), a, given + made, lines, ["r0", "r1", "r2"])

    # A few cheap scalars become a select, a division stays behind its branch.
    add = computation("add_one", "s32[]", ["o = s32[] constant(1)", "ROOT r = s32[] add(p, o)"])
    zero = computation("clear", "s32[]", ["ROOT r = s32[] constant(0)"])
    divide = computation("divide", "s32[]", ["o = s32[] constant(3)", "ROOT r = s32[] divide(p, o)"])
    for index in (-1, 0, 1, 2):
        a = [np.int32(index), np.int32(20)]
        for name, last in (("scalars", "clear"), ("scalars_divided", "divide")):
            case(
                f"{name}_{index}".replace("-", "minus_"),
                a,
                add + zero + divide,
                [f"r0 = s32[] conditional(x0, x1, x1, x1), branch_computations={{clear, add_one, {last}}}"],
                ["r0"],
            )
    case(
        "constant_index",
        [v],
        three,
        ["i = s32[] constant(1)", "r0 = f32[3] conditional(i, x0, x0, x0), branch_computations={twice, root, handed_on}"],
        ["r0"],
    )
    # Both branches hand the same value on; a result that nobody reads.
    pair = "(f32[3], f32[3])"
    left = computation("left", pair, [*elements(pair, "ab"), "c = f32[3] multiply(a, b)", f"ROOT r = {pair} tuple(c, b)"])
    right = computation("right", pair, [*elements(pair, "ab"), "c = f32[3] tanh(a)", f"ROOT r = {pair} tuple(c, b)"])
    lines = [
        f"t = {pair} tuple(x1, x2)",
        f"k = {pair} conditional(x0, t, t), true_computation=left, false_computation=right",
        "a = f32[3] get-tuple-element(k), index=0",
        "b = f32[3] get-tuple-element(k), index=1",
        "r0 = f32[3] subtract(a, b)",
    ]
    for taken in (True, False):
        a = [np.bool_(taken), v, ramp(3, start=2)]
        case("hands_on_" + str(taken).lower(), a, left + right, lines, ["r0"])
    case("none_read", [np.bool_(True), v, v], left + right, [*lines[:2], "r0 = f32[3] negate(x1)"], ["r0"])
    nested(op)


LOOP = "(s32[], f32[3], f32[3])"


def counted(name, rounds, body, inside=""):
    """A loop over (i, a, b) whose body computes c and d."""
    bound = [*elements(LOOP, "iab"), f"n = s32[] constant({rounds})", "ROOT c = pred[] compare(i, n), direction=LT"]
    step = [*elements(LOOP, "iab"), "one = s32[] constant(1)", "j = s32[] add(i, one)", *body]
    step.append(f"ROOT t = {LOOP} tuple(j, c, d)")
    return inside + computation(f"{name}_condition", LOOP, bound) + computation(f"{name}_body", LOOP, step)


RUN = ["zero = s32[] constant(0)", f"s = {LOOP} tuple(zero, x0, x1)"]


def run(name, operand="s", result="w"):
    return f"{result} = {LOOP} while({operand}), condition={name}_condition, body={name}_body"


READ = ["r0 = f32[3] get-tuple-element(w), index=1", "r1 = f32[3] get-tuple-element(w), index=2"]
PAIR = "(f32[3], f32[3])"


def nested(op):
    """A loop in a branch in a loop in a branch; state that one branch changes and the other hands on."""
    add = computation("add_both", PAIR, [*elements(PAIR, "ab"), "c = f32[3] add(a, b)", f"ROOT r = {PAIR} tuple(c, b)"])
    keep = computation("keep", PAIR, [*elements(PAIR, "ab"), f"ROOT r = {PAIR} copy(p)"])
    odd = [
        "two = s32[] constant(2)",
        "m = s32[] remainder(i, two)",
        "k0 = f32[3] copy(b)",
        f"u = {PAIR} tuple(a, k0)",
        f"k = {PAIR} conditional(m, u, u), branch_computations={{keep, add_both}}",
        "c = f32[3] get-tuple-element(k), index=0",
        "d = f32[3] get-tuple-element(k), index=1",
    ]
    inner = counted("inner", 5, odd, add + keep)
    arrays = [ramp(3), ramp(3, start=2)]
    text = module("conditional_in_loop", arrays, [*RUN, run("inner"), *READ], ["r0", "r1"], inner)
    write(op, "in_loop", text, arrays)
    loops = computation(
        "loops",
        PAIR,
        [
            *elements(PAIR, "ab"),
            "zero = s32[] constant(0)",
            f"s = {LOOP} tuple(zero, a, b)",
            run("inner"),
            "c = f32[3] get-tuple-element(w), index=1",
            f"ROOT r = {PAIR} tuple(b, c)",
        ],
    )
    outer = [
        "one_again = s32[] constant(1)",
        "g = pred[] compare(i, one_again), direction=NE",
        f"u = {PAIR} tuple(a, b)",
        f"k = {PAIR} conditional(g, u, u), true_computation=loops, false_computation=keep",
        "c = f32[3] get-tuple-element(k), index=0",
        "d = f32[3] get-tuple-element(k), index=1",
    ]
    whole = computation(
        "whole",
        PAIR,
        [
            *elements(PAIR, "ab"),
            "zero = s32[] constant(0)",
            f"s = {LOOP} tuple(zero, a, b)",
            run("outer"),
            "c = f32[3] get-tuple-element(w), index=1",
            "d = f32[3] get-tuple-element(w), index=2",
            f"ROOT r = {PAIR} tuple(d, c)",
        ],
    )
    extra = counted("outer", 3, outer, inner + loops) + whole
    lines = [
        f"u = {PAIR} tuple(x1, x2)",
        f"k = {PAIR} conditional(x0, u, u), true_computation=whole, false_computation=keep",
        "r0 = f32[3] get-tuple-element(k), index=0",
        "r1 = f32[3] get-tuple-element(k), index=1",
    ]
    for taken in (True, False):
        a = [np.bool_(taken), *arrays]
        write(op, "loop_in_branch_in_loop_" + str(taken).lower(), module("conditional_nested", a, lines, ["r0", "r1"], extra), a)


def loops(op):
    """More loops: carried values that change places."""
    arrays = [ramp(3), ramp(3, start=7), ramp(3, start=20)]
    state = "(s32[], f32[3], f32[3], f32[3])"
    for name, order in (("rotates_left", "bca"), ("rotates_right", "cab"), ("swaps_two_of_three", "bac")):
        bound = [*elements(state, "iabc"), "n = s32[] constant(4)", "ROOT l = pred[] compare(i, n), direction=LT"]
        step = [*elements(state, "iabc"), "one = s32[] constant(1)", "j = s32[] add(i, one)"]
        step.append(f"ROOT t = {state} tuple(j, {', '.join(order)})")
        extra = computation("condition", state, bound) + computation("body", state, step)
        lines = [
            "zero = s32[] constant(0)",
            f"s = {state} tuple(zero, x0, x1, x2)",
            f"w = {state} while(s), condition=condition, body=body",
            *(f"r{i} = f32[3] get-tuple-element(w), index={i + 1}" for i in range(3)),
        ]
        write(op, name, module(f"while_{name}", arrays, lines, ["r0", "r1", "r2"], extra), arrays)


MAKERS = {"conditional": conditional}
