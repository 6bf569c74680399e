"""Fixtures of ops that change arrays in place, and of those that call a computation for each element."""

import numpy as np

import calls
from fixture import FLOATS, combiner, module, noise, shape, write
from movement import one, ramp
from oracle import DTYPES


def map_(op):
    types = [t for t in DTYPES if t != "pred"]
    body = "".join(
        f"f_{t} {{\n  a = {t}[] parameter(0)\n  b = {t}[] parameter(1)\n  s = {t}[] multiply(a, b)\n  ROOT r = {t}[] add(s, a)\n}}\n\n"
        for t in types
    )
    arrays = sum(([ramp(3, dtype=t), ramp(3, dtype=t, start=2)] for t in types), [])
    lines = [f"r{i} = {t}[3] map(x{2 * i}, x{2 * i + 1}), dimensions={{0}}, to_apply=f_{t}" for i, t in enumerate(types)]
    write(op, "every_type", module("map_every_type", arrays, lines, [f"r{i}" for i in range(len(lines))], body), arrays)
    body = "f {\n  a = f32[] parameter(0)\n  k = f32[] constant(2.5)\n  ROOT r = pred[] compare(a, k), direction=GT\n}\n\n"
    a = [ramp(2, 3)]
    write(
        op, "other_type", module("map_other_type", a, ["r0 = pred[2,3] map(x0), dimensions={0,1}, to_apply=f"], ["r0"], body), a
    )
    body = "f {\n  a = s32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] convert(a)\n  ROOT r = f32[] subtract(b, c)\n}\n\n"
    a = [np.int32(3), np.float32(0.5)]
    write(op, "scalars", module("map_scalars", a, ["r0 = f32[] map(x0, x1), dimensions={}, to_apply=f"], ["r0"], body), a)
    body = "f {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT r = s32[] convert(a)\n}\n\n"
    a = [ramp(2, 3), ramp(3, 4), ramp(2, 4)]
    lines = ["d = f32[2,4] dot(x0, x1), lhs_contracting_dims={1}, rhs_contracting_dims={0}"]
    lines.append("r0 = s32[2,4] map(x2, d), dimensions={0,1}, to_apply=f")
    write(op, "ignores_operand", module("map_ignores_operand", a, lines, ["r0"], body), a)


def bitcast_convert(op):
    rng = np.random.default_rng(0)
    sizes = {8: ["s8", "u8"], 16: ["s16", "u16", "bf16", "f16"], 32: ["s32", "u32", "f32"], 64: ["s64", "u64", "f64"]}
    bits = {t: n for n, types in sizes.items() for t in types}
    floats = {"bf16": np.uint16, "f16": np.uint16, "f32": np.uint32, "f64": np.uint64}
    tame = {"bf16": 0x3FFF, "f16": 0x3FFF, "f32": 0x3FFFFFFF, "f64": 0x3FFFFFFFFFFFFFFF}  # no NaN, nothing denormal

    def array(t, count):
        raw = rng.integers(0, 256, count * bits[t] // 8, dtype=np.uint8)
        if t not in floats:
            return raw.view(DTYPES[t])
        words = raw.view(floats[t]) & floats[t](tame[t]) | floats[t](1 << (bits[t] - 3))
        return words.astype(floats[t]).view(DTYPES[t])

    for name, of in (("from_integers", lambda t: t[0] in "su"), ("from_floats", lambda t: t[0] in "bf")):
        arrays, lines = [], []
        for a in bits:
            for b in bits:
                if not of(a) or (a not in floats and b in floats and bits[a] < bits[b]):
                    continue
                ratio = max(bits[a], bits[b]) // min(bits[a], bits[b])
                x = array(a, 2 * ratio if bits[a] < bits[b] else 2)
                if b in floats and (a not in floats or bits[a] != bits[b] or a != b):
                    x = array(b, 2 * ratio if bits[b] < bits[a] else 2).view(DTYPES[a])
                x = x.reshape(2, ratio) if bits[a] < bits[b] and ratio > 1 else x
                dims = "2" if bits[a] <= bits[b] else f"2,{ratio}"
                lines.append(f"r{len(arrays)} = {b}[{dims}] bitcast-convert(x{len(arrays)})")
                arrays.append(x)
        write(op, name, module(f"bitcast_convert_{name}", arrays, lines, [f"r{i}" for i in range(len(arrays))]), arrays)
    x = array("f32", 2).view(np.uint8).reshape(2, 4)
    one(op, "bytes_to_f32", [x], "f32[2]", "bitcast-convert(x0)")
    one(op, "corners", [np.array([0, -0.0, np.inf, -np.inf, 1e-40], np.float32)], "s32[5]", "bitcast-convert(x0)")
    one(op, "to_scalar", [np.array([1, 2, 3, 4], np.uint8)], "u32[]", "bitcast-convert(x0)")
    one(op, "empty", [np.zeros((0, 4), np.uint8)], "u32[0]", "bitcast-convert(x0)")
    one(op, "pred", [np.array([True, False])], "pred[2]", "bitcast-convert(x0)")


ASSIGN = "assign_{t} {{\n  a = {t}[] parameter(0)\n  ROOT b = {t}[] parameter(1)\n}}\n\n"
MINUS = "minus_{t} {{\n  a = {t}[] parameter(0)\n  b = {t}[] parameter(1)\n  ROOT c = {t}[] subtract(a, b)\n}}\n\n"


def scatter(op):
    def attributes(window="{}", inserted="{}", to="{}", vector=1, batching=None):
        text = f"update_window_dims={window}, inserted_window_dims={inserted}, scatter_dims_to_operand_dims={to}"
        if batching:
            text += f", input_batching_dims={batching[0]}, scatter_indices_batching_dims={batching[1]}"
        return text + f", index_vector_dim={vector}"

    def case(name, x, indices, updates, numbers, computation="add_f32", extra=None, **more):
        arrays = [x, indices, updates]
        line = f"r0 = {shape(x)} scatter(x0, x1, x2), {attributes(**numbers)}, to_apply={computation}"
        extra = extra or combiner("add", ["f32"])
        write(op, name, module(f"scatter_{name}", arrays, [line], ["r0"], extra), arrays, **more)

    rows = {"window": "{1}", "inserted": "{0}", "to": "{0}", "vector": 1}
    index = np.array([2, 0, 2, 5, -1], np.int32)
    case("rows", ramp(4, 3), index, noise(5, 3), rows)
    arrays = [np.zeros((4, 20), np.float32), index, noise(5, 9), noise(9, 20, seed=1)]
    lines = [
        "d = f32[5,20] dot(x2, x3), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        f"r0 = f32[4,20] scatter(x0, x1, d), {attributes(**rows)}, to_apply=add_f32",
    ]
    write(op, "of_a_dot", module("scatter_of_a_dot", arrays, lines, ["r0"], combiner("add", ["f32"])), arrays)
    case("rows_assign", ramp(4, 3), index, noise(5, 3), rows, "assign_f32", ASSIGN.format(t="f32"))
    case("order_of_arguments", ramp(4, 3), index, noise(5, 3), rows, "minus_f32", MINUS.format(t="f32"))
    points = {"inserted": "{0}", "to": "{0}", "vector": 1}
    case("duplicates_assign", ramp(3), np.array([1, 1, 0], np.int32), ramp(3, start=7), points, "assign_f32", ASSIGN.format(t="f32"))
    # The last window that overlaps wins, whatever order its elements have in the updates.
    for name, window, updates in (("windows_last", "{1}", ramp(3, 2)), ("windows_first", "{0}", ramp(2, 3))):
        numbers = {"window": window, "to": "{0}", "vector": 1}
        case(f"overlapping_{name}", ramp(5), np.array([1, 2, 0], np.int32), updates, numbers, "assign_f32", ASSIGN.format(t="f32"))
    case("partly_outside", ramp(4, 4), np.array([[3, 0], [2, 2], [-1, 1], [1, 3]], np.int32), ramp(4, 2, 2), {"window": "{1,2}", "to": "{0,1}"})
    case("swapped_map", ramp(3, 4), np.array([[3, 0], [1, 2]], np.int32), ramp(2), {"inserted": "{0,1}", "to": "{1,0}"})
    case("vector_dim_first", ramp(3, 4), np.array([[2, 1], [1, 3]], np.int32), ramp(2), {"inserted": "{0,1}", "to": "{0,1}", "vector": 0})
    case("one_window", ramp(6), np.array([2], np.int32), ramp(3), {"window": "{0}", "to": "{0}", "vector": 0})
    case("scalar_index", ramp(6), np.int32(2), ramp(3), {"window": "{0}", "to": "{0}", "vector": 0})
    case("nothing_to_map", ramp(2, 2), np.zeros((3, 0), np.int32), ramp(3, 2, 2), {"window": "{1,2}"})
    case("no_updates", ramp(3), np.zeros((0, 1), np.int32), np.zeros((0,), np.float32), points)
    case(
        "batching",
        ramp(2, 3, 2),
        np.array([[1, 0], [0, 2]], np.int32),
        ramp(2, 2, 2),
        {"window": "{2}", "inserted": "{1}", "to": "{1}", "vector": 2, "batching": ("{0}", "{1}")},
    )
    case("u8_index", ramp(300), np.array([250, 3, 250], np.uint8), ramp(3), points)
    case("u64_index", ramp(3), np.array([2**64 - 1, 2, 2**63], np.uint64), ramp(3), points)
    case("s8_index", ramp(200), np.array([-6, 127, 3], np.int8), ramp(3), points)
    types = list(DTYPES)
    arrays, lines = [], []
    for i, t in enumerate(types):
        arrays += [ramp(3, dtype=t), np.array([2, 0, 2, 3], np.int32), ramp(4, dtype=t, start=2)]
        how = "assign" if t == "pred" else "add"
        lines.append(f"r{i} = {t}[3] scatter(x{3 * i}, x{3 * i + 1}, x{3 * i + 2}), {attributes(**points)}, to_apply={how}_{t}")
    extra = combiner("add", types[1:]) + ASSIGN.format(t="pred")
    write(op, "every_type", module("scatter_every_type", arrays, lines, [f"r{i}" for i in range(len(types))], extra), arrays)
    # Rounded after each step, so the sum stops at 256.
    for t in ("bf16", "f16"):
        n = 300 if t == "bf16" else 2100
        lines = [
            f"one = {t}[] constant(1)",
            f"u = {t}[{n}] broadcast(one), dimensions={{}}",
            f"i = s32[{n}] broadcast(x1), dimensions={{}}",
            f"r0 = {t}[2] scatter(x0, i, u), {attributes(**points)}, to_apply=add_{t}",
        ]
        a = [np.zeros(2, DTYPES[t]), np.int32(1)]
        want = [np.array([0, 256 if t == "bf16" else 2048], DTYPES[t])]
        write(op, f"{t}_rounds_each_step", module(f"scatter_{t}", a, lines, ["r0"], combiner("add", [t])), a, want)
    both = """both {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  p = pred[] compare(b, a), direction=GT
  v = f32[] select(p, b, a)
  k = s32[] select(p, j, i)
  ROOT t = (f32[], s32[]) tuple(v, k)
}

"""
    a = [noise(4), np.zeros(4, np.int32), np.array([3, 1, 1, 4, 3], np.int32), 2 * noise(5, seed=1), ramp(5, dtype="s32")]
    line = f"t = (f32[4], s32[4]) scatter(x0, x1, x2, x3, x4), {attributes(**points)}, to_apply=both"
    parts = ["r0 = f32[4] get-tuple-element(t), index=0", "r1 = s32[4] get-tuple-element(t), index=1"]
    write(op, "two_arrays", module("scatter_two_arrays", a, [line, *parts], ["r0", "r1"], both), a)
    write(op, "second_of_two", module("scatter_second_of_two", a, [line, parts[1].replace("r1", "r0")], ["r0"], both), a)
    # The array is needed afterwards, and read for the updates.
    a = [ramp(4), np.array([1, 3, 1], np.int32)]
    lines = [
        "g = f32[3] gather(x0, x1), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}",
        "h = f32[3] multiply(g, g)",
        f"s = f32[4] scatter(x0, x1, h), {attributes(**points)}, to_apply=add_f32",
        "r0 = f32[4] subtract(s, x0)",
        "r1 = f32[4] negate(s)",
    ]
    write(op, "reads_what_it_changes", module("scatter_reads", a, lines, ["r0", "r1"], combiner("add", ["f32"])), a)
    a = [ramp(2, 2), ramp(3)]
    lines = ["i = s32[3,2] constant({{1,0},{2,0},{1,1}})", f"r0 = f32[2,2] scatter(x0, i, x1), {attributes(inserted='{0,1}', to='{0,1}')}, to_apply=add_f32"]
    write(op, "constant_indices", module("scatter_constant_indices", a, lines, ["r0"], combiner("add", ["f32"])), a)
    lines[0] = "i = s32[1] constant({7})"
    lines[1] = f"s = f32[1] slice(x1), slice={{[0:1]}}\n  r0 = f32[2,2] scatter(x0, i, x1), {attributes(inserted='{0}', to='{0}', window='{0}', vector=0)}, to_apply=add_f32"
    lines = [lines[0], f"u = f32[2] slice(x1), slice={{[0:2]}}", f"r0 = f32[2,2] scatter(x0, i, u), {attributes(inserted='{0}', to='{0}', window='{0}', vector=0)}, to_apply=add_f32"]
    write(op, "always_outside", module("scatter_always_outside", a, lines, ["r0"], combiner("add", ["f32"])), a)
    reduced = {"window": "{0}", "to": "{0}", "vector": 0}
    a = [ramp(5), np.int32(1), noise(3, 4)]
    lines = [
        "z = f32[] constant(0)",
        "u = f32[3] reduce(x2, z), dimensions={1}, to_apply=add_f32",
        f"r0 = f32[5] scatter(x0, x1, u), {attributes(**reduced)}, to_apply=add_f32",
    ]
    write(op, "of_sums", module("scatter_of_sums", a, lines, ["r0"], combiner("add", ["f32"])), a)
    a = [ramp(16), ramp(3, dtype="u64"), np.float32(-0.5)]
    lines = ["c = u64[] constant(1)", "i = u64[] reduce(x1, c), dimensions={0}, to_apply=multiply_u64"]
    dims = "update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=0"
    lines.append(f"r0 = f32[16] scatter(x0, i, x2), {dims}, to_apply=add_f32")
    extra = combiner("multiply", ["u64"]) + combiner("add", ["f32"])
    dims = dims.replace("inserted_window_dims={0}", "inserted_window_dims={0,1}").replace("operand_dims={0}", "operand_dims={1,0}")
    b = [ramp(5, 5), ramp(2, 2, dtype="u32") - 1, np.float32(-0.5)]
    reduced = ["c = u32[] constant(0)", "i = u32[2] reduce(x1, c), dimensions={0}, to_apply=add_u32"]
    text = module("scatter_one_element_at_sums", b, [*reduced, f"r0 = f32[5,5] scatter(x0, i, x2), {dims}, to_apply=add_f32"], ["r0"],
                  combiner("add", ["u32", "f32"]))
    write(op, "one_element_at_sums", text, b)
    write(op, "one_element_at_a_product", module("scatter_one_element_at_a_product", a, lines, ["r0"], extra), a)
    calls.scatter(op)


def select_and_scatter(op):
    def case(name, x, source, init, window, direction="GE", combine="add", t="f32", **more):
        arrays = [x, source, np.asarray(init, DTYPES[t])]
        extra = f"choose {{\n  a = {t}[] parameter(0)\n  b = {t}[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction={direction}\n}}\n\n"
        extra += MINUS.format(t=t) if combine == "minus" else combiner(combine, [t])
        line = f"r0 = {shape(x)} select-and-scatter(x0, x1, x2), window={{{window}}}, select=choose, scatter={combine}_{t}"
        write(op, name, module(f"select_and_scatter_{name}", arrays, [line], ["r0"], extra), arrays, **more)

    case("max_pool", noise(1, 4, 6, 2), noise(1, 2, 3, 2, seed=1), 0, "size=1x2x2x1 stride=1x2x2x1")
    case("overlapping", noise(5, 5), noise(3, 3, seed=1), 0, "size=3x3")
    case("padded", noise(5, 4), noise(5, 4, seed=1), 0, "size=3x3 pad=1_1x1_1")
    case("init", noise(6), noise(3, seed=1), 2.5, "size=2 stride=2")
    case("order_of_arguments", noise(5), noise(4, seed=1), 1, "size=2", combine="minus")
    case("first_of_equal", np.array([3, 3, 1, 1, 2], np.float32), ramp(4), 0, "size=2")
    case("last_of_equal", np.array([3, 3, 1, 1, 2], np.float32), ramp(4), 0, "size=2", "GT")
    case("smallest", noise(7), noise(3, seed=1), 0, "size=3 stride=2", "LE", "maximum")
    case("nans", np.array([np.nan, 1, np.nan, 2], np.float32), ramp(3), 0, "size=2")
    for t in ("s8", "s32", "u8", "s64", "f64"):
        x = ramp(6, dtype=t)[::-1] if t[0] != "f" else noise(6, dtype=t)
        case(t, np.ascontiguousarray(x), ramp(3, dtype=t), 1, "size=2 stride=2", t=t)
    for t in ("bf16", "f16"):
        case(t, noise(8, dtype=t), noise(7, dtype=t, seed=1), 0, "size=2", t=t)
    # A window that sees padding alone adds to nothing.
    case("window_of_padding", ramp(2), ramp(4), 0, "size=1 pad=1_1", "GE", expected=[np.array([2, 3], np.float32)])
    calls.select_and_scatter(op)


def sort(op):
    def before(types, key=0, direction="LT", more=""):
        lines = [f"  p{i} = {t}[] parameter({i})" for i, t in enumerate(x for t in types for x in (t, t))]
        lines.append(f"  ROOT c = pred[] compare(p{2 * key}, p{2 * key + 1}), direction={direction}{more}")
        return "before {\n" + "\n".join(lines) + "\n}\n\n"

    def case(name, arrays, dimension=0, computation=None, stable=True, **more):
        types = [shape(a).split("[")[0] for a in arrays]
        computation = computation or before(types)
        operands = ", ".join(f"x{i}" for i in range(len(arrays)))
        attributes = f"dimensions={{{dimension}}}{', is_stable=true' if stable else ''}, to_apply=before"
        if len(arrays) == 1:
            lines, roots = [f"r0 = {shape(arrays[0])} sort({operands}), {attributes}"], ["r0"]
        else:
            lines = [f"s = ({', '.join(map(shape, arrays))}) sort({operands}), {attributes}"]
            lines += [f"r{i} = {shape(a)} get-tuple-element(s), index={i}" for i, a in enumerate(arrays)]
            roots = [f"r{i}" for i in range(len(arrays))]
        write(op, name, module(f"sort_{name}", arrays, lines, roots, computation), arrays, **more)

    rng = np.random.default_rng(0)
    for t in DTYPES:
        x = noise(9, dtype=t) if t in FLOATS else rng.integers(0, 2 if t == "pred" else 120, 9).astype(DTYPES[t])
        case(f"{t}", [x])
    case("two_elements", [np.array([2, 1], np.float32)])
    case("one_element", [np.array([2], np.float32)])
    case("nothing", [np.zeros((2, 0), np.float32)], 1)
    for n in (16, 17, 33, 100):
        case(f"of_{n}", [rng.integers(0, 50, n).astype(np.int16), np.arange(n, dtype=np.int32)])
    case("columns", [noise(20, 3)])
    case("rows", [noise(3, 20)], 1)
    case("middle", [noise(2, 18, 3), noise(2, 18, 3, dtype="f64", seed=1), rng.integers(0, 99, (2, 18, 3)).astype(np.int8)], 1)
    case("descending", [noise(6)], computation=before(["f32"], direction="GT"))
    case("by_second", [noise(19, seed=2), noise(19, dtype="f16")], computation=before(["f32", "f16"], 1))
    x = np.array([np.nan, 1, -0.0, 0.0, -np.inf, -1, np.inf, 2], np.float32)
    case("total_order", [x, ramp(8, dtype="s32")], computation=before(["f32", "s32"], more=", type=TOTALORDER"), signed_zeros=True)
    constant = "before {\n  a = s32[] parameter(0)\n  b = s32[] parameter(1)\n  ROOT c = pred[] constant(%s)\n}\n\n"
    x = rng.permutation(40).astype(np.int32)
    case("never_before", [x], computation=constant % "false", expected=[x])
    x = np.concatenate([np.zeros(20), np.ones(20)]).astype(np.int32)[rng.permutation(40)]
    lines = ["k = (s32[40], s32[40]) sort(x0, x0), dimensions={0}, is_stable=true, to_apply=before"]
    lines += ["r0 = s32[40] get-tuple-element(k), index=0", "r1 = s32[40] get-tuple-element(k), index=1"]
    write(op, "one_array_twice", module("sort_one_array_twice", [x], lines, ["r0", "r1"], before(["s32", "s32"])), [x])
    lines = [
        "i = s32[40] iota(), iota_dimension=0",
        "s = (s32[40], s32[40]) sort(x0, i), dimensions={0}, is_stable=true, to_apply=before",
        "r0 = s32[40] get-tuple-element(s), index=1",
    ]
    write(op, "argsort", module("sort_argsort", [x], lines, ["r0"], before(["s32", "s32"])), [x])
    calls.sort(op)


MAKERS = {
    "map": map_,
    "bitcast-convert": bitcast_convert,
    "scatter": scatter,
    "select-and-scatter": select_and_scatter,
    "sort": sort,
}
