"""dot, convolution, reduce and reduce-window."""

import math

import numpy as np

from movement import braces
from values import INTEGERS, Skip, Value, integer_range, lowest_quantum

WIDER = {"s8": "s32", "u8": "s32", "bf16": "f32", "f16": "f32"}


def sum_facts(type, dims, x, y, count):
    """Of a sum of `count` products."""
    quantum = lowest_quantum(x, y)
    quantum = None if quantum is None else x.quantum + y.quantum
    bound = max(x.bound * y.bound * count, 0)
    error = count * (x.bound * y.error + y.bound * x.error)
    if quantum is None and type != "f64":
        error += bound * count * 2.0**-22
    return Value("", type, tuple(dims), bound, quantum, error)


def operand(b, type, dims):
    """A value of these dimensions: one that is there, a constant, or a broadcast."""
    fits = [v for v in b.values if v.type == type and v.dims == tuple(dims)]
    if fits and b.rng.random() < 0.7:
        return b.pick(fits)
    if math.prod(dims) <= 2000 and 0 not in dims and b.rng.random() < 0.7:
        return b.constant(type, dims)
    return b.like(Value("", type, tuple(dims)))


def dot(b):
    x = b.any(lambda v: v.dims and v.type != "pred")
    rank = len(x.dims)
    order = b.rng.permutation(rank).tolist()
    batch_count = int(b.rng.integers(0, rank)) if b.rng.random() < 0.4 else 0
    inner_count = int(b.rng.integers(0, rank - batch_count + 1)) if b.rng.random() < 0.3 else 1
    batch, inner = order[:batch_count], order[batch_count : batch_count + inner_count]
    outer = [int(b.pick([1, 2, 3, 4, 5, 8, 9, 16, 17, 24, 31, 48])) for _ in range(int(b.rng.integers(0, 3)))]
    roles = [("b", i) for i in range(len(batch))] + [("k", i) for i in range(len(inner))]
    roles += [("n", i) for i in range(len(outer))]
    roles = [roles[i] for i in b.rng.permutation(len(roles))]
    size = {"b": [x.dims[d] for d in batch], "k": [x.dims[d] for d in inner], "n": outer}
    y = operand(b, x.type, [size[r][i] for r, i in roles])
    outer = [y.dims[i] for i, (r, _) in enumerate(roles) if r == "n"]
    dims = size["b"] + [x.dims[d] for d in range(rank) if d not in batch + inner] + outer
    where = {(r, i): at for at, (r, i) in enumerate(roles)}
    type = WIDER[x.type] if x.type in WIDER and b.rng.random() < 0.3 else x.type
    text = f"dot({x.name}, {y.name})"
    if batch:
        text += f", lhs_batch_dims={braces(batch)}, rhs_batch_dims={braces(where['b', i] for i in range(len(batch)))}"
    text += f", lhs_contracting_dims={braces(inner)}"
    text += f", rhs_contracting_dims={braces(where['k', i] for i in range(len(inner)))}"
    z = b.add(sum_facts(type, dims, x, y, math.prod(size["k"])), text)
    return epilogue(b, z)


def epilogue(b, z):
    """Now and then a bias and an activation."""
    if not z.is_float or not z.dims or b.rng.random() < 0.6:
        return z
    at = int(b.rng.integers(len(z.dims)))
    bias = operand(b, z.type, [z.dims[at]])
    wide = b.moved(bias, z.dims, f"broadcast({bias.name}), dimensions={{{at}}}")
    s = Value("", z.type, z.dims, z.bound + bias.bound, lowest_quantum(z, bias), z.error + bias.error)
    s = b.add(s, f"add({z.name}, {wide.name})")
    zero = b.filled(s, 0)
    return b.add(Value("", s.type, s.dims, s.bound, s.quantum, s.error), f"maximum({s.name}, {zero.name})")


def labels(b, spatial, ends):
    letters = [*ends, *(str(i) for i in range(spatial))]
    return [letters[i] for i in b.rng.permutation(len(letters))]


def convolution(b):
    spatial = int(b.pick([0, 1, 1, 2, 2, 2, 3]))
    type = b.pick([t for t in b.module.types if t != "pred"])
    groups, batch_groups = 1, 1
    kind = b.rng.random()
    if kind < 0.3:
        groups = int(b.pick([2, 3, 4, 8]))
    elif kind < 0.4:
        batch_groups = int(b.pick([2, 3]))
    per_group, out_per_group = int(b.pick([1, 1, 2, 3, 4, 8])), int(b.pick([1, 1, 2, 3, 8, 16, 19]))
    inputs, outputs = groups * per_group, groups * batch_groups * out_per_group
    batch = batch_groups * int(b.pick([1, 1, 2, 3]))
    sizes = [int(b.pick([1, 3, 5, 8, 9, 12])) for _ in range(spatial)]
    kernel = [int(b.pick([1, 2, 3, 3, 5])) for _ in range(spatial)]
    stride = [int(b.pick([1, 1, 2, 3])) for _ in range(spatial)]
    low = [int(b.pick([0, 0, 1, 1, 2, -1])) for _ in range(spatial)]
    high = [int(b.pick([0, 0, 1, 1, 2, -1, 4])) for _ in range(spatial)]
    base = [int(b.pick([1, 1, 1, 2])) for _ in range(spatial)]
    dilation = [int(b.pick([1, 1, 1, 2, 3])) for _ in range(spatial)]
    reverse = [int(b.pick([0, 0, 0, 1])) for _ in range(spatial)]
    out = []
    for i in range(spatial):
        padded = (sizes[i] - 1) * base[i] + 1 + low[i] + high[i]
        reach = (kernel[i] - 1) * dilation[i] + 1
        if padded < 0:
            raise Skip
        out.append((padded - reach) // stride[i] + 1 if padded >= reach else 0)
    of_input, of_kernel, of_output = labels(b, spatial, "bf"), labels(b, spatial, "io"), labels(b, spatial, "bf")
    if b.rng.random() < 0.5:
        middle = [str(i) for i in range(spatial)]
        of_input, of_kernel, of_output = ["b", *middle, "f"], [*middle, "i", "o"], ["b", *middle, "f"]

    def dims(order, pair, values):
        return [pair[c] if c in pair else values[int(c)] for c in order]

    x = operand(b, type, dims(of_input, {"b": batch, "f": inputs}, sizes))
    w = operand(b, type, dims(of_kernel, {"i": per_group, "o": outputs}, kernel))
    y = dims(of_output, {"b": batch // batch_groups, "f": outputs}, out)
    text = f"convolution({x.name}, {w.name})"
    if spatial:
        text += f", window={{size={'x'.join(map(str, kernel))} stride={'x'.join(map(str, stride))}"
        text += f" pad={'x'.join(f'{l}_{h}' for l, h in zip(low, high))} lhs_dilate={'x'.join(map(str, base))}"
        text += f" rhs_dilate={'x'.join(map(str, dilation))} rhs_reversal={'x'.join(map(str, reverse))}}}"
    text += f", dim_labels={''.join(of_input)}_{''.join(of_kernel)}->{''.join(of_output)}"
    text += f", feature_group_count={groups}, batch_group_count={batch_groups}"
    z = b.add(sum_facts(type, y, x, w, math.prod(kernel) * per_group), text)
    return epilogue(b, z)


def scalar_computation(b, types, lines, roots):
    """A computation of scalars: a parameter for each of types, twice; lines and roots name them a0.. and b0.. ."""
    name = b.module.name("fn")
    texts = [f"  {s}{i} = {t}[] parameter({k * len(types) + i})" for k, s in enumerate("ab") for i, t in enumerate(types)]
    texts += [f"  {line}" for line in lines]
    if len(types) > 1:
        shape = ", ".join(f"{t}[]" for t in types)
        texts.append(f"  ROOT out = ({shape}) tuple({', '.join(roots)})")
    else:
        texts = [t.replace(f"  {roots[0]} = ", f"  ROOT {roots[0]} = ") for t in texts]
    b.module.computations.append(f"{name} {{\n" + "\n".join(texts) + "\n}\n")
    return name


def combiner(b, x, count):
    """(computation, init value, facts) of a reduction of `count` elements to one."""
    neutral = count <= 1  # XLA takes no notice of an init value then
    if x.type == "pred":
        op, start = b.pick([("and", 1), ("or", 0), ("xor", 0)])
    elif x.type in INTEGERS:
        ops = [("add", 0), ("multiply", 1), ("xor", 0), ("or", 0)]
        op, start = b.pick(ops if neutral else ops + [("maximum", 3), ("minimum", 3)])
    else:
        op, start = b.pick([("add", 0), ("add", 0), ("maximum", -99), ("minimum", 99)] + [("largest", 0)] * (not neutral))
    t = x.type
    init = b.constant(t, array=bool(start) if t == "pred" else max(start, 0) if t[0] == "u" else start)
    if op == "largest":
        lines = [f"n = {t}[] abs(b0)", f"m = {t}[] abs(a0)", f"r = {t}[] maximum(m, n)"]
    else:
        lines = [f"r = {t}[] {op}({b.pick(['a0, b0', 'b0, a0'])})"]
    bound, error = max(x.bound, 99), x.error
    if op == "add":
        bound, error = x.bound * max(count, 1), x.error * count
        if x.quantum is None and x.is_float:
            error += bound * count * 2.0**-22
    quantum = None if x.quantum is None else min(x.quantum, 0)
    return scalar_computation(b, [t], lines, ["r"]), init, Value("", t, (), bound, quantum, error)


def reduce(b):
    x = b.any(lambda v: v.dims)
    over = [i for i in range(len(x.dims)) if b.rng.random() < 0.5]
    f, init, facts = combiner(b, x, math.prod(x.dims[i] for i in over))
    facts.dims = tuple(d for i, d in enumerate(x.dims) if i not in over)
    return b.add(facts, f"reduce({x.name}, {init.name}), dimensions={braces(over)}, to_apply={f}")


def argmax(b):
    """A variadic reduction: the largest element and the lowest index of it."""
    x = b.any(lambda v: v.dims and v.type != "pred" and v.is_exact)
    at = int(b.rng.integers(len(x.dims)))
    index = b.add(Value("", "s32", x.dims), f"iota(), iota_dimension={at}")
    t = x.type
    low, zero = b.constant(t, array=-100 if x.is_float else integer_range(t)[0]), b.constant("s32", array=0)
    lines = ["g = pred[] compare(a0, b0), direction=GT", "e = pred[] compare(a0, b0), direction=EQ",
             "l = pred[] compare(a1, b1), direction=LT", "k = pred[] and(e, l)", "c = pred[] or(g, k)",
             f"v = {t}[] select(c, a0, b0)", "i = s32[] select(c, a1, b1)"]  # fmt: skip
    f = scalar_computation(b, [t, "s32"], lines, ["v", "i"])
    dims = tuple(d for i, d in enumerate(x.dims) if i != at)
    texts = [f"{u}[{','.join(map(str, dims))}]" for u in (t, "s32")]
    text = f"reduce({x.name}, {index.name}, {low.name}, {zero.name}), dimensions={{{at}}}, to_apply={f}"
    pair = b.emit(f"({texts[0]}, {texts[1]})", text, "t")
    b.add(Value("", t, dims, max(x.bound, 100), x.quantum and min(x.quantum, 0)), f"get-tuple-element({pair}), index=0")
    return b.add(Value("", "s32", dims), f"get-tuple-element({pair}), index=1")


def reduce_window(b):
    x = b.any(lambda v: v.dims)
    size, stride, pads, base, dilation, dims = [], [], [], [], [], []
    for d in x.dims:
        w = int(b.pick([1, 1, 2, 3]))
        s, u, v = int(b.pick([1, 1, 2])), int(b.pick([1, 1, 1, 2])), int(b.pick([1, 1, 1, 2]))
        low, high = int(b.pick([0, 0, 1, 2, -1])), int(b.pick([0, 0, 1, 2, -1]))
        padded = (max(d - 1, 0) * u + (1 if d else 0)) + low + high
        reach = (w - 1) * v + 1
        if padded < 0:
            raise Skip
        for items, item in ((size, w), (stride, s), (pads, f"{low}_{high}"), (base, u), (dilation, v)):
            items.append(item)
        dims.append((padded - reach) // s + 1 if padded >= reach else 0)
    f, init, facts = combiner(b, x, math.prod(size))
    facts.dims = tuple(dims)
    parts = {"size": size, "stride": stride, "pad": pads, "lhs_dilate": base, "rhs_dilate": dilation}
    window = " ".join(f"{k}={'x'.join(map(str, v))}" for k, v in parts.items())
    return b.add(facts, f"reduce-window({x.name}, {init.name}), window={{{window}}}, to_apply={f}")


OPERATIONS = [dot, dot, dot, convolution, convolution, reduce, reduce, reduce, argmax, reduce_window, reduce_window]
