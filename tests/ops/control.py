"""Fixtures of control flow: conditionals, and loops that rotate, nest and hold conditionals."""

import re

import numpy as np

from fixture import module, shape, write
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

    # Nothing is computed, so nothing is decided.
    empty = computation("one", "f32[0]", ["ROOT r = f32[0] negate(p)"]) + computation("other", "f32[0]", ["ROOT r = f32[0] exponential(p)"])
    decided = ["c = pred[3] compare(x0, x0), direction=LT", "s = pred[1] slice(c), slice={[1:2]}", "t = pred[] reshape(s)"]
    decided.append("r0 = f32[0] conditional(t, x1, x1), true_computation=one, false_computation=other")
    case("of_nothing", [v, ramp(0)], empty, decided, ["r0"])

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

    # What is carried is written where no element is: nobody reads it.
    state = "(s32[], s32[], s32[], s32[])"
    bound = [*elements(state, "iabc"), "n = s32[] constant(4)", "ROOT l = pred[] compare(i, n), direction=LT"]
    step = [*elements(state, "iabc"), "one = s32[] constant(1)", "j = s32[] add(i, one)", f"ROOT t = {state} tuple(j, b, c, c)"]
    extra = computation("condition", state, bound) + computation("body", state, step)
    extra += "least {\n  p = s32[] parameter(0)\n  q = s32[] parameter(1)\n  ROOT m = s32[] minimum(p, q)\n}\n\n"
    lines = ["zero = s32[] constant(0)", f"s = {state} tuple(zero, x0, x0, x0)", f"w = {state} while(s), condition=condition, body=body"]
    lines += ["a = s32[] get-tuple-element(w), index=1", "k = u8[2] constant({7, 6})"]
    lines.append("r0 = s32[2,5] scatter(x1, k, a), update_window_dims={}, inserted_window_dims={0,1}, "
                 "scatter_dims_to_operand_dims={0,1}, index_vector_dim=0, to_apply=least")
    arrays = [np.int32(-3), np.arange(10, dtype=np.int32).reshape(2, 5)]
    write(op, "carries_what_nobody_reads", module("while_carries_what_nobody_reads", arrays, lines, ["r0"], extra), arrays)


def combiners(t):
    """Computations of two scalars that hold control flow, a reduction, an array of constants."""
    above = f"n = {t}[] constant(6)"
    halve = computation(f"above_{t}", f"{t}[]", [above, "ROOT c = pred[] compare(p, n), direction=GT"])
    halve += computation(f"halve_{t}", f"{t}[]", [f"h = {t}[] constant(0.5)", f"ROOT d = {t}[] multiply(p, h)"])
    branches = computation(f"root_{t}", f"{t}[]", [f"a = {t}[] abs(p)", f"ROOT r = {t}[] sqrt(a)"])
    branches += computation(f"keep_{t}", f"{t}[]", [f"ROOT r = {t}[] copy(p)"])
    add = f"add_{t} {{\n  a = {t}[] parameter(0)\n  b = {t}[] parameter(1)\n  ROOT s = {t}[] add(a, b)\n}}\n\n"
    two = [f"a = {t}[] parameter(0)", f"b = {t}[] parameter(1)"]

    def combiner(name, lines):
        return f"{name}_{t} {{\n" + "".join(f"  {line}\n" for line in two + lines) + "}\n\n"

    return {
        "loop": halve
        + combiner("loop", [f"s = {t}[] add(a, b)", f"ROOT w = {t}[] while(s), condition=above_{t}, body=halve_{t}"]),
        "branches": branches
        + combiner(
            "branches",
            [
                f"s = {t}[] add(a, b)",
                "p = pred[] compare(a, b), direction=LT",
                f"ROOT w = {t}[] conditional(p, s, s), true_computation=root_{t}, false_computation=keep_{t}",
            ],
        ),
        "reduction": add
        + combiner(
            "reduction",
            [
                f"c = {t}[3] broadcast(b), dimensions={{}}",
                f"d = {t}[3] constant({{1,0.5,0.25}})",
                f"e = {t}[3] multiply(c, d)",
                f"h = {t}[] constant(0.5)",
                f"i = {t}[] multiply(a, h)",
                f"ROOT r = {t}[] reduce(e, i), dimensions={{0}}, to_apply=add_{t}",
            ],
        ),
        "constants": combiner(
            "constants",
            [
                f"d = {t}[3] constant({{1,0.5,0.25}})",
                f"e = {t}[1] slice(d), slice={{[1:2]}}",
                f"h = {t}[] reshape(e)",
                f"i = {t}[] multiply(a, h)",
                f"ROOT r = {t}[] add(i, b)",
            ],
        ),
    }


def halved_sum(values, start):
    """What the combiner `loop` folds to; XLA:CPU knows no loop inside a fold. In f32, rounded once."""
    total = np.float32(start)
    for value in values:
        total = total + np.float32(value)
        while total > 6:
            total *= np.float32(0.5)
    return total


def windows(array, sizes, strides, low, high, base=1, dilation=1):
    """The elements that the window sees at each place, in row-major order."""
    spread = [(n - 1) * base + 1 for n in array.shape]
    counts = [(s + l + h - ((k - 1) * dilation + 1)) // step + 1 for s, k, step, l, h in zip(spread, sizes, strides, low, high)]
    for place in np.ndindex(*counts):
        seen = []
        for point in np.ndindex(*sizes):
            at = [o * s + k * dilation - l for o, s, k, l in zip(place, strides, point, low)]
            if all(i >= 0 and i % base == 0 and i // base < n for i, n in zip(at, array.shape)):
                seen.append(array[tuple(i // base for i in at)])
        yield seen


def folds(op, result, attributes, elements_of):
    """`op` of a matrix with each of the combiners."""
    for t in ("f32", "bf16"):
        a = [ramp(3, 4, dtype=t), np.asarray(0.5, ramp(1, dtype=t).dtype)]
        for name, extra in combiners(t).items():
            lines = [f"r0 = {t}{result} {op}(x0, x1), {attributes}, to_apply={name}_{t}"]
            case = f"computation_with_{name}_{t}"
            shape = [int(n) for n in result[1:-1].split(",")]
            expected = [np.reshape([halved_sum(v, a[1]) for v in elements_of(a[0])], shape).astype(a[0].dtype)]
            text = module(f"{op.replace('-', '_')}_{case}", a, lines, ["r0"], extra)
            write(op, case, text, a, expected if name == "loop" else None)


def reduce_folds(op):
    folds(op, "[3]", "dimensions={1}", lambda x: x)
    t = "f32"
    a = [ramp(3, 4), np.float32(0)]
    name, extra = "loop", combiners(t)["loop"]
    for case, array, result, dims, values in (
        ("first_dimension", a[0], "[4]", "0", a[0].T),
        ("all_dimensions", a[0], "[]", "0,1", a[0].reshape(1, -1)),
        ("nothing", np.zeros((2, 0), np.float32), "[2]", "1", [[], []]),
    ):
        lines = [f"r0 = {t}{result} reduce(x0, x1), dimensions={{{dims}}}, to_apply={name}_{t}"]
        expected = np.array([halved_sum(v, 0) for v in values], np.float32)
        text = module(f"reduce_loop_over_{case}", [array, a[1]], lines, ["r0"], extra)
        write(op, f"loop_over_{case}", text, [array, a[1]], [expected if result != "[]" else expected.reshape(())])
    pair = "(f32[], s32[])"
    variadic = (
        computation("taken", pair, [*elements(pair, "xi"), "y = f32[] exponential(x)", f"ROOT r = {pair} tuple(y, i)"])
        + computation("left", pair, [*elements(pair, "xi"), "y = f32[] sqrt(x)", f"ROOT r = {pair} tuple(y, i)"])
        + "pick {\n  a = f32[] parameter(0)\n  i = s32[] parameter(1)\n  b = f32[] parameter(2)\n  j = s32[] parameter(3)\n"
        f"  c = pred[] compare(a, b), direction=GT\n  t = {pair} tuple(b, i)\n  u = {pair} tuple(b, j)\n"
        f"  ROOT r = {pair} conditional(c, t, u), true_computation=taken, false_computation=left\n}}\n\n"
    )
    v = [ramp(2, 4), np.arange(8, dtype=np.int32).reshape(2, 4), np.float32(2), np.int32(-1)]
    lines = [
        "n = (f32[2], s32[2]) reduce(x0, x1, x2, x3), dimensions={1}, to_apply=pick",
        "r0 = f32[2] get-tuple-element(n), index=0",
        "r1 = s32[2] get-tuple-element(n), index=1",
    ]
    write(op, "two_arrays_with_branches", module("reduce_two_arrays_with_branches", v, lines, ["r0", "r1"], variadic), v)


def reduce_window_folds(op):
    window = "window={size=2x3 stride=1x1 pad=0_0x1_1}"
    folds(op, "[2,4]", window, lambda x: windows(x, (2, 3), (1, 1), (0, 1), (0, 1)))
    a = [ramp(5), np.float32(0)]
    for case, window, values in (
        ("strided", "size=2 stride=2 pad=1_0", windows(a[0], (2,), (2,), (1,), (0,))),
        ("dilated", "size=3 stride=2 pad=1_1 lhs_dilate=2", windows(a[0], (3,), (2,), (1,), (1,), base=2)),
        ("cropped", "size=2 pad=-1_0 rhs_dilate=2", windows(a[0], (2,), (1,), (-1,), (0,), dilation=2)),
    ):
        expected = np.array([halved_sum(v, 0) for v in values], np.float32)
        lines = [f"r0 = f32[{len(expected)}] reduce-window(x0, x1), window={{{window}}}, to_apply=loop_f32"]
        text = module(f"reduce_window_loop_{case}", a, lines, ["r0"], combiners("f32")["loop"])
        write(op, f"loop_{case}", text, a, [expected])
    for case, dims, size, low, attributes in (
        ("cumulative", (9,), (9,), (8,), "size=9 pad=8_0"),
        ("cumulative_down_columns", (2, 8, 3), (1, 8, 1), (0, 7, 0), "size=1x8x1 pad=0_0x7_0x0_0"),
    ):
        a = [ramp(*dims), np.float32(0)]
        values = windows(a[0], size, (1,) * len(dims), low, (0,) * len(dims))
        expected = np.array([halved_sum(v, 0) for v in values], np.float32).reshape(dims)
        lines = [f"r0 = {shape(expected)} reduce-window(x0, x1), window={{{attributes}}}, to_apply=loop_f32"]
        text = module(f"reduce_window_loop_{case}", a, lines, ["r0"], combiners("f32")["loop"])
        write(op, f"loop_{case}", text, a, [expected])


MAKERS = {"conditional": conditional}
