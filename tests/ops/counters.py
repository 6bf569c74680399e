"""Fixtures of what counts the rounds of a loop: counters of all integer types, up and down, as data, as index, handed on."""

import numpy as np

from control import computation, elements
from fixture import module, write
from movement import ramp


def loop(t, direction, limit, lines, leaves="", names=""):
    """Condition and body over (t i, f32[9] x, leaves...): `lines` make j, y and next_ of each further name."""
    state = f"({t}[], f32[9]{leaves})"
    parts = elements(state, ["i", "x", *names])
    bound = [*parts, f"limit = {t}[] constant({limit})", f"ROOT c = pred[] compare(i, limit), direction={direction}"]
    root = f"ROOT r = {state} tuple(j, y{''.join(f', next_{n}' for n in names)})"
    return computation("condition", state, bound) + computation("body", state, [*parts, *lines, root])


def case(op, name, t, first, direction, limit, lines, more=(), extra=""):
    """`more`: (name, shape, initial instruction) of what else is carried."""
    leaves = "".join(f", {shape}" for _, shape, _ in more)
    state = f"({t}[], f32[9]{leaves})"
    text = extra + loop(t, direction, limit, lines, leaves, [n for n, _, _ in more])
    entry = [f"a = {t}[] constant({first})", *(f"a_{n} = {shape} {made}" for n, shape, made in more)]
    entry.append(f"s = {state} tuple(a, x0{''.join(f', a_{n}' for n, _, _ in more)})")
    entry.append(f"w = {state} while(s), condition=condition, body=body")
    shapes = [f"{t}[]", "f32[9]", *(shape for _, shape, _ in more)]
    entry += [f"r{i} = {shape} get-tuple-element(w), index={i}" for i, shape in enumerate(shapes)]
    arrays = [ramp(9)]
    write(op, name, module(f"while_{name}", arrays, entry, [f"r{i}" for i in range(len(shapes))], text), arrays)


def step(t, by):
    return [f"s = {t}[] constant({by})", f"j = {t}[] add(i, s)"]


ADDED = ["f = f32[] convert(i)", "b = f32[9] broadcast(f), dimensions={}", "y = f32[9] add(x, b)"]
AT = ["e = f32[1] dynamic-slice(x, {0}), dynamic_slice_sizes={{1}}", "g = f32[1] add(e, e)", "y = f32[9] dynamic-update-slice(x, g, {0})"]


def at(index):
    return [line.format(index) for line in AT]


def counters(op):
    for t in ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"):
        case(op, f"counter_{t}", t, 1, "LT", 6, step(t, 2) + ADDED)
    for t in ("s8", "s32", "s64"):
        case(op, f"counter_down_{t}", t, 5, "GE", -4, step(t, -3) + ADDED)
    case(op, "counter_wide", "s64", 5000000000, "LT", 5000000003, step("s64", 1) + ADDED)
    case(op, "counter_never", "s32", 3, "LT", 3, step("s32", 1) + ADDED)
    case(op, "counter_once", "s32", 3, "LT", 4, step("s32", 1) + ADDED + ["next_k = s32[] multiply(i, k)"], [("k", "s32[]", "constant(7)")])
    for name, t, first, direction, limit, by in (
        ("inside", "s32", 0, "LT", 9, 1),
        ("clamped", "s32", -3, "LT", 12, 1),
        ("below", "s32", -5, "LT", 0, 2),
        ("backwards", "s32", 8, "GE", 0, -1),
        ("narrow", "u8", 200, "LT", 250, 25),
    ):
        case(op, f"counter_index_{name}", t, first, direction, limit, step(t, by) + at("i"))
    wrapped = ["z = s32[] constant(0)", "n = s32[] constant(9)", "l = pred[] compare(i, z), direction=LT", "m = s32[] add(i, n)"]
    case(op, "counter_index_wrapped", "s32", -4, "LT", 5, step("s32", 1) + wrapped + ["k = s32[] select(l, m, i)"] + at("k"))
    case(op, "counter_index_reversed", "s32", 0, "LT", 9, step("s32", 1) + ["n = s32[] constant(8)", "k = s32[] subtract(n, i)"] + at("k"))
    rest = ["n = s32[] constant(4)", "k = s32[] remainder(i, n)", "q = s32[] divide(i, n)", "k2 = s32[] add(k, q)"]
    case(op, "counter_index_remainder", "s32", 0, "LT", 9, step("s32", 1) + rest + at("k2"))
    case(op, "counter_remainder_negative", "s32", -9, "LT", 9, step("s32", 2) + rest + ["f = f32[] convert(k2)", *ADDED[1:]])
    case(op, "counter_extremes", "s32", -5, "LT", 6, step("s32", 1) + [
        "lo = s32[] constant(-2)", "hi = s32[] constant(3)", "k = s32[] clamp(lo, i, hi)", "f = f32[] convert(k)", *ADDED[1:]])
    case(op, "counter_products_wrap", "s8", 1, "LT", 6, step("s8", 1) + [
        "n = s8[] constant(50)", "k = s8[] multiply(i, n)", "m = s8[] negate(k)", "q = s8[] subtract(m, n)", "f = f32[] convert(q)", *ADDED[1:]])
    case(op, "counter_bits", "u32", 0, "LT", 7, step("u32", 1) + [
        "n = u32[] constant(2654435761)", "k = u32[] multiply(i, n)", "c = u32[] constant(20)", "h = u32[] shift-right-logical(k, c)",
        "q = u32[] xor(h, i)", "f = f32[] convert(q)", *ADDED[1:]])
    two = ["c = s32[] constant(-4)", "next_k = s32[] add(k, c)", "m = s32[] add(i, k)", "f = f32[] convert(m)", *ADDED[1:]]
    case(op, "counters_together", "s32", 3, "LT", 20, step("s32", 2) + two, [("k", "s32[]", "constant(50)")])
    case(op, "counters_apart", "s32", 3, "LT", 20, step("s32", 3) + two, [("k", "s32[]", "constant(50)")])
    case(op, "counter_that_wraps", "s32", 0, "LT", 6, step("s32", 1) + [
        "c = u8[] constant(100)", "next_k = u8[] add(k, c)", "f = f32[] convert(k)", *ADDED[1:]], [("k", "u8[]", "constant(50)")])
    handed = ["next_k = s32[] copy(i)", "m = s32[] add(i, k)", "f = f32[] convert(m)", *ADDED[1:]]
    case(op, "counter_handed_on", "s32", 2, "LT", 9, step("s32", 2) + handed, [("k", "s32[]", "constant(50)")])
    # Beyond the type of the loop's variable, and copied to memory.
    last = ["next_k = s64[] add(k, c)", "next_last = s64[] copy(k)", "y = f32[9] add(x, x)"]
    case(op, "counter_last_of_wide", "s32", 0, "LT", 4, step("s32", 1) + ["c = s64[] constant(1000000000)", *last],
         [("k", "s64[]", "constant(0)"), ("last", "s64[]", "constant(7)")])
    case(op, "counter_last_far_from_zero", "s32", -2147483645, "LT", -2147483640, step("s32", 1) + [
        line.replace("s64", "s32") for line in ["c = s64[] constant(2)", *last]], [("k", "s32[]", "constant(5)"), ("last", "s32[]", "constant(7)")])
    shaped = ["q = s32[1] reshape(i)", "o = s32[1] reshape(k)", "next_v = s32[2] concatenate(q, o), dimensions={0}", "next_k = s32[] copy(j)", "y = f32[9] add(x, x)"]
    case(op, "counter_reshaped", "s32", 2, "LT", 9, step("s32", 2) + shaped, [("k", "s32[]", "constant(50)"), ("v", "s32[2]", "constant({1,2})")])
    branches = computation("first", "f32[9]", ["ROOT r = f32[9] add(p, p)"]) + computation("second", "f32[9]", ["ROOT r = f32[9] exponential(p)"])
    branches += computation("third", "f32[9]", ["ROOT r = f32[9] negate(p)"])
    case(op, "counter_selects", "s32", -1, "LT", 4, step("s32", 1) + [
        "y = f32[9] conditional(i, x, x, x), branch_computations={first, second, third}"], extra=branches)
    within = "(f32[9], s32[])"
    inside = computation("as_it_is", within, [*elements(within, ["x", "i"]), f"ROOT r = {within} tuple(x, i)"])
    inside += computation("counted", within, [*elements(within, ["x", "i"]), *ADDED, "m = s32[] multiply(i, i)", f"ROOT r = {within} tuple(y, m)"])
    case(op, "counter_in_branch", "s32", 0, "LT", 5, step("s32", 1) + [
        "two = s32[] constant(2)", "odd = s32[] remainder(i, two)", f"t = {within} tuple(x, i)",
        f"k = {within} conditional(odd, t, t), branch_computations={{as_it_is, counted}}",
        "y = f32[9] get-tuple-element(k), index=0", "m = s32[] get-tuple-element(k), index=1", "next_n = s32[] add(n, m)"],
        [("n", "s32[]", "constant(0)")], extra=inside)
    nested = "(s32[], f32[9], s32[])"
    names = ["u", "x", "o"]
    inner = computation("inner_condition", nested, [*elements(nested, names), "n = s32[] constant(3)", "ROOT c = pred[] compare(u, n), direction=LT"])
    inner += computation("inner_body", nested, [
        *elements(nested, names), "one = s32[] constant(1)", "v = s32[] add(u, one)", "three = s32[] constant(3)", "a = s32[] multiply(o, three)",
        "k = s32[] add(a, u)", *at("k"), f"ROOT r = {nested} tuple(v, y, o)"])
    run = [f"t = {nested} tuple(z, x, i)", f"w = {nested} while(t), condition=inner_condition, body=inner_body", "y = f32[9] get-tuple-element(w), index=1"]
    case(op, "counters_nested", "s32", 0, "LT", 3, [*step("s32", 1), "z = s32[] constant(0)", *run], extra=inner)
    case(op, "counter_starts_another", "s32", 0, "LT", 3, [*step("s32", 1), "z = s32[] copy(i)", *run], extra=inner)
    to_arguments(op)
    from_values(op)


def to_leaf(op, name, first, n, made=(), limit="x1", lines=(), results="x", more=(), extra=""):
    """i counts from `first` to `limit`, which `made` makes of x1; `results`: what is read behind. Else as `case`."""
    leaves = "".join(f", {shape}" for _, shape, _ in more)
    state, names = f"(s32[], s32[], f32[9]{leaves})", ["i", "n", "x", *(k for k, _, _ in more)]
    parts = elements(state, names)
    root = f"ROOT r = {state} tuple(j, n, y{''.join(f', next_{k}' for k, _, _ in more)})"
    text = computation("condition", state, [*parts, "ROOT c = pred[] compare(i, n), direction=LT"])
    text += computation("body", state, [*parts, *step("s32", 1), *(lines or at("i")), root])
    entry = [f"a = s32[] constant({first})", *made]
    entry.append(f"s = {state} tuple(a, {limit}, x0{''.join(f', {value}' for _, _, value in more)})")
    entry.append(f"w = {state} while(s), condition=condition, body=body")
    shapes = {"i": "s32[]", "n": "s32[]", "x": "f32[9]", **{k: shape for k, shape, _ in more}}
    entry += [f"r_{k} = {shapes[k]} get-tuple-element(w), index={names.index(k)}" for k in results]
    arrays = [ramp(9), np.int32(n)]
    write(op, name, module(f"while_{name}", arrays, entry, [f"r_{k}" for k in results], extra + text), arrays)


def to_arguments(op):
    to_leaf(op, "counter_to_argument", 0, 4)
    to_leaf(op, "counter_to_argument_clamped", -3, 12)
    to_leaf(op, "counter_to_argument_never", 0, -2147483648)
    to_leaf(op, "counter_to_argument_last", 2147483645, 2147483647)
    to_leaf(op, "counter_to_argument_first", -2147483648, -2147483645)
    to_leaf(op, "counter_to_argument_read_behind", 0, -7, results="inx")
    to_leaf(op, "counter_to_sum", 0, 2, ["m = s32[] add(x1, x1)"], "m")
    # The limit is also where something else that is carried begins.
    to_leaf(op, "counter_to_initial_value", 0, 2, ["m = s32[] multiply(x1, x1)"], "m", [*at("i"), "next_d = s32[] add(d, i)"], "xd",
            [("d", "s32[]", "m")])
    inside = "(s32[], s32[], f32[9])"
    inner = computation("inner_condition", inside, [*elements(inside, ["u", "m", "x"]), "ROOT c = pred[] compare(u, m), direction=LT"])
    inner += computation("inner_body", inside, [
        *elements(inside, ["u", "m", "x"]), "one = s32[] constant(1)", "v = s32[] add(u, one)", *at("u"), f"ROOT r = {inside} tuple(v, m, y)"])
    to_leaf(op, "counter_to_counter", 0, 4, lines=[
        "z = s32[] constant(0)", f"t = {inside} tuple(z, i, x)", f"w = {inside} while(t), condition=inner_condition, body=inner_body",
        "y = f32[9] get-tuple-element(w), index=2"], extra=inner)


def between(op, name, bounds, direction="LT", limit="n", lines=(), arguments=(), read="x", outer=5, first=0):
    """For k from `first` to `outer`: for i from `m` to `n`, which `bounds` make of k: the element i of x is doubled."""
    names = ["i", "n", "x", "d", "k"]
    inside = "(s32[], s32[], f32[9], s32[], s32[])"
    test = [] if limit == "n" else [f"l = s32[] constant({limit})"]
    compared = f"ROOT c = pred[] compare(i, {'n' if limit == 'n' else 'l'}), direction={direction}"
    text = computation("inner_condition", inside, [*elements(inside, names), *test, compared])
    work = [*(lines or at("i")), "next_d = s32[] add(d, i)"]
    root = f"ROOT r = {inside} tuple(j, n, y, next_d, k)"
    text += computation("inner_body", inside, [*elements(inside, names), *step("s32", 1), *work, root])
    state = f"(s32[], f32[9], s32[], s32[]{', s32[]' * len(arguments)})"
    parts = elements(state, ["k", "x", "d", "e", *(f"a{i}" for i in range(len(arguments)))])
    body = ["one = s32[] constant(1)", "next = s32[] add(k, one)", *bounds, f"t = {inside} tuple(m, n, x, d, k)"]
    body.append(f"w = {inside} while(t), condition=inner_condition, body=inner_body")
    body += ["y = f32[9] get-tuple-element(w), index=2", "f = s32[] get-tuple-element(w), index=3"]
    body.append(f"g = s32[] {'get-tuple-element(w), index=0' if read == 'i' else 'copy(n)'}")
    given = "".join(f", a{i}" for i in range(len(arguments)))
    last = [f"o = s32[] constant({outer})", "ROOT c = pred[] compare(k, o), direction=LT"]
    text += computation("condition", state, [*parts, *last])
    text += computation("body", state, [*parts, *body, f"ROOT r = {state} tuple(next, y, f, g{given})"])
    entry = [f"z = s32[] constant({first})", f"s = {state} tuple(z, x0, z, z{''.join(f', x{i + 1}' for i in range(len(arguments)))})"]
    entry.append(f"w = {state} while(s), condition=condition, body=body")
    entry += [f"r{i} = {shape} get-tuple-element(w), index={i + 1}" for i, shape in enumerate(("f32[9]", "s32[]", "s32[]"))]
    arrays = [ramp(9), *(np.int32(a) for a in arguments)]
    write(op, name, module(f"while_{name}", arrays, entry, ["r0", "r1", "r2"], text), arrays)


def from_values(op):
    nine, zero = "n = s32[] constant(9)", "m = s32[] constant(0)"
    between(op, "counter_from_behind_counter", ["m = s32[] copy(next)", nine])
    between(op, "counter_from_behind_counter_to_number", ["m = s32[] copy(next)", nine], limit="9")
    between(op, "counter_from_counter_at_most", ["m = s32[] copy(k)", nine], "LE", "7")
    between(op, "counter_to_counter_from_below", ["c = s32[] constant(3)", "m = s32[] subtract(k, c)", "n = s32[] copy(next)"])
    between(op, "counter_to_rest", ["c = s32[] constant(4)", zero, "n = s32[] subtract(c, k)"], outer=8)
    between(op, "counter_beyond_limit", ["c = s32[] constant(7)", "m = s32[] add(k, c)", nine])
    between(op, "counter_never_below_limit", ["c = s32[] constant(9)", "m = s32[] add(k, c)", nine])
    between(op, "counter_from_argument", ["m = s32[] copy(a0)", nine], limit="9", arguments=[6])
    between(op, "counter_from_negative_argument", ["m = s32[] copy(a0)", nine], limit="9", arguments=[-3])
    between(op, "counter_from_argument_beyond", ["m = s32[] copy(a0)", nine], limit="9", arguments=[2147483647])
    between(op, "counter_between_arguments", ["m = s32[] add(a0, k)", "n = s32[] copy(a1)"], arguments=[3, 6])
    between(op, "counter_to_last_number", ["m = s32[] copy(a0)", "n = s32[] constant(2147483647)"], arguments=[2147483644])
    between(op, "counter_from_value_read_behind", ["m = s32[] copy(next)", nine], read="i")
    between(op, "counter_from_value_read_behind_never", ["m = s32[] add(next, a0)", nine], read="i", arguments=[6])
    between(op, "counter_difference_is_index", ["m = s32[] copy(next)", nine], lines=["q = s32[] subtract(i, k)", *at("q")])
    between(op, "counter_sum_wraps", ["m = s32[] add(k, a0)", "n = s32[] constant(-2147483640)"], arguments=[2147483644])
