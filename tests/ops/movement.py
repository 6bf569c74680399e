"""Fixtures of ops that move data."""

import numpy as np

from fixture import module, write
from oracle import DTYPES


def ramp(*dims, dtype="f32", start=1):
    return np.arange(start, start + int(np.prod(dims))).astype(DTYPES[dtype]).reshape(dims)


def one(op, case, arrays, result, expression, **more):
    name = f"{op.replace('-', '_')}_{case}"
    write(op, case, module(name, arrays, [f"r0 = {result} {expression}"], ["r0"]), arrays, **more)


def every_type(op, expression, dims, result_dims, **more):
    """One module, a result for each element type."""
    arrays = [ramp(*dims, dtype=t) for t in DTYPES]
    lines = [f"r{i} = {t}[{result_dims}] {expression.replace('X', f'x{i}')}" for i, t in enumerate(DTYPES)]
    name = f"{op.replace('-', '_')}_every_type"
    write(op, "every_type", module(name, arrays, lines, [f"r{i}" for i in range(len(lines))]), arrays, **more)


def copy(op):
    x = ramp(2, 3)
    text = """HloModule copy_layout, entry_computation_layout={(f32[2,3]{0,1})->f32[2,3]{1,0}}

ENTRY main {
  x0 = f32[2,3]{0,1} parameter(0)
  ROOT r0 = f32[2,3]{1,0} copy(x0)
}
"""
    write(op, "layout", text, [x], [x])
    arrays = [ramp(5, dtype=t) for t in DTYPES]
    lines = [f"r{i} = {t}[5] copy(x{i})" for i, t in enumerate(DTYPES)]
    write(
        op, "every_type", module("copy_every_type", arrays, lines, [f"r{i}" for i in range(len(lines))]), arrays, arrays
    )


def broadcast(op):
    every_type(op, "broadcast(X), dimensions={1}", (3,), "2,3")
    one(op, "scalar", [np.float32(2.5)], "f32[2,2]", "broadcast(x0), dimensions={}")
    one(op, "middle", [ramp(2, 4)], "f32[2,3,4]", "broadcast(x0), dimensions={0,2}")
    one(op, "same", [ramp(2, 3)], "f32[2,3]", "broadcast(x0), dimensions={0,1}")
    one(op, "empty", [ramp(0, 3)], "f32[0,2,3]", "broadcast(x0), dimensions={0,2}")


def reshape(op):
    every_type(op, "reshape(X)", (2, 3), "3,2")
    one(op, "flatten", [ramp(2, 3, 4)], "f32[24]", "reshape(x0)")
    one(op, "ones", [ramp(6)], "f32[1,6,1]", "reshape(x0)")
    one(op, "to_scalar", [ramp(1, 1)], "f32[]", "reshape(x0)")
    one(op, "mixed", [ramp(4, 6)], "f32[2,3,4]", "reshape(x0)")
    one(op, "empty", [ramp(0, 3)], "f32[2,0]", "reshape(x0)")


def bitcast(op):
    x = ramp(2, 3)
    text = """HloModule bitcast_transposes, entry_computation_layout={(f32[2,3]{0,1})->f32[3,2]{1,0}}

ENTRY main {
  x0 = f32[2,3]{0,1} parameter(0)
  ROOT r0 = f32[3,2]{1,0} bitcast(x0)
}
"""
    write(op, "transposes", text, [x], [x.T])
    text = (
        text.replace("transposes", "to_columns")
        .replace("f32[2,3]{0,1}", "f32[6]{0}")
        .replace("f32[3,2]{1,0}", "f32[2,3]{0,1}")
    )
    write(op, "to_columns", text, [ramp(6)], [ramp(6).reshape(3, 2).T])
    x = ramp(2, 3)
    text = """HloModule bitcast_to_another_type

ENTRY main {
  x0 = f32[2,3]{0,1} parameter(0)
  b = s32[2,3]{0,1} bitcast(x0)
  c = u32[3,2]{1,0} bitcast(b)
  ROOT r = (u32[3,2]{1,0}, f32[6]{0}) tuple(c, d)
}
"""
    text = text.replace("  ROOT", "  d = f32[6]{0} bitcast(c)\n  ROOT")
    write(op, "to_another_type", text, [x], [np.ascontiguousarray(x.T).view(np.uint32), x.T.reshape(6)])
    text = """HloModule bitcast_keeps_tiles

ENTRY main {
  x0 = f32[2,3]{0,1:T(8,128)} parameter(0)
  same = f32[2,3]{0,1:T(8,128)} bitcast(x0)
  bits = s32[2,3]{0,1:T(8,128)} bitcast(x0)
  ROOT r = (f32[2,3]{0,1:T(8,128)}, s32[2,3]{0,1:T(8,128)}) tuple(same, bits)
}
"""
    write(op, "keeps_tiles", text, [x], [x, x.view(np.int32)])
    arrays = [ramp(2, 3, dtype=t) for t in DTYPES]
    lines = [f"r{i} = {t}[3,2]{{1,0}} bitcast(x{i})" for i, t in enumerate(DTYPES)]
    write(
        op,
        "every_type",
        module("bitcast_every_type", arrays, lines, [f"r{i}" for i in range(len(lines))]),
        arrays,
        [a.reshape(3, 2) for a in arrays],
    )


def transpose(op):
    every_type(op, "transpose(X), dimensions={1,0}", (2, 3), "3,2")
    one(op, "cycle", [ramp(2, 3, 4)], "f32[4,2,3]", "transpose(x0), dimensions={2,0,1}")
    one(op, "keep_minor", [ramp(2, 3, 4)], "f32[3,2,4]", "transpose(x0), dimensions={1,0,2}")
    one(op, "four", [ramp(2, 3, 2, 2)], "f32[2,2,3,2]", "transpose(x0), dimensions={3,0,1,2}")
    one(op, "identity", [ramp(2, 3)], "f32[2,3]", "transpose(x0), dimensions={0,1}")
    for t, name in (("f32", "wide"), ("f16", "wide_f16"), ("bf16", "wide_bf16")):
        one(op, name, [ramp(9, 17, dtype=t)], f"{t}[17,9]", "transpose(x0), dimensions={1,0}")
        arrays = [ramp(17, 32, dtype=t), ramp(2, 5, 6, dtype=t), ramp(2, 8, 3, 8, dtype=t)]
        lines = [
            f"r0 = {t}[32,17] transpose(x0), dimensions={{1,0}}",
            f"r1 = {t}[2,6,5] transpose(x1), dimensions={{0,2,1}}",
            f"r2 = {t}[8,3,8,2] transpose(x2), dimensions={{3,2,1,0}}",
        ]
        name = name.replace("wide", "squares")
        write(op, name, module(f"transpose_{name}", arrays, lines, ["r0", "r1", "r2"]), arrays)
    for t, name in (("f32", "triples"), ("f16", "triples_f16"), ("u8", "triples_u8")):
        arrays = [ramp(1, 37, 3, dtype=t), ramp(2, 4, 16, 3, dtype=t)] # pixels of three colors
        lines = [f"r0 = {t}[1,3,37] transpose(x0), dimensions={{0,2,1}}",
                 f"r1 = {t}[2,3,4,16] transpose(x1), dimensions={{0,3,1,2}}"]
        write(op, name, module(f"transpose_{name}", arrays, lines, ["r0", "r1"]), arrays)
    x = ramp(37, 70) / 1000 - 1
    lines = ["t = f32[70,37] transpose(x0), dimensions={1,0}", "e = f32[70,37] exponential(t)", "r0 = f32[70,37] add(e, t)"]
    write(op, "of_a_function", module("transpose_of_a_function", [x], lines, ["r0"]), [x])


def slice_(op):
    every_type(op, "slice(X), slice={[1:3], [0:2]}", (3, 3), "2,2")
    one(op, "strides", [ramp(7, 6)], "f32[3,2]", "slice(x0), slice={[1:7:2], [0:6:4]}")
    one(op, "every_second", [ramp(3, 5, 47)], "f32[3,2,23]", "slice(x0), slice={[0:3], [1:5:2], [1:47:2]}")
    one(op, "empty", [ramp(4)], "f32[0]", "slice(x0), slice={[2:2]}")
    one(op, "stride_beyond", [ramp(5)], "f32[1]", "slice(x0), slice={[1:5:9]}")


def pad(op):
    arrays = sum(([ramp(3, dtype=t), np.zeros((), DTYPES[t])] for t in DTYPES), [])
    lines = [f"r{i} = {t}[8] pad(x{2 * i}, x{2 * i + 1}), padding=1_2_1" for i, t in enumerate(DTYPES)]
    write(op, "every_type", module("pad_every_type", arrays, lines, [f"r{i}" for i in range(len(lines))]), arrays)
    fill = np.float32(-9)
    one(op, "image", [ramp(2, 3), fill], "f32[4,5]", "pad(x0, x1), padding=1_1x1_1")
    one(op, "negative", [ramp(4, 5), fill], "f32[3,4]", "pad(x0, x1), padding=-1_0x1_-2")
    one(op, "interior_negative", [ramp(4), fill], "f32[5]", "pad(x0, x1), padding=-1_-1_1")
    one(op, "interior", [ramp(2, 3), fill], "f32[5,9]", "pad(x0, x1), padding=0_0_3x1_1_2")
    one(op, "of_nothing", [ramp(0), fill], "f32[3]", "pad(x0, x1), padding=1_2_1")
    a = [ramp(2, 8), fill]
    lines = ["s = f32[1,6] slice(x0), slice={[0:1],[0:6]}", "v = f32[1,3,2,1] reshape(s)"]
    lines.append("r0 = f32[1,3,6,1] pad(v, x1), padding=0_0_0x0_0_0x1_1_2x0_0_1")
    write(op, "interior_of_reshaped", module("pad_interior_of_reshaped", a, lines, ["r0"]), a)
    a = [ramp(33, 3), fill]
    lines = ["p = f32[39,3] pad(x0, x1), padding=3_3_0x0_0_0", "v = f32[13,9,1] reshape(p)"]
    lines.append("r0 = f32[17,8,3] pad(v, x1), padding=1_3_0x1_-2_0x1_1_0")
    write(op, "of_reshaped_pad", module("pad_of_reshaped_pad", a, lines, ["r0"]), a)
    one(op, "to_nothing", [ramp(2), fill], "f32[0]", "pad(x0, x1), padding=-1_-1")
    a = [ramp(8, 5), fill]
    lines = ["b = f32[8,2,5] broadcast(x0), dimensions={0,2}", "u = f32[16,5] reshape(b)"]
    lines += ["p = f32[18,5] pad(u, x1), padding=2_0x0_0", "q = f32[9,2,5] reshape(p)"]
    lines.append("r0 = f32[2,9,5] transpose(q), dimensions={1,0,2}")
    write(op, "phases_of_up_sampled", module("pad_phases_of_up_sampled", a, lines, ["r0"]), a)


def concatenate(op):
    arrays = sum(([ramp(2, dtype=t), ramp(3, dtype=t, start=5)] for t in DTYPES), [])
    lines = [f"r{i} = {t}[5] concatenate(x{2 * i}, x{2 * i + 1}), dimensions={{0}}" for i, t in enumerate(DTYPES)]
    write(
        op, "every_type", module("concatenate_every_type", arrays, lines, [f"r{i}" for i in range(len(lines))]), arrays
    )
    one(op, "minor", [ramp(2, 1), ramp(2, 3), ramp(2, 2)], "f32[2,6]", "concatenate(x0, x1, x2), dimensions={1}")
    one(op, "major", [ramp(1, 3), ramp(2, 3)], "f32[3,3]", "concatenate(x0, x1), dimensions={0}")
    one(op, "with_empty", [ramp(2, 0), ramp(2, 2)], "f32[2,2]", "concatenate(x0, x1), dimensions={1}")
    one(op, "single", [ramp(2, 2)], "f32[2,2]", "concatenate(x0), dimensions={1}")
    one(op, "twice", [ramp(2, 2)], "f32[2,4]", "concatenate(x0, x0), dimensions={1}")
    a = [ramp(4), ramp(2, 3, 1, 2)]
    lines = ["c = f32[12] concatenate(x0, x0, x0), dimensions={0}", "v = f32[2,3,1,2] reshape(c)"]
    lines.append("r0 = f32[2,3,4,2] concatenate(v, x1, x1, v), dimensions={2}")
    write(op, "of_reshaped", module("concatenate_of_reshaped", a, lines, ["r0"]), a)
    nibbles_of_a_constant(op)
    moved_where_it_lies(op)
    windows_of_a_stream(op)


# Weights of 4 bits as they are packed into bytes, low nibble first, in a product.
def nibbles_of_a_constant(op):
    weights = (np.arange(24 * 6) * 73 % 256).reshape(24, 6)
    rows = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in weights)
    lines = [f"w = u8[24,6] constant({{{rows}}})", "four = u8[] constant(4)", "mask = u8[] constant(15)"]
    lines += ["fours = u8[24,6] broadcast(four), dimensions={}", "masks = u8[24,6] broadcast(mask), dimensions={}"]
    lines += ["low = u8[24,6] and(w, masks)", "high = u8[24,6] shift-right-logical(w, fours)"]
    lines += ["e = s8[] constant(8)", "eights = s8[24,6] broadcast(e), dimensions={}"]
    for half in ("low", "high"):
        lines += [f"{half}_s = s8[24,6] convert({half})", f"{half}_z = s8[24,6] subtract({half}_s, eights)"]
        lines += [f"{half}_r = s8[24,1,6] reshape({half}_z)"]
    lines += ["pairs = s8[24,2,6] concatenate(low_r, high_r), dimensions={1}", "rows = s8[48,6] reshape(pairs)"]
    lines += ["numbers = f32[48,6] convert(rows)"]
    lines += ["r0 = f32[3,6] dot(x0, numbers), lhs_contracting_dims={1}, rhs_contracting_dims={0}"]
    a = [(np.arange(3 * 48) % 11 - 5).astype(np.float32).reshape(3, 48)]
    write(op, "nibbles_of_a_constant", module("concatenate_nibbles", a, lines, ["r0"]), a)


# Each result is its own argument, moved to either side; what it may be written into.
def moved_where_it_lies(op):
    aliases = ", ".join(f"{{{i}}}: ({i}, {{}}, may-alias)" for i in range(5))
    text = f"HloModule concatenate_moved_where_it_lies, input_output_alias={{ {aliases} }}"
    text += """

ENTRY main {
  left = f32[23] parameter(0)
  right = f32[23] parameter(1)
  rows = s16[7,3] parameter(2)
  columns = f32[4,9] parameter(3)
  ends = f32[20] parameter(4)
  new = f32[3] parameter(5)
  row = s16[1,3] parameter(6)
  column = f32[4,2] parameter(7)
  left_kept = f32[20] slice(left), slice={[3:23]}
  r0 = f32[23] concatenate(left_kept, new), dimensions={0}
  right_kept = f32[20] slice(right), slice={[0:20]}
  r1 = f32[23] concatenate(new, right_kept), dimensions={0}
  rows_kept = s16[6,3] slice(rows), slice={[0:6], [0:3]}
  r2 = s16[7,3] concatenate(row, rows_kept), dimensions={0}
  columns_kept = f32[4,7] slice(columns), slice={[0:4], [2:9]}
  r3 = f32[4,9] concatenate(columns_kept, column), dimensions={1}
  middle = f32[11] slice(ends), slice={[6:17]}
  last = f32[3] slice(ends), slice={[17:20]}
  r4 = f32[20] concatenate(new, middle, new, last), dimensions={0}
  ROOT out = (f32[23], f32[23], s16[7,3], f32[4,9], f32[20]) tuple(r0, r1, r2, r3, r4)
}
"""
    left, right, rows, columns, ends = ramp(23), ramp(23), ramp(7, 3, dtype="s16"), ramp(4, 9), ramp(20)
    new, row, column = ramp(3, start=101), ramp(1, 3, dtype="s16", start=101), ramp(4, 2, start=101)
    results = [
        np.concatenate([left[3:], new]),
        np.concatenate([new, right[:-3]]),
        np.concatenate([row, rows[:-1]]),
        np.concatenate([columns[:, 2:], column], axis=1),
        np.concatenate([new, ends[6:17], new, ends[17:]]),
    ]
    write(op, "moved_where_it_lies", text, [left, right, rows, columns, ends, new, row, column], results)


# A window that a loop carries, to which each round adds an element at either end; as concatenations and as updates.
def windows_of_a_stream(op):
    text = """HloModule concatenate_windows_of_a_stream

body {
  s = (s32[], f32[9], f32[9], f32[9], f32[12]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  up = f32[9] get-tuple-element(s), index=1
  down = f32[9] get-tuple-element(s), index=2
  rolled = f32[9] get-tuple-element(s), index=3
  x = f32[12] get-tuple-element(s), index=4
  new = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}
  up_kept = f32[8] slice(up), slice={[0:8]}
  up_next = f32[9] concatenate(new, up_kept), dimensions={0}
  down_kept = f32[8] slice(down), slice={[1:9]}
  down_next = f32[9] concatenate(down_kept, new), dimensions={0}
  first = f32[1] slice(rolled), slice={[0:1]}
  rest = f32[8] slice(rolled), slice={[1:9]}
  roll = f32[9] concatenate(rest, first), dimensions={0}
  end = s32[] constant(8)
  rolled_next = f32[9] dynamic-update-slice(roll, new, end)
  one = s32[] constant(1)
  next = s32[] add(i, one)
  ROOT t = (s32[], f32[9], f32[9], f32[9], f32[12]) tuple(next, up_next, down_next, rolled_next, x)
}

condition {
  s = (s32[], f32[9], f32[9], f32[9], f32[12]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  rounds = s32[] constant(5)
  ROOT go = pred[] compare(i, rounds), direction=LT
}

ENTRY main {
  window = f32[9] parameter(0)
  x = f32[12] parameter(1)
  zero = s32[] constant(0)
  start = (s32[], f32[9], f32[9], f32[9], f32[12]) tuple(zero, window, window, window, x)
  loop = (s32[], f32[9], f32[9], f32[9], f32[12]) while(start), condition=condition, body=body
  r0 = f32[9] get-tuple-element(loop), index=1
  r1 = f32[9] get-tuple-element(loop), index=2
  r2 = f32[9] get-tuple-element(loop), index=3
  ROOT out = (f32[9], f32[9], f32[9]) tuple(r0, r1, r2)
}
"""
    window, x = ramp(9), ramp(12, start=101)
    up, down = np.concatenate([x[4::-1], window[:4]]), np.concatenate([window[5:], x[:5]])
    write(op, "windows_of_a_stream", text, [window, x], [up, down, down])


def iota(op):
    types = [t for t in DTYPES if t != "pred"]
    lines = [f"r{i} = {t}[5] iota(), iota_dimension=0" for i, t in enumerate(types)]
    write(op, "every_type", module("iota_every_type", [], lines, [f"r{i}" for i in range(len(lines))]), [])
    one(op, "middle", [], "s32[2,3,2]", "iota(), iota_dimension=1")
    one(op, "wraps", [], "u8[260]", "iota(), iota_dimension=0")


def reverse(op):
    every_type(op, "reverse(X), dimensions={0}", (4,), "4")
    one(op, "both", [ramp(2, 3)], "f32[2,3]", "reverse(x0), dimensions={0,1}")
    one(op, "minor", [ramp(2, 9)], "f32[2,9]", "reverse(x0), dimensions={1}")
    one(op, "none", [ramp(2, 3)], "f32[2,3]", "reverse(x0), dimensions={}")


def dynamic_slice(op):
    for case, start in (("inside", [1, 2]), ("clamped_high", [9, 9]), ("clamped_low", [-5, -1])):
        one(
            op,
            case,
            [ramp(3, 5), np.int32(start[0]), np.int32(start[1])],
            "f32[2,2]",
            "dynamic-slice(x0, x1, x2), dynamic_slice_sizes={2,2}",
        )
    one(op, "u8_index", [ramp(300), np.uint8(250)], "f32[4]", "dynamic-slice(x0, x1), dynamic_slice_sizes={4}")
    one(op, "s64_index", [ramp(10), np.int64(2**40)], "f32[4]", "dynamic-slice(x0, x1), dynamic_slice_sizes={4}")
    one(op, "u64_index", [ramp(10), np.uint64(2**64 - 1)], "f32[4]", "dynamic-slice(x0, x1), dynamic_slice_sizes={4}")
    one(op, "s8", [ramp(10, dtype="s8"), np.int32(3)], "s8[4]", "dynamic-slice(x0, x1), dynamic_slice_sizes={4}")


def dynamic_update_slice(op):
    for case, start in (("inside", [1, 2]), ("clamped_high", [9, 9]), ("clamped_low", [-5, -1])):
        one(
            op,
            case,
            [ramp(3, 5), -ramp(2, 2), np.int32(start[0]), np.int32(start[1])],
            "f32[3,5]",
            "dynamic-update-slice(x0, x1, x2, x3)",
        )
    a = [ramp(33), np.int32(0), -ramp(32)]
    lines = ["v = f32[33] reverse(x0), dimensions={0}", "u = f32[33] dynamic-update-slice(v, x2, x1)"]
    lines += ["w = f32[33] reverse(u), dimensions={0}", "r0 = f32[32] slice(w), slice={[0:32]}"]
    write(op, "reversed", module("dynamic_update_slice_reversed", a, lines, ["r0"]), a)
    lines = ["two = s32[] constant(2)", "zero = s32[] constant(0)", "s = f32[14,8] slice(x0), slice={[0:14],[0:8]}"]
    lines += ["u = f32[16,8] dynamic-update-slice(x0, s, two, zero)", "v = f32[128] reshape(u)"]
    lines.append("r0 = f32[127] slice(v), slice={[0:127]}")
    write(op, "reshaped", module("dynamic_update_slice_reshaped", [ramp(16, 8)], lines, ["r0"]), [ramp(16, 8)])
    want = ramp(300)
    want[250:254] = -ramp(4)  # XLA:CPU clamps to 296 mod 256 here
    one(
        op,
        "u8_index",
        [ramp(300), -ramp(4), np.uint8(250)],
        "f32[300]",
        "dynamic-update-slice(x0, x1, x2)",
        expected=[want],
    )
    one(op, "whole", [ramp(4), -ramp(4), np.int32(1)], "f32[4]", "dynamic-update-slice(x0, x1, x2)")
    one(
        op,
        "bf16",
        [ramp(6, dtype="bf16"), ramp(2, dtype="bf16", start=50), np.int64(3)],
        "bf16[6]",
        "dynamic-update-slice(x0, x1, x2)",
    )
    arrays = [ramp(6), -ramp(2), np.int32(1), np.int32(3)]
    lines = [
        "t0 = f32[6] dynamic-update-slice(x0, x1, x2)",
        "r0 = f32[6] dynamic-update-slice(t0, x1, x3)",
        "r1 = f32[6] add(t0, x0)",
    ]
    write(op, "old_value_lives", module("dynamic_update_slice_old_value_lives", arrays, lines, ["r0", "r1"]), arrays)


def gather(op):
    rows = "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}"
    one(op, "rows", [ramp(4, 3), np.array([2, 0, 3], np.int32)], "f32[3,3]", f"gather(x0, x1), {rows}")
    one(op, "rows_clamped", [ramp(4, 3), np.array([-1, 9, 2**31 - 1], np.int32)], "f32[3,3]", f"gather(x0, x1), {rows}")
    one(op, "u8_index", [ramp(4, 3), np.array([250, 1], np.uint8)], "f32[2,3]", f"gather(x0, x1), {rows}")
    indices = ["i0 = u8[2] constant({250, 1})", f"r0 = f32[2,3] gather(x0, i0), {rows}"]
    write(op, "known_u8_index", module("gather_known_u8_index", [ramp(4, 3)], indices, ["r0"]), [ramp(4, 3)])
    a = [ramp(5, 7), np.array([3, -1, 6, 9, 0], np.int32)]
    lines = [  # table[arange(5), x1]
        "i0 = s32[5,1] constant({{0}, {1}, {2}, {3}, {4}})",
        "i1 = s32[5,1] reshape(x1)",
        "i = s32[5,2] concatenate(i0, i1), dimensions={1}",
        "r0 = f32[5] gather(x0, i), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={0,1}, index_vector_dim=1, slice_sizes={1,1}",
    ]
    write(op, "one_a_row", module("gather_one_a_row", a, lines, ["r0"]), a)
    lines[0] = "i0 = s32[5,1] constant({{-1}, {1}, {3}, {5}, {7}})"  # clamped at both ends
    write(op, "one_of_every_second_row", module("gather_one_of_every_second_row", a, lines, ["r0"]), a)
    nothing = "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={0,3}"
    for rows_of in (4, 0):  # results of slices without an element are zeros
        name = "slices_of_nothing" if rows_of else "slices_of_no_rows"
        one(op, name, [ramp(rows_of, 3), np.array([2, 0], np.int32)], "f32[2,3]", f"gather(x0, x1), {nothing}")
    x = ramp(9, 3)
    for name, indices in (("by_steps", [7, 5, 3, 1]), ("repeated", [2, 3, 3, 3, 5, 5, 5, 7])):
        lines = [
            f"i0 = s32[{len(indices)},1] constant({{{','.join(f'{{{i}}}' for i in indices)}}})",
            f"r0 = f32[{len(indices)},3] gather(x0, i0), offset_dims={{1}}, collapsed_slice_dims={{0}}, "
            "start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}",
        ]
        write(op, name, module(f"gather_{name}", [x], lines, ["r0"]), [x])
    one(
        op,
        "windows",
        [ramp(5, 4), np.array([[0, 0], [4, 3], [1, 2]], np.int32)],
        "f32[3,2,2]",
        "gather(x0, x1), offset_dims={1,2}, collapsed_slice_dims={}, start_index_map={0,1}, index_vector_dim=1, slice_sizes={2,2}",
    )
    one(
        op,
        "swapped_map",
        [ramp(5, 4), np.array([[0, 3], [3, 1]], np.int64)],
        "f32[2]",
        "gather(x0, x1), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={1,0}, index_vector_dim=1, slice_sizes={1,1}",
    )
    one(
        op,
        "scalar_index",
        [ramp(4, 3), np.int32(2)],
        "f32[3]",
        "gather(x0, x1), offset_dims={0}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=0, slice_sizes={1,3}",
    )
    one(
        op,
        "batched",
        [ramp(2, 4, dtype="s8"), np.array([[[1], [3]], [[0], [2]]], np.int32)],
        "s8[2,2]",
        "gather(x0, x1), offset_dims={}, collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, "
        "start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1}",
    )
    gathered_at_each_point(op)


ADD = "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT r = f32[] add(a, b)\n}\n\n"


def gathered_at_each_point(op):
    """What is added up, or to a product, lies at another index at each point: neighbours are no vector."""
    x, i = ramp(3, 12, 8), np.array([0, 2, 1, -1, 2, 7, 0, 1], np.int32).reshape(8, 1)
    row, column = np.clip(i[:, 0], 0, 2), np.arange(8)
    sizes = "collapsed_slice_dims={0}, start_index_map={0}"
    batched = f"{sizes}, start_indices_batching_dims={{0}}, index_vector_dim=1"
    lines = [
        "zero = f32[] constant(0)",
        f"g = f32[8,12] gather(x0, x1), offset_dims={{1}}, operand_batching_dims={{2}}, {batched}, slice_sizes={{1,12,1}}",
        "r0 = f32[8] reduce(g, zero), dimensions={1}, to_apply=add",
    ]
    text = module("gather_sums_of_columns", [x, i], lines, ["r0"], ADD)
    write(op, "sums_of_columns", text, [x, i], [x[row, :, column].sum(axis=1)])

    x, i = ramp(20, 16), (np.arange(32).astype(np.int32) * 7 % 26 - 3).reshape(32, 1)
    lines = [
        "zero = f32[] constant(0)",
        f"g = f32[32,16] gather(x0, x1), offset_dims={{1}}, {sizes}, index_vector_dim=1, slice_sizes={{1,16}}",
        "r0 = f32[16] reduce(g, zero), dimensions={0}, to_apply=add",
    ]
    text = module("gather_sums_of_rows", [x, i], lines, ["r0"], ADD)
    write(op, "sums_of_rows", text, [x, i], [x[np.clip(i[:, 0], 0, 19)].sum(axis=0)])

    mask = np.arange(32) % 3 > 0
    lines[1:] = [
        *lines[1:2],
        "c = f32[32] convert(x2)",
        "b = f32[32,16] broadcast(c), dimensions={0}",
        "m = f32[32,16] multiply(g, b)",
        "r0 = f32[16] reduce(m, zero), dimensions={0}, to_apply=add",
    ]
    text = module("gather_masked_sums", [x, i, mask], lines, ["r0"], ADD)
    write(op, "masked_sums", text, [x, i, mask], [x[np.clip(i[mask, 0], 0, 19)].sum(axis=0)])

    x, i = ramp(20), np.arange(-4, 124).reshape(8, 16).astype(np.int32) * 7 % 26 - 3
    lines = [
        "zero = f32[] constant(0)",
        f"g = f32[8,16] gather(x0, x1), offset_dims={{}}, {sizes}, index_vector_dim=2, slice_sizes={{1}}",
        "r0 = f32[8] reduce(g, zero), dimensions={1}, to_apply=add",
    ]
    text = module("gather_sums_of_elements", [x, i], lines, ["r0"], ADD)
    write(op, "sums_of_elements", text, [x, i], [x[np.clip(i, 0, 19)].sum(axis=1)])

    arrays = [ramp(5, 8), np.array([0, 4, 1, -1, 2, 7, 3, 1], np.int32).reshape(8, 1), ramp(16), ramp(16, 8) % 7]
    picked = arrays[0][np.clip(arrays[1][:, 0], 0, 4), column]
    lines = [
        "d = f32[8] dot(x2, x3), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
        f"g = f32[8] gather(x0, x1), offset_dims={{}}, operand_batching_dims={{1}}, {batched}, slice_sizes={{1,1}}",
        "r0 = f32[8] add(g, d)",
        "r1 = f32[8] add(g, g)",
    ]
    text = module("gather_columns_beside_a_dot", arrays, lines, ["r0", "r1"])
    write(op, "columns_beside_a_dot", text, arrays, [picked + arrays[2] @ arrays[3], picked + picked])


MAKERS = {
    "copy": copy,
    "broadcast": broadcast,
    "reshape": reshape,
    "bitcast": bitcast,
    "transpose": transpose,
    "slice": slice_,
    "pad": pad,
    "concatenate": concatenate,
    "iota": iota,
    "reverse": reverse,
    "dynamic-slice": dynamic_slice,
    "dynamic-update-slice": dynamic_update_slice,
    "gather": gather,
}
