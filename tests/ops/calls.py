"""Fixtures of ops that change arrays in place and whose computation is more than arithmetic on scalars: loops, branches,
reductions. XLA:CPU aborts on most of them, so NumPy gives the results, in the module's own order and rounding."""

import numpy as np

from control import combiners
from fixture import module, noise, shape, write
from movement import ramp


def combined(name, a, b):
    """One application of a computation of `combiners`, rounded after each operation."""
    t = type(a)
    if name == "loop":
        return halved(t(a + b))
    if name == "branches":
        return t(np.sqrt(np.abs(t(a + b)))) if a < b else t(a + b)
    if name == "reduction":
        total = t(a * t(0.5))
        for factor in (1, 0.5, 0.25):
            total = t(total + t(b * t(factor)))
        return total
    return t(t(a * t(0.5)) + b)


def halved(x):
    while x > 6:
        x = type(x)(x * type(x)(0.5))
    return x


def inside(index, dims):
    return all(0 <= i < n for i, n in zip(index, dims))


def scatter(op):
    def case(name, x, indices, updates, dims, how, places):
        """`places`: for each element of the updates, where it goes; a window that does not fit goes nowhere."""
        result, flat = x.copy(), updates.reshape(-1)
        for place, update in zip(places, flat):
            if place is not None:
                result[place] = combined(how, result[place], update)
        t = shape(x).split("[")[0]
        arrays = [x, indices, updates]
        lines = [f"r0 = {shape(x)} scatter(x0, x1, x2), {dims}, to_apply={how}_{t}"]
        text = module(f"scatter_{name}", arrays, lines, ["r0"], combiners(t)[how])
        write(op, name, text, arrays, [result])

    rows = "update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1"
    index = np.array([2, 0, 2, 5, -1], np.int32)
    for how in ("loop", "branches", "reduction", "constants"):
        for t in ("f32", "bf16"):
            places = [(i, j) if 0 <= i < 4 else None for i in index for j in range(3)]
            case(f"computation_with_{how}_{t}", ramp(4, 3, dtype=t), index, (4 * noise(5, 3)).astype(ramp(1, dtype=t).dtype), rows, how, places)
    corners = np.array([[3, 0], [2, 2], [-1, 1], [1, 2]], np.int64)
    dims = "update_window_dims={1,2}, inserted_window_dims={}, scatter_dims_to_operand_dims={1,0}, index_vector_dim=1"
    places = [(c[1] + i, c[0] + j) if inside((c[1], c[0]), (3, 4)) else None for c in corners for i in range(2) for j in range(1)]
    case("loop_over_windows", ramp(4, 4), corners, ramp(4, 2, 1), dims, "loop", places)
    dims = (
        "update_window_dims={2}, inserted_window_dims={1}, scatter_dims_to_operand_dims={1}, input_batching_dims={0}, "
        "scatter_indices_batching_dims={1}, index_vector_dim=2"
    )
    batches = np.array([[1, 0], [0, 2]], np.int32)
    places = [(b, batches[a, b], k) for a in range(2) for b in range(2) for k in range(2)]
    case("loop_over_batches", ramp(2, 3, 2), batches, ramp(2, 2, 2), dims, "loop", places)
    case("loop_over_no_updates", ramp(4, 3), index[:0], np.zeros((0, 3), np.float32), rows, "loop", [])

    both = """taken {
  p = (f32[], s32[]) parameter(0)
  ROOT r = (f32[], s32[]) copy(p)
}

both {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  c = pred[] compare(b, a), direction=GT
  t = (f32[], s32[]) tuple(b, j)
  u = (f32[], s32[]) tuple(a, i)
  ROOT r = (f32[], s32[]) conditional(c, t, u), true_computation=taken, false_computation=taken
}

"""
    a = [noise(4), np.zeros(4, np.int32), np.array([3, 1, 1, 4, 3], np.int32), 2 * noise(5, seed=1), ramp(5, dtype="s32")]
    points = "update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1"
    lines = [f"t = (f32[4], s32[4]) scatter(x0, x1, x2, x3, x4), {points}, to_apply=both"]
    lines += ["r0 = f32[4] get-tuple-element(t), index=0", "r1 = s32[4] get-tuple-element(t), index=1"]
    largest, number = a[0].copy(), a[1].copy()
    for i, b, j in zip(a[2], a[3], a[4]):
        if i < 4 and b > largest[i]:
            largest[i], number[i] = b, j
    write(op, "two_arrays_with_branches", module("scatter_two_arrays_with_branches", a, lines, ["r0", "r1"], both), a, [largest, number])


HALVE = """above {
  p = f32[] parameter(0)
  n = f32[] constant(6)
  ROOT c = pred[] compare(p, n), direction=GT
}

halve {
  p = f32[] parameter(0)
  h = f32[] constant(0.5)
  ROOT d = f32[] multiply(p, h)
}

"""


def by_halves(name, direction, more=""):
    """Compares what is left of two numbers after halving."""
    return f"""{HALVE}{name} {{
  a = f32[] parameter(0)
  b = f32[] parameter(1)
{more}  v = f32[] while(a), condition=above, body=halve
  w = f32[] while(b), condition=above, body=halve
  ROOT c = pred[] compare(v, w), direction={direction}
}}

"""


def sort(op):
    x = (np.random.default_rng(3).permutation(60).reshape(3, 20) / 2).astype(np.float32)
    keys = np.array([[halved(v) for v in row] for row in x], np.float32)
    for name, dims, axis in (("rows", (3, 20), 1), ("columns", (20, 3), 0), ("middle", (2, 10, 3), 1), ("one_element", (60, 1), 1)):
        a, k = x.reshape(dims), keys.reshape(dims)
        numbers = np.arange(60, dtype=np.int32).reshape(dims)
        order = np.argsort(k, axis=axis, kind="stable")
        lines = [f"s = ({shape(a)}, {shape(numbers)}) sort(x0, x1), dimensions={{{axis}}}, is_stable=true, to_apply=before"]
        lines += [f"r0 = {shape(a)} get-tuple-element(s), index=0", f"r1 = {shape(numbers)} get-tuple-element(s), index=1"]
        text = module(f"sort_loop_{name}", [a, numbers], lines, ["r0", "r1"], by_halves("before", "LT", "  i = s32[] parameter(2)\n  j = s32[] parameter(3)\n"))
        write(op, f"loop_{name}", text, [a, numbers], [np.take_along_axis(a, order, axis), np.take_along_axis(numbers, order, axis)])
    a = x.reshape(-1)[:17].copy()
    expected = a[np.argsort(keys.reshape(-1)[:17], kind="stable")]
    lines = ["r0 = f32[17] sort(x0), dimensions={0}, is_stable=true, to_apply=before"]
    write(op, "loop_of_17", module("sort_loop_of_17", [a], lines, ["r0"], by_halves("before", "LT")), [a], [expected])


def select_and_scatter(op):
    def case(name, x, source, init, sizes, strides, pads, select, how):
        result = np.full(x.shape, init, np.float32)
        for place in np.ndindex(*source.shape):
            chosen = None
            for point in np.ndindex(*sizes):
                at = tuple(o * s + k - l for o, s, k, (l, _) in zip(place, strides, point, pads))
                if inside(at, x.shape) and (chosen is None or not select(x[chosen], x[at])):
                    chosen = at
            if chosen is not None:
                result[chosen] = how[1](result[chosen], source[place])
        by = "x".join
        window = f"size={by(map(str, sizes))} stride={by(map(str, strides))} pad={by(f'{l}_{h}' for l, h in pads)}"
        lines = [f"r0 = {shape(x)} select-and-scatter(x0, x1, x2), window={{{window}}}, select=choose, scatter={how[0]}"]
        arrays = [x, source, np.float32(init)]
        write(op, name, module(f"select_and_scatter_{name}", arrays, lines, ["r0"], how[2]), arrays, [result])

    loop = combiners("f32")["loop"]
    plain = "choose {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=GE\n}\n\n"
    add = "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n\n"
    adds = ("add", lambda a, b: np.float32(a + b), by_halves("choose", "GE") + add)
    halves = ("loop_f32", lambda a, b: combined("loop", a, b), plain + loop)
    x, source = 8 + 4 * noise(5, 4), 4 * noise(3, 3, seed=1)
    select_halves = lambda a, b: halved(a) >= halved(b)
    case("selects_by_loop", x, source, 0, (3, 2), (1, 1), ((0, 0), (0, 0)), select_halves, adds)
    case("selects_by_loop_padded", x, 4 * noise(3, 3, seed=1), 0.5, (3, 2), (2, 2), ((1, 1), (1, 1)), select_halves, adds)
    case("scatters_by_loop", x, source, 1, (3, 2), (1, 1), ((0, 0), (0, 0)), lambda a, b: a >= b, halves)
    case("scatters_by_loop_padding_alone", ramp(2), ramp(4), 0, (1,), (1,), ((1, 1),), lambda a, b: a >= b, halves)
