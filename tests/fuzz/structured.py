"""while, call, and patterns of several instructions: softmax, normalisation, a batch norm."""

import copy

import numpy as np

import generator
from values import INTEGERS, Skip, Value, in_range, shape_text

FEWEST_ROUNDS = 0  # of loops whose start is known: XLA:CPU runs one once that counts by 2 or more and ends before it begins
CARRIED = 8.0  # a float that a loop carries is clamped to this, so that it grows no further


def computation(body, root):
    """The text of a finished body; root is the name of its last value."""
    name = body.module.name("fn")
    texts = [f"  {'ROOT ' if n == root else ''}{n} = {s} {t}" for n, s, t in body.lines]
    body.module.computations.append(f"{name} {{\n" + "\n".join(texts) + "\n}\n")
    return name


def clamped(b, v):
    if not v.is_float:
        return v
    low, high = b.constant(v.type, array=-CARRIED), b.constant(v.type, array=CARRIED)
    facts = Value("", v.type, v.dims, CARRIED, v.quantum, v.error)
    return b.add(facts, f"clamp({low.name}, {v.name}, {high.name})", new=False)


def carried_values(b):
    """Values to carry; one of them twice now and then, and several of one shape, so that they can swap."""
    found = []
    for _ in range(int(b.rng.integers(1, 5))):
        v = b.pick(found) if found and b.rng.random() < 0.3 else b.any()
        if v.is_float and not (v.is_exact and v.quantum >= -2):
            raise Skip
        found.append(v)
        if b.rng.random() < 0.4:
            found.append(b.like(v))
            if v.is_float and not (found[-1].is_exact and found[-1].quantum >= -2):
                raise Skip
    return [clamped(b, v) for v in found]


def next_value(inner, slot):
    """What the body gives a slot: anything exact of its shape, preferably new, or a carried value of the same shape."""
    def fits(v):
        exact = not v.is_float or (v.is_exact and v.quantum >= -2)
        return v.type == slot.type and v.dims == slot.dims and exact

    return clamped(inner, inner.any(fits))


def count_down(b, inner, shape, n, type):
    """The counter's next value, its start, and the condition's computation."""
    step = int(b.pick([1, 1, 1, -1, -1, 2, 3, -2]))
    trips, over = int(b.rng.integers(FEWEST_ROUNDS, 5)), int(b.rng.integers(abs(step)))
    first = int(b.pick([0, 0, 1, 5, 100] + [-1, -3] * (type[0] == "s")))
    if step < 0:
        first += trips * -step
    by, op = (inner.constant(type, array=np.asarray(abs(step))), "subtract" if step < 0 else "add")
    if type[0] == "s" and b.rng.random() < 0.5:
        by, op = inner.constant(type, array=np.asarray(step)), "add"
    operands = f"{by.name}, {n.name}" if op == "add" and b.rng.random() < 0.3 else f"{n.name}, {by.name}"
    counter = inner.add(Value("", type, ()), f"{op}({operands})", new=False)
    direction = b.pick(["LT", "LE"] if step > 0 else ["GT", "GE"])
    end = first + trips * step - (over if step > 0 else -over) * (trips > 0)
    if direction in ("LE", "GE"):
        end -= 1 if step > 0 else -1
    if over == 0 and b.rng.random() < 0.2:
        direction, end = "NE", first + trips * step
    ends = [end, first + trips * step, end + (direction == "LE") - (direction == "GE")]  # beyond them it wraps, and never ends
    if not in_range(type, ends):
        raise Skip
    test = generator.Body(b.module)
    p = test.emit(shape, "parameter(0)", "p")
    i = Value(test.emit(f"{type}[]", f"get-tuple-element({p}), index=0"), type, ())
    if b.rng.random() < 0.2 and direction != "NE":
        wide = "s64" if type == "s32" else "s32"
        if type not in ("u64", "s64", "u32"):
            i = test.add(Value("", wide, ()), f"convert({i.name})")
    limit = test.constant(i.type, array=np.asarray(end))
    sides = f"{i.name}, {limit.name}"
    if b.rng.random() < 0.3:
        sides = f"{limit.name}, {i.name}"
        direction = {"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE", "NE": "NE"}[direction]
    root = test.emit("pred[]", f"compare({sides}), direction={direction}")
    start = b.constant(type, array=np.asarray(first))
    limited = [v for v in b.values if v.type == type and not v.dims]
    if limited and b.rng.random() < 0.3 and direction != "NE":  # how often it runs is known only at run time
        low, high = sorted([first, first + trips * step])
        low, high = b.constant(type, array=np.asarray(low)), b.constant(type, array=np.asarray(high))
        v = b.pick(limited)
        start = b.add(Value("", type, ()), f"clamp({low.name}, {v.name}, {high.name})", new=False)
    return counter, start, computation(test, root)


def while_loop(b):
    if b.depth > 1:
        raise Skip
    carried = carried_values(b)
    type = b.pick(["s32", "s32", "s32", *INTEGERS])
    shape = f"({type}[], " + ", ".join(shape_text(v) for v in carried) + ")"
    inner = generator.Body(b.module, b.depth + 1)
    p = inner.emit(shape, "parameter(0)", "p")
    n = Value(inner.emit(f"{type}[]", f"get-tuple-element({p}), index=0"), type, ())
    slots = []
    for i, v in enumerate(carried):
        slot = Value("", v.type, v.dims, CARRIED, -2 if v.is_float else None)
        slot.name = inner.emit(shape_text(slot), f"get-tuple-element({p}), index={i + 1}")
        slots.append(slot)
    inner.values = [*slots, n]
    for _ in range(int(b.rng.integers(0, 7))):
        inner.step()
    counter, start, condition = count_down(b, inner, shape, n, type)
    roots = [next_value(inner, slot) for slot in slots]
    body = computation(inner, inner.emit(shape, f"tuple({', '.join(r.name for r in [counter, *roots])})", "t"))
    init = b.emit(shape, f"tuple({', '.join(v.name for v in [start, *carried])})", "t")
    loop = b.emit(shape, f"while({init}), condition={condition}, body={body}", "t")
    for i, slot in enumerate(slots):
        if i == 0 or b.rng.random() < 0.7:
            b.add(copy.copy(slot), f"get-tuple-element({loop}), index={i + 1}")
    return b.values[-1]


def add_parameters(inner, arguments):
    """Parameters of a called computation, one an argument."""
    for i, v in enumerate(arguments):
        parameter = copy.copy(v)
        parameter.name, parameter.row_major = inner.emit(shape_text(v), f"parameter({i})", "p"), True
        inner.values.append(parameter)


def call(b):
    if b.depth > 2:
        raise Skip
    arguments = [b.any() for _ in range(int(b.rng.integers(1, 3)))]
    inner = generator.Body(b.module, b.depth + 1)
    add_parameters(inner, arguments)
    for _ in range(int(b.rng.integers(1, 5))):
        inner.step()
    root = inner.values[-1]
    f = computation(inner, root.name)
    for _ in range(int(b.rng.integers(1, 3))):
        result = b.moved(root, root.dims, f"call({', '.join(v.name for v in arguments)}), to_apply={f}")
    return result


def over_rows(b, x, op, facts):
    """A reduction over the last dimension, and its broadcast."""
    f = b.module.name("fn")
    b.module.computations.append(
        f"{f} {{\n  a = {x.type}[] parameter(0)\n  b = {x.type}[] parameter(1)\n  ROOT r = {x.type}[] {op}(a, b)\n}}\n"
    )
    init = b.constant(x.type, array=0 if op == "add" else -1000)
    facts.type, facts.dims = x.type, x.dims[:-1]
    r = b.add(facts, f"reduce({x.name}, {init.name}), dimensions={{{len(x.dims) - 1}}}, to_apply={f}")
    kept = ",".join(map(str, range(len(x.dims) - 1)))
    return b.moved(r, x.dims, f"broadcast({r.name}), dimensions={{{kept}}}")


def softmax(b):
    x = b.any(lambda v: v.is_float and v.dims and v.size and v.bound < 100 and v.error < 1)
    n, t = x.dims[-1], x.type
    top = over_rows(b, x, "maximum", Value("", t, (), max(x.bound, 1), None, x.error))
    d = b.add(Value("", t, x.dims, 2 * x.bound, None, 2 * x.error), f"subtract({x.name}, {top.name})")
    e = b.add(Value("", t, x.dims, 1, None, d.error), f"exponential({d.name})")
    s = over_rows(b, e, "add", Value("", t, (), n, None, n * (e.error + 1e-7)))
    return b.add(Value("", t, x.dims, 1, None, e.error + s.error), f"divide({e.name}, {s.name})")


def normalised(b):
    x = b.any(lambda v: v.is_float and v.dims and v.size and v.bound < 20 and v.error < 0.1)
    n, t = x.dims[-1], x.type
    s = over_rows(b, x, "add", Value("", t, (), n * x.bound, None, n * (x.error + x.bound * 1e-6)))
    scale = b.filled(x, 1 / n)
    m = b.add(Value("", t, x.dims, x.bound, None, s.error / n), f"multiply({s.name}, {scale.name})")
    d = b.add(Value("", t, x.dims, 2 * x.bound, None, x.error + m.error), f"subtract({x.name}, {m.name})")
    q = b.add(Value("", t, x.dims, d.bound**2, None, 2 * d.bound * d.error), f"multiply({d.name}, {d.name})")
    v = over_rows(b, q, "add", Value("", t, (), n * q.bound, None, n * (q.error + q.bound * 1e-6)))
    one = b.filled(x, 1)
    w = b.add(Value("", t, x.dims, v.bound + 1, None, v.error), f"add({v.name}, {one.name})")
    r = b.add(Value("", t, x.dims, 1, None, w.error), f"rsqrt({w.name})")
    return b.add(Value("", t, x.dims, d.bound, None, d.error + d.bound * r.error), f"multiply({d.name}, {r.name})")


def batch_norm(b):
    x = b.any(lambda v: v.is_float and v.dims and v.error < 0.1 and v.size)
    at = int(b.rng.integers(len(x.dims)))
    scale, offset, mean, spread = (b.constant(x.type, [x.dims[at]]) for _ in range(4))
    a = b.add(Value("", x.type, spread.dims, 4, None, 0), f"abs({spread.name})", new=False)
    one = b.filled(a, 1)
    variance = b.add(Value("", x.type, spread.dims, 5, None, 0), f"add({a.name}, {one.name})", new=False)
    bound = (x.bound + 4) * 4 + 4
    names = ", ".join(v.name for v in (x, scale, offset, mean, variance))
    facts = Value("", x.type, x.dims, bound, None, 4 * x.error + bound * (0.05 if x.type in ("f16", "bf16") else 1e-5))
    return b.add(facts, f"batch-norm-inference({names}), epsilon=0.01, feature_index={at}")


OPERATIONS = [while_loop, while_loop, while_loop, call, softmax, normalised, batch_norm]
