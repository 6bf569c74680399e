"""while, call, and patterns of several instructions: softmax, normalisation, a batch norm."""

import copy

import generator
from values import Skip, Value, shape_text

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


def count_down(b, inner, shape, n):
    """The counter's next value, its start, and the condition's computation."""
    up = b.rng.random() < 0.6
    one = inner.constant("s32", array=1 if up else -1)
    counter = inner.add(Value("", "s32", ()), f"add({n.name}, {one.name})", new=False)
    trips = int(b.rng.integers(0, 5))
    limited = [v for v in b.values if v.type == "s32" and not v.dims]
    test = generator.Body(b.module)
    p = test.emit(shape, "parameter(0)", "p")
    i = test.emit("s32[]", f"get-tuple-element({p}), index=0")
    limit = test.constant("s32", array=trips if up else 0)
    root = test.emit("pred[]", f"compare({i}, {limit.name}), direction={'LT' if up else 'GT'}")
    start = b.constant("s32", array=0 if up else trips)
    if limited and b.rng.random() < 0.3:  # how often it runs is known only at run time
        four, zero = b.constant("s32", array=4), b.constant("s32", array=0)
        v = b.pick(limited)
        start = b.add(Value("", "s32", ()), f"clamp({zero.name}, {v.name}, {four.name})", new=False)
    return counter, start, computation(test, root)


def while_loop(b):
    if b.depth > 1:
        raise Skip
    carried = carried_values(b)
    shape = "(s32[], " + ", ".join(shape_text(v) for v in carried) + ")"
    inner = generator.Body(b.module, b.depth + 1)
    p = inner.emit(shape, "parameter(0)", "p")
    n = Value(inner.emit("s32[]", f"get-tuple-element({p}), index=0"), "s32", ())
    slots = []
    for i, v in enumerate(carried):
        slot = Value("", v.type, v.dims, CARRIED, -2 if v.is_float else None)
        slot.name = inner.emit(shape_text(slot), f"get-tuple-element({p}), index={i + 1}")
        slots.append(slot)
    inner.values = [*slots, n]
    for _ in range(int(b.rng.integers(0, 7))):
        inner.step()
    counter, start, condition = count_down(b, inner, shape, n)
    roots = [next_value(inner, slot) for slot in slots]
    body = computation(inner, inner.emit(shape, f"tuple({', '.join(r.name for r in [counter, *roots])})", "t"))
    init = b.emit(shape, f"tuple({', '.join(v.name for v in [start, *carried])})", "t")
    loop = b.emit(shape, f"while({init}), condition={condition}, body={body}", "t")
    for i, slot in enumerate(slots):
        if i == 0 or b.rng.random() < 0.7:
            b.add(copy.copy(slot), f"get-tuple-element({loop}), index={i + 1}")
    return b.values[-1]


def call(b):
    if b.depth > 2:
        raise Skip
    arguments = [b.any() for _ in range(int(b.rng.integers(1, 3)))]
    inner = generator.Body(b.module, b.depth + 1)
    for i, v in enumerate(arguments):
        parameter = copy.copy(v)
        parameter.name, parameter.row_major = inner.emit(shape_text(v), f"parameter({i})", "p"), True
        inner.values.append(parameter)
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
