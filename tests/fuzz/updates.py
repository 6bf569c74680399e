"""scatter, sort, select-and-scatter, map, bitcast-convert."""

import copy
import math

import generator
from contractions import operand, scalar_computation
from movement import braces
from structured import computation
from values import INTEGERS, STORED, Skip, Value, integer_range, lowest_quantum, shape_text

WIDTH = {"s2": 2, "u2": 2, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "s16": 16, "u16": 16, "f16": 16, "bf16": 16, "s32": 32, "u32": 32, "f32": 32}
WIDTH |= {"s64": 64, "u64": 64, "f64": 64}

# Of a window that selects: XLA:CPU changes the order of loops over several, and among equal elements takes another one.
MOST_LONG_SIDES = 9


def update(b, x, u, count):
    """(operation, facts) of putting at most `count` elements of u into one element of x, in order."""
    ops = ["and", "or", "xor"] if x.type == "pred" else ["add", "add", "maximum", "minimum", "multiply", "subtract"]
    op = b.pick([*ops, "new", "old"])
    bound, error, quantum = max(x.bound, u.bound), max(x.error, u.error), lowest_quantum(x, u)
    if op == "multiply" and x.is_float:
        raise Skip
    if op in ("add", "subtract") and x.is_float:
        bound, error = x.bound + count * u.bound, x.error + count * u.error
        if quantum is None:
            error += bound * count * 2.0**-22 * (2.0**13 if x.type == "f16" else 2.0**16 if x.type == "bf16" else 1)
    return op, Value("", x.type, x.dims, bound, quantum, error)


def updating(b, types, ops):
    """The computation that applies ops, one to each pair of scalars."""
    lines, roots = [], []
    for i, (t, op) in enumerate(zip(types, ops)):
        swapped = "b{0}, a{0}" if b.rng.random() < 0.3 and op != "subtract" else "a{0}, b{0}"
        applied = {"new": f"copy(b{i})", "old": f"copy(a{i})"}.get(op, f"{op}({swapped.format(i)})")
        lines.append(f"r{i} = {t}[] {applied}")
        roots.append(f"r{i}")
    return scalar_computation(b, types, lines, roots)


def another(b, arrays):
    """One more operand of equal sizes. XLA takes no floats of two precisions, and writes twice into an array given twice."""
    v = operand(b, b.pick(b.module.types), arrays[0].dims)
    if any(v.name == a.name or (v.is_float and a.is_float and v.type != a.type) for a in arrays):
        raise Skip
    return v


def scatter(b):
    x = b.any(lambda v: v.dims and v.size)
    rank = len(x.dims)
    free = list(range(rank))
    batch = [int(b.pick(free))] if rank > 1 and b.rng.random() < 0.2 else []
    free = [d for d in free if d not in batch]
    order = [free[i] for i in b.rng.permutation(len(free))]
    mapped = order[: int(b.rng.integers(1, len(free) + 1))]
    lead = [x.dims[d] for d in batch] + [int(b.pick([1, 2, 3, 5])) for _ in range(int(b.rng.integers(0, 3)))]
    vector_dim = int(b.rng.integers(len(batch), len(lead) + 1))
    if len(mapped) == 1 and b.rng.random() < 0.5:
        vector_dim, index_dims = len(lead), lead
    else:
        index_dims = lead[:vector_dim] + [len(mapped)] + lead[vector_dim:]
    fits = [v for v in b.values if v.type in INTEGERS and list(v.dims) == index_dims]
    indices = b.pick(fits) if fits else b.constant(b.pick(["s32", "u8", "s64"]), index_dims)
    inserted = sorted(d for d in mapped if b.rng.random() < 0.6)
    window = [int(b.rng.integers(1, x.dims[d] + 1)) for d in free if d not in inserted]
    total = len(window) + len(lead)
    of_window = sorted(b.rng.permutation(total)[: len(window)].tolist())
    w, l = iter(window), iter(lead)
    dims = [next(w) if i in of_window else next(l) for i in range(total)]
    arrays = [x]
    if b.rng.random() < 0.2:
        arrays.append(another(b, arrays))
    updates = [operand(b, a.type, dims) for a in arrays]
    applied = [update(b, a, u, math.prod(lead)) for a, u in zip(arrays, updates)]
    f = updating(b, [a.type for a in arrays], [op for op, _ in applied])
    text = f"scatter({', '.join(v.name for v in [*arrays, indices, *updates])}), update_window_dims={braces(of_window)}"
    text += f", inserted_window_dims={braces(inserted)}, scatter_dims_to_operand_dims={braces(mapped)}"
    if batch:
        text += f", input_batching_dims={braces(batch)}, scatter_indices_batching_dims={{0}}"
    text += f", index_vector_dim={vector_dim}, to_apply={f}"
    return results_of(b, [facts for _, facts in applied], text)


def results_of(b, facts, text):
    """The values of an instruction that gives an array, or a tuple of several."""
    if len(facts) == 1:
        return b.add(facts[0], text)
    shape = "(" + ", ".join(shape_text(v) for v in facts) + ")"
    pair = b.emit(shape, text, "t")
    for i, v in enumerate(facts):
        b.add(v, f"get-tuple-element({pair}), index={i}")
    return b.values[-1]


def before(b, types):
    """A comparison that orders the elements of one of the operands, or of two after each other."""
    t, i = b.pick([(t, i) for i, t in enumerate(types)])
    lines, x, y = [], f"a{i}", f"b{i}"
    if t[0] in "fb" and b.rng.random() < 0.3:
        lines = [f"x = {t}[] abs(a{i})", f"y = {t}[] abs(b{i})"]
        x, y = "x", "y"
    elif t in INTEGERS and b.rng.random() < 0.3:
        lines = [f"m = {t}[] constant({min(3, integer_range(t)[1])})", f"x = {t}[] and(a{i}, m)", f"y = {t}[] and(b{i}, m)"]
        x, y = "x", "y"
    first, second = b.pick([(x, y), (x, y), (y, x)])
    direction = b.pick(["LT", "LT", "GT"])
    order = ", type=TOTALORDER" if t[0] in "fb" and b.rng.random() < 0.3 else ""
    lines.append(f"r = pred[] compare({first}, {second}), direction={direction}{order}")
    root = "r"
    if len(types) > 1 and b.rng.random() < 0.4:
        k = (i + 1) % len(types)
        lines += [f"e = pred[] compare({x}, {y}), direction=EQ{order}", f"s = pred[] compare(a{k}, b{k}), direction=LT"]
        lines += ["n = pred[] and(e, s)", "o = pred[] or(r, n)"]
        root = "o"
    name = b.module.name("fn")
    texts = [f"  {s}{i} = {t}[] parameter({2 * i + k})" for i, t in enumerate(types) for k, s in enumerate("ab")]
    texts += [("  ROOT " if line.startswith(root + " =") else "  ") + line for line in lines]
    b.module.computations.append(f"{name} {{\n" + "\n".join(texts) + "\n}\n")
    return name


def sort(b):
    x = b.any(lambda v: v.dims and v.is_exact)
    arrays = [x]
    while len(arrays) < 3 and b.rng.random() < 0.4:
        y = b.add(Value("", "s32", x.dims), f"iota(), iota_dimension={len(x.dims) - 1}") if b.rng.random() < 0.4 else None
        y = y or another(b, arrays)
        if not y.is_exact:
            raise Skip
        arrays.append(y)
    f = before(b, [v.type for v in arrays])
    text = f"sort({', '.join(v.name for v in arrays)}), dimensions={{{int(b.rng.integers(len(x.dims)))}}}"
    text += f", is_stable=true, to_apply={f}"
    facts = [copy.copy(v) for v in arrays]
    for v in facts:
        v.row_major = True
    return results_of(b, facts, text)


def select_and_scatter(b):
    x = b.any(lambda v: v.dims and v.size and v.is_exact and v.type != "pred")
    size, stride, pads, dims = [], [], [], []
    for d in x.dims:
        w, s = int(b.pick([1, 1, 2, 3])), int(b.pick([1, 1, 2, 3]))
        if sum(n > 1 for n in size) >= MOST_LONG_SIDES:
            w = 1
        low, high = int(b.rng.integers(w)), int(b.rng.integers(w))
        if d + low + high < w:
            raise Skip
        for items, item in ((size, w), (stride, s), (pads, f"{low}_{high}"), (dims, (d + low + high - w) // s + 1)):
            items.append(item)
    source = operand(b, x.type, dims)
    init = b.constant(x.type, array=0)
    count = math.prod(size)
    zeros = Value("", x.type, x.dims, 0.0, 0 if x.is_float else None)
    op, facts = update(b, zeros, source, count)
    direction = b.pick(["GE", "LE"])  # XLA breaks the ties of GT either way
    select = scalar_computation(b, [x.type], [f"r = pred[] compare(a0, b0), direction={direction}"], ["r"])
    window = f"size={'x'.join(map(str, size))} stride={'x'.join(map(str, stride))} pad={'x'.join(pads)}"
    text = f"select-and-scatter({x.name}, {source.name}, {init.name}), window={{{window}}}, select={select}"
    return b.add(facts, text + f", scatter={updating(b, [x.type], [op])}")


def mapped(b):
    x = b.any(lambda v: v.size < 2000)
    arrays = [x]
    while len(arrays) < 3 and b.rng.random() < 0.5:
        arrays.append(b.like(x) if b.rng.random() < 0.5 else b.any(lambda v: v.dims == x.dims))
    inner = generator.Body(b.module, max(b.depth + 1, 2))
    inner.operations = [generator.unary, generator.binary, generator.binary, generator.select, generator.compare]
    inner.operations += [generator.clamp, generator.convert]
    for i, v in enumerate(arrays):
        p = Value("", v.type, (), v.bound, v.quantum, v.error)
        p.name = inner.emit(shape_text(p), f"parameter({i})", "p")
        inner.values.append(p)
    for _ in range(int(b.rng.integers(1, 6))):
        inner.step()
    root = inner.values[-1]
    if root.dims:
        raise Skip
    facts = Value("", root.type, x.dims, root.bound, root.quantum, root.error)
    text = f"map({', '.join(v.name for v in arrays)})" + f", dimensions={braces(range(len(x.dims)))}"
    return b.add(facts, text + f", to_apply={computation(inner, root.name)}")


def bitcast_convert(b):
    x = b.any(lambda v: v.is_exact and v.type != "pred" and v.size)
    if x.is_float:  # the sign of a zero may differ
        x = b.add(Value("", x.type, x.dims, x.bound, x.quantum), f"abs({x.name})", new=False)
    to = b.pick([t for t in [*b.module.types, *WIDTH] if t != "pred"])
    dims, ratio = list(x.dims), WIDTH[to] // WIDTH[x.type]
    if WIDTH[to] < WIDTH[x.type]:
        dims.append(WIDTH[x.type] // WIDTH[to])
    elif ratio > 1:
        if not dims:
            raise Skip
        if dims[-1] != ratio:
            if math.prod(dims) % ratio:
                raise Skip
            dims = [math.prod(dims) // ratio, ratio]
            x = b.moved(x, dims, f"reshape({x.name})")
        dims = dims[:-1]
    if to in INTEGERS:
        return b.add(Value("", to, dims), f"bitcast-convert({x.name})")
    bits = f"u{WIDTH[to]}"
    y = b.add(Value("", bits, dims), f"bitcast-convert({x.name})")
    mask = b.filled(y, int(STORED[bits](2 ** (WIDTH[to] - 2) - 1)))  # then it is less than 2
    y = b.add(Value("", bits, dims), f"and({y.name}, {mask.name})")
    return b.add(Value("", to, dims, 2.0), f"bitcast-convert({y.name})")


OPERATIONS = [scatter, scatter, sort, sort, select_and_scatter, mapped, mapped, bitcast_convert]
