"""all-reduce and reduce-scatter."""

import numpy as np

from devices import by_device, case, entry, numbers, reduced, scattered
from fixture import combiner, shape

ALL_4 = [[0, 1, 2, 3]]
ADD = combiner("add", ["f32"])


def all_reduce(i, x, groups, f, more=""):
    return f"r{i} = {shape(x)} all-reduce(x{i}), replica_groups={groups}, to_apply={f}{more}"


def with_types(name, op, types, arrays, combine, runs_in_xla=True):
    """One all-reduce for each array, on four replicas."""
    lines = [all_reduce(i, own[0], "{}", f"{op}_{t}") for i, (t, own) in enumerate(zip(types, arrays))]
    expected = by_device(*(reduced(ALL_4, own, combine) for own in arrays))
    arguments = by_device(*arrays)
    text = entry(arguments, lines, [f"r{i}" for i in range(len(types))], combiner(op, dict.fromkeys(types)))
    case(name, text, 4, 1, arguments, expected, runs_in_xla)


def all_reduce_add():
    types = ["s8", "u8", "s32", "bf16", "f16", "f32", "f64", "c64"]
    arrays = [numbers(4, 5, dtype=t, seed=i) for i, t in enumerate(types)]
    with_types("all_reduce_add", "add", types, arrays, np.add)


def all_reduce_add_narrow():
    types = ["s4", "f8e4m3fn"]
    arrays = [numbers(4, 5, dtype=t, most=1, seed=i) for i, t in enumerate(types)]
    with_types("all_reduce_add_narrow", "add", types, arrays, np.add, runs_in_xla=False)


def all_reduce_add_rounds():
    """In the order of the devices, with the rounding of the type after each step."""
    arrays = []
    for dtype in np.float32, np.float16:
        large = np.finfo(dtype).max / 2
        small = 1 / np.finfo(dtype).eps
        values = [[1, large, small], [small, large, 1], [-small, -large, 1], [1, large, -small]]
        arrays.append([np.array(own, dtype) for own in values])
    with_types("all_reduce_add_rounds", "add", ["f32", "f16"], arrays, np.add)


def all_reduce_multiply():
    types = ["s32", "f32", "bf16", "c64"]
    arrays = [numbers(4, 3, dtype=t, most=3, seed=i) for i, t in enumerate(types)]
    with_types("all_reduce_multiply", "multiply", types, arrays, np.multiply, runs_in_xla=False)


def with_nan(op, combine):
    special = [[1, np.nan, -1, 0.5], [-2, 3, np.nan, np.inf], [7, 4, 2, -np.inf], [0, 0.25, 1, 1]]
    arrays = [numbers(4, 4, dtype="s8"), numbers(4, 4, dtype="u8", most=255), [np.array(own, np.float32) for own in special]]
    with_types(f"all_reduce_{op}", op, ["s8", "u8", "f32"], arrays, combine, runs_in_xla=False)


def all_reduce_minimum():
    with_nan("minimum", np.minimum)


def all_reduce_maximum():
    with_nan("maximum", np.maximum)


def all_reduce_and():
    arrays = [numbers(4, 6, dtype="pred", most=1, seed=1), numbers(4, 3, dtype="s32", most=255)]
    with_types("all_reduce_and", "and", ["pred", "s32"], arrays, np.bitwise_and, runs_in_xla=False)


def all_reduce_or():
    arrays = [numbers(4, 6, dtype="pred", most=1, seed=4), numbers(4, 3, dtype="u8", most=9)]
    with_types("all_reduce_or", "or", ["pred", "u8"], arrays, np.bitwise_or, runs_in_xla=False)


def all_reduce_general():
    """The element of the largest modulus: the first of equal ones is not kept, so the order shows."""
    larger = """larger {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  p = f32[] abs(a)
  q = f32[] abs(b)
  c = pred[] compare(p, q), direction=GT
  ROOT r = f32[] select(c, a, b)
}

"""
    x = numbers(4, 8, most=3)
    text = entry(by_device(x), [all_reduce(0, x[0], "{{2,1,0,3}}", "larger")], ["r0"], larger)
    larger_of = lambda a, b: np.where(abs(a) > abs(b), a, b)
    case("all_reduce_general", text, 4, 1, by_device(x), by_device(reduced([[2, 1, 0, 3]], x, larger_of)), runs_in_xla=False)


def on_groups(name, replicas, partitions, written, groups, more="", runs_in_xla=True):
    x = numbers(replicas * partitions, 3)
    text = entry(by_device(x), [all_reduce(0, x[0], written, "add_f32", more)], ["r0"], ADD)
    case(name, text, replicas, partitions, by_device(x), by_device(reduced(groups, x, np.add)), runs_in_xla)


def all_reduce_of_replicas():
    on_groups("all_reduce_of_replicas", 2, 2, "{{1,0}}", [[2, 0], [3, 1]])


def all_reduce_of_each_replica():
    on_groups("all_reduce_of_each_replica", 2, 2, "{{0},{1}}", [[0, 1], [2, 3]], ", channel_id=1")


def all_reduce_of_all():
    on_groups("all_reduce_of_all", 2, 2, "{}", [[0, 1, 2, 3]], ", channel_id=1")


def all_reduce_of_devices():
    on_groups("all_reduce_of_devices", 2, 2, "{{0,3},{2,1}}", [[0, 3], [2, 1]], ", channel_id=1, use_global_device_ids=true")


def all_reduce_iota():
    on_groups("all_reduce_iota", 8, 1, "[2,4]<=[4,2]T(1,0)", [[0, 2, 4, 6], [1, 3, 5, 7]])


def all_reduce_mesh():
    groups = [[0, 4], [1, 5], [2, 6], [3, 7]]
    on_groups("all_reduce_mesh", 8, 1, "mesh['x'=2,'y'=4] {'x'}", groups, runs_in_xla=False)


def all_reduce_mesh_part_of_axis():
    groups = [[0, 2], [1, 3], [4, 6], [5, 7]]
    on_groups("all_reduce_mesh_part_of_axis", 8, 1, "mesh['x'=8] {'x':(2)2}", groups, runs_in_xla=False)


def all_reduce_unequal():
    on_groups("all_reduce_unequal", 8, 1, "{{7,0,2},{1,3,4,5,6}}", [[7, 0, 2], [1, 3, 4, 5, 6]])


def all_reduce_twenty():
    """So many members that the fold is a loop."""
    on_groups("all_reduce_twenty", 20, 1, "{}", [list(range(20))])


def all_reduce_large():
    """In parts, whose last is filled up."""
    x = numbers(4, 1031)
    text = entry(by_device(x), [all_reduce(0, x[0], "{}", "add_f32")], ["r0"], ADD)
    case("all_reduce_large", text, 4, 1, by_device(x), by_device(reduced(ALL_4, x, np.add)))


def all_reduce_large_unequal():
    x = numbers(3, 2051, dtype="f16")
    text = entry(by_device(x), [all_reduce(0, x[0], "{{2,0},{1}}", "add_f16")], ["r0"], combiner("add", ["f16"]))
    case("all_reduce_large_unequal", text, 3, 1, by_device(x), by_device(reduced([[2, 0], [1]], x, np.add)))


def all_reduce_tuple():
    x, y, z = numbers(4, 2, 3), numbers(4, 4, seed=1), numbers(4, seed=2)
    lines = [
        "t = (f32[2,3], f32[4], f32[]) all-reduce(x0, x1, x2), replica_groups={{0,1},{2,3}}, to_apply=add_f32",
        "r0 = f32[2,3] get-tuple-element(t), index=0",
        "r1 = f32[4] get-tuple-element(t), index=1",
        "r2 = f32[] get-tuple-element(t), index=2",
    ]
    arguments = by_device(x, y, z)
    expected = by_device(*(reduced([[0, 1], [2, 3]], own, np.add) for own in (x, y, z)))
    case("all_reduce_tuple", entry(arguments, lines, ["r0", "r1", "r2"], ADD), 4, 1, arguments, expected)


def all_reduce_no_elements():
    x, y = numbers(2, 0), numbers(2, 2)
    lines = [all_reduce(0, x[0], "{}", "add_f32"), all_reduce(1, y[0], "{}", "add_f32")]
    arguments = by_device(x, y)
    expected = by_device(*(reduced([[0, 1]], own, np.add) for own in (x, y)))
    case("all_reduce_no_elements", entry(arguments, lines, ["r0", "r1"], ADD), 2, 1, arguments, expected)


def all_reduce_async():
    """Two in flight, with work between."""
    x, y = numbers(4, 6), numbers(4, 3, seed=1)
    lines = [
        "s0 = f32[6] all-reduce-start(x0), replica_groups={}, to_apply=add_f32",
        "s1 = f32[3] all-reduce-start(x1), replica_groups={{0,2},{3,1}}, to_apply=add_f32",
        "w = f32[6] multiply(x0, x0)",
        "d1 = f32[3] all-reduce-done(s1)",
        "d0 = f32[6] all-reduce-done(s0)",
        "r0 = f32[6] add(w, d0)",
        "r1 = f32[3] negate(d1)",
    ]
    of_x, of_y = reduced(ALL_4, x, np.add), reduced([[0, 2], [3, 1]], y, np.add)
    expected = by_device([a * a + b for a, b in zip(x, of_x)], [-b for b in of_y])
    arguments = by_device(x, y)
    case("all_reduce_async", entry(arguments, lines, ["r0", "r1"], ADD), 4, 1, arguments, expected, runs_in_xla=False)


def scatter(name, x, result, written, groups, axis, more=""):
    dtype = shape(x[0]).split("[")[0]
    line = f"r0 = {result} reduce-scatter(x0), replica_groups={written}, dimensions={{{axis}}}, to_apply=add_{dtype}{more}"
    text = entry(by_device(x), [line], ["r0"], combiner("add", [dtype]))
    case(name, text, len(x), 1, by_device(x), by_device(scattered(groups, x, np.add, axis)))


def reduce_scatter_dim1():
    scatter("reduce_scatter_dim1", numbers(4, 3, 8), "f32[3,2]", "{}", ALL_4, 1)


def reduce_scatter_groups():
    scatter("reduce_scatter_groups", numbers(4, 4, 2, dtype="bf16"), "bf16[2,2]", "{{3,1},{0,2}}", [[3, 1], [0, 2]], 0)


def reduce_scatter_tuple():
    x, y = numbers(2, 4), numbers(2, 2, 6, seed=1)
    lines = [
        "t = (f32[2], f32[1,6]) reduce-scatter(x0, x1), replica_groups={}, dimensions={0}, to_apply=add_f32",
        "r0 = f32[2] get-tuple-element(t), index=0",
        "r1 = f32[1,6] get-tuple-element(t), index=1",
    ]
    arguments = by_device(x, y)
    expected = by_device(*(scattered([[0, 1]], own, np.add, 0) for own in (x, y)))
    case("reduce_scatter_tuple", entry(arguments, lines, ["r0", "r1"], ADD), 2, 1, arguments, expected, runs_in_xla=False)


MAKERS = [maker for name, maker in globals().items() if name.startswith(("all_reduce_", "reduce_scatter_"))]
