"""conditional, fusion, batch-norm-training and batch-norm-grad."""

import copy

import generator
from structured import add_parameters, computation
from updates import results_of
from values import Skip, Value, lowest_quantum, shape_text


def selector(b):
    """(value, number of branches)."""
    type = b.pick(["pred", "s32"])
    scalars = [v for v in b.values if v.type == type and not v.dims]
    arrays = [v for v in b.values if v.type == type and v.dims and v.size]
    if scalars and b.rng.random() < 0.6:
        s = b.pick(scalars)
    elif arrays and b.rng.random() < 0.8:
        x = b.pick(arrays)
        at = [int(b.rng.integers(d)) for d in x.dims]
        s = b.moved(x, [1] * len(at), f"slice({x.name}), slice={{{','.join(f'[{i}:{i + 1}]' for i in at)}}}")
        s = b.moved(s, [], f"reshape({s.name})")
    else:
        s = b.constant(type, array=bool(b.rng.integers(2)) if type == "pred" else int(b.rng.integers(-1, 4)))
    return s, 2 if type == "pred" else int(b.rng.integers(1, 5))


def branch(b, given, results):
    """(operand, computation, facts of its results) of one branch that gives values like `results`."""
    inner = generator.Body(b.module, b.depth + 1)
    if len(given) == 1 and b.rng.random() < 0.5:
        operand = given[0].name
        inner.values = [copy.copy(given[0])]
        inner.values[0].name, inner.values[0].row_major = inner.emit(shape_text(given[0]), "parameter(0)", "p"), True
    else:
        shape = "(" + ", ".join(shape_text(v) for v in given) + ")"
        operand = b.emit(shape, f"tuple({', '.join(v.name for v in given)})", "t")
        p = inner.emit(shape, "parameter(0)", "p")
        for i, v in enumerate(given):
            inner.values.append(copy.copy(v))
            inner.values[-1].row_major = True
            inner.values[-1].name = inner.emit(shape_text(v), f"get-tuple-element({p}), index={i}")
    for _ in range(int(b.rng.integers(0, 5))):
        inner.step()
    roots = [inner.like(v) for v in results]
    if len(roots) == 1:
        name = roots[0].name
    else:
        shape = "(" + ", ".join(shape_text(v) for v in roots) + ")"
        name = inner.emit(shape, f"tuple({', '.join(v.name for v in roots)})", "t")
    return operand, computation(inner, name), roots


def merged(b, variants):
    facts = [v for v in variants]
    return Value("", facts[0].type, facts[0].dims, max(v.bound for v in facts), lowest_quantum(*facts),
                 max(v.error for v in facts))  # fmt: skip


def conditional(b):
    if b.depth > 2:
        raise Skip
    s, count = selector(b)
    results = [b.any() for _ in range(int(b.pick([1, 1, 2, 3])))]
    branches = []
    for _ in range(count):
        given = [b.pick([b.pick(results), b.any()]) for _ in range(int(b.rng.integers(1, 4)))]
        branches.append(branch(b, given, results))
    operands = ", ".join([s.name] + [operand for operand, _, _ in branches])
    names = [name for _, name, _ in branches]
    if s.type == "pred":
        text = f"conditional({operands}), true_computation={names[0]}, false_computation={names[1]}"
    else:
        text = f"conditional({operands}), branch_computations={{{', '.join(names)}}}"
    return results_of(b, [merged(b, [roots[i] for _, _, roots in branches]) for i in range(len(results))], text)


def fusion(b):
    if b.depth > 2:
        raise Skip
    arguments = [b.any() for _ in range(int(b.rng.integers(1, 4)))]
    inner = generator.Body(b.module, 3)  # no control flow inside
    add_parameters(inner, arguments)
    for _ in range(int(b.rng.integers(1, 6))):
        inner.step()
    roots = [inner.values[-1]] + [inner.any() for _ in range(int(b.pick([0, 0, 1, 2])))]
    name = roots[0].name
    if len(roots) > 1:
        shape = "(" + ", ".join(shape_text(v) for v in roots) + ")"
        name = inner.emit(shape, f"tuple({', '.join(v.name for v in roots)})", "t")
    f = computation(inner, name)
    facts = [Value("", v.type, v.dims, v.bound, v.quantum, v.error) for v in roots]
    return results_of(b, facts, f"fusion({', '.join(v.name for v in arguments)}), kind=kLoop, calls={f}")


def norm_input(b):
    x = b.any(lambda v: v.type in ("f32", "f64") and v.dims and v.error < 1e-3 and v.size and v.bound < 20)
    at = int(b.rng.integers(len(x.dims)))
    return x, at, x.size // x.dims[at]


def batch_norm_training(b):
    x, at, n = norm_input(b)
    scale, offset = (b.constant(x.type, [x.dims[at]]) for _ in range(2))
    bound = scale.bound * n**0.5 + offset.bound
    relative = 1e-5 + 1e-5 * x.bound**2
    facts = [
        Value("", x.type, x.dims, bound, None, bound * relative + 4 * n * scale.bound * x.error),
        Value("", x.type, (x.dims[at],), x.bound, None, x.error + x.bound * 1e-5),
        Value("", x.type, (x.dims[at],), 4 * x.bound**2, None, 4 * x.bound * x.error + x.bound**2 * 1e-5),
    ]
    names = ", ".join(v.name for v in (x, scale, offset))
    return results_of(b, facts, f"batch-norm-training({names}), epsilon=1, feature_index={at}")


def batch_norm_grad(b):
    x, at, n = norm_input(b)
    scale, mean, spread = (b.constant(x.type, [x.dims[at]]) for _ in range(3))
    grad = b.like(x)
    if grad.error > 1e-3:
        raise Skip
    a = b.add(Value("", x.type, spread.dims, 4, None, 0), f"abs({spread.name})", new=False)
    one = b.filled(a, 1)
    variance = b.add(Value("", x.type, spread.dims, 5, None, 0), f"add({a.name}, {one.name})", new=False)
    far = x.bound + mean.bound
    bounds = [scale.bound * grad.bound * (2 + far**2), n * grad.bound * far, n * grad.bound]
    error = (x.error + grad.error) * n * (1 + far) ** 2 * (1 + scale.bound)
    dims = [x.dims, (x.dims[at],), (x.dims[at],)]
    facts = [Value("", x.type, d, v, None, error * (1 + grad.bound) + v * n * 2.0**-20) for d, v in zip(dims, bounds)]
    names = ", ".join(v.name for v in (x, scale, mean, variance, grad))
    return results_of(b, facts, f"batch-norm-grad({names}), epsilon=0.01, feature_index={at}")


OPERATIONS = [conditional, conditional, conditional, fusion, batch_norm_training, batch_norm_grad]
