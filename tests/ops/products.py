"""Fixtures of sums of products."""

import numpy as np

from fixture import FLOATS, module, noise, several, write
from movement import one, ramp


def constant(array):
    """HLO text of its elements."""
    rows = ", ".join("{" + ", ".join(str(v) for v in row) + "}" for row in array)
    return f"constant({{{rows}}})"


# Integers that the product converts and scales, a table that is looked up as well, and zero points.
def constants_in_products(op):
    weights = (np.arange(7 * 24) * 37 % 255 - 127).reshape(7, 24)
    scales = " ".join(f"{0.25 + 0.125 * i}," for i in range(24))[:-1]
    arrays = [noise(5, 7), np.array([[3], [0], [6]], np.int32), (np.arange(21) - 9).astype(np.int32).reshape(3, 7)]
    lines = [
        f"w = s8[7,24] {constant(weights)}",
        f"s = f32[24] constant({{{scales}}})",
        "c = f32[7,24] convert(w)",
        "ss = f32[7,24] broadcast(s), dimensions={1}",
        "d = f32[7,24] multiply(ss, c)",
        "r0 = f32[5,24] dot(x0, d), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        f"table = f32[7,24] {constant(weights * 0.5)}",
        "rows = f32[3,24] gather(table, x1), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
        "index_vector_dim=1, slice_sizes={1,24}",
        "r1 = f32[3,7] dot(rows, table), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
        f"u = u8[7,24] {constant(weights + 127)}",
        "wide = s32[7,24] convert(u)",
        "z = s32[] constant(128)",
        "zz = s32[7,24] broadcast(z), dimensions={}",
        "p = s32[7,24] subtract(wide, zz)",
        "r2 = s32[3,24] dot(x2, p), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        "y = s32[] constant(5)",
        "yy = s32[7,24] broadcast(y), dimensions={}",
        "q = s32[7,24] subtract(yy, wide)",
        "r3 = s32[3,24] dot(x2, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
    ]
    results = ["r0", "r1", "r2", "r3"]
    write(op, "constants_in_products", module("dot_constants_in_products", arrays, lines, results), arrays)


# Weights that were quantised and multiplied out, as JAX's quantisers leave them: a scale for each column, each row, each
# filter; one column is zero (and has no -0).
def dequantised_constants(op):
    integers = (np.arange(40 * 24) * 37 % 255 - 127).astype(np.float32).reshape(40, 24)
    scales = (np.arange(24) * 7 % 24).astype(np.float32) / np.float32(977)
    taps = integers[:36, :12].reshape(3, 3, 4, 12) * scales[5:17]
    text = ", ".join("{" + ", ".join("{" + ", ".join(f"{{{', '.join(map(str, row))}}}" for row in tap) + "}" for tap in line) + "}" for line in taps)  # fmt: skip
    lines = [
        f"w = f32[40,24] {constant(integers * scales + np.float32(0))}",
        "r0 = f32[5,24] dot(x0, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        f"v = f32[24,40] {constant(integers.T * scales[:, None] + np.float32(0))}",
        "r1 = f32[1,24] dot(x1, v), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
        f"t = f32[3,3,4,12] constant({{{text}}})",
        "r2 = f32[1,7,7,12] convolution(x2, t), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f",
    ]
    arrays = [noise(5, 40), noise(1, 40, seed=1), noise(1, 7, 7, 4, seed=2)]
    write(op, "dequantised_constants", module("dot_dequantised_constants", arrays, lines, ["r0", "r1", "r2"]), arrays)


# Elements of four and two bits, of which several lie in a byte: with scales of groups, multiplied out or not, in integer
# sums, behind borders, in lines that no byte divides, and at a place that is known at run time.
def constants_in_bits(op):
    four = (np.arange(32 * 24) * 37 % 16 - 8).astype(np.float32).reshape(32, 24)
    scales = (np.arange(2 * 24) * 7 % 48 + 1).astype(np.float32).reshape(2, 24) / np.float32(977)
    groups = "{" + ", ".join(nested(four[16 * g : 16 * g + 16].astype(int)) for g in range(2)) + "}"
    few = (np.arange(24 * 10) * 5 % 4).reshape(24, 10)
    taps = (np.arange(36 * 12) * 11 % 16).reshape(3, 3, 4, 12)
    text = "{" + ", ".join("{" + ", ".join(nested(tap) for tap in line) + "}" for line in taps) + "}"
    plain = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    lines = [
        f"w = s4[2,16,24] constant({groups})",
        "wf = f32[2,16,24] convert(w)",
        f"s = f32[2,24] {constant(scales)}",
        "sb = f32[2,16,24] broadcast(s), dimensions={0,2}",
        "ws = f32[2,16,24] multiply(wf, sb)",
        "wr = f32[32,24] reshape(ws)",
        f"r0 = f32[1,24] dot(x0, wr), {plain}",
        f"v = f32[32,24] {constant(four * np.repeat(scales, 16, 0) + np.float32(0))}",
        f"r1 = f32[1,24] dot(x0, v), {plain}",
        f"u = u2[24,10] constant({nested(few)})",
        "uf = f32[24,10] convert(u)",
        f"r2 = f32[1,10] dot(r0, uf), {plain}",
        f"k = u4[24,10] constant({nested(few * 5)})",
        "ki = s32[24,10] convert(k)",
        f"r3 = s32[3,10] dot(x1, ki), {plain}",
        f"t = u4[3,3,4,12] constant({text})",
        "tf = f32[3,3,4,12] convert(t)",
        "r4 = f32[1,7,7,12] convolution(x2, tf), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f",
        "zero = s32[] constant(0)",
        "row = s4[1,16,24] dynamic-slice(w, x3, zero, zero), dynamic_slice_sizes={1,16,24}",
        "r5 = s32[1,16,24] convert(row)",
    ]
    arrays = [noise(1, 32), ramp(3, 24, dtype="s32"), noise(1, 7, 7, 4, seed=2), np.array(1, np.int32)]
    results = [f"r{i}" for i in range(6)]
    write(op, "constants_in_bits", module("dot_constants_in_bits", arrays, lines, results), arrays)


# Codes of four bits that stand for the numbers of a table, times scales: by one row, by several, and with codes of a byte.
def codes_of_a_table(op):
    table = noise(16, seed=3)
    codes = (np.arange(32 * 24) * 37 % 16).reshape(32, 24)
    plain = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    looked_up = "offset_dims={1}, collapsed_slice_dims={}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}"
    lines = [f"t = f32[16] constant({{{', '.join(map(str, table))}}})", f"s = f32[24] constant({{{', '.join(map(str, noise(24, seed=4)))}}})"]
    for kind, rows in (("u4", 1), ("u8", 5)):
        lines += [
            f"c_{kind} = {kind}[768,1] constant({nested(codes.reshape(768, 1))})",
            f"g_{kind} = f32[768,1] gather(t, c_{kind}), {looked_up}",
            f"m_{kind} = f32[32,24] reshape(g_{kind})",
            f"b_{kind} = f32[32,24] broadcast(s), dimensions={{1}}",
            f"w_{kind} = f32[32,24] multiply(m_{kind}, b_{kind})",
            f"r_{kind} = f32[{rows},24] dot(x{rows // 5}, w_{kind}), {plain}",
        ]
    arrays = [noise(1, 32), noise(5, 32, seed=1)]
    write(op, "codes_of_a_table", module("dot_codes_of_a_table", arrays, lines, ["r_u4", "r_u8"]), arrays)


def nested(rows):
    return "{" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows) + "}"


def dot(op):
    constants_in_bits(op)
    codes_of_a_table(op)
    dequantised_constants(op)
    constants_in_products(op)
    arrays = [noise(5, 33), noise(5, 16, seed=1)]
    lines = [
        "d = f32[33,16] dot(x0, x1), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
        "k = f32[] constant(-0.5)",
        "b = f32[33,16] broadcast(k), dimensions={}",
        "r0 = f32[33,16] add(d, b)",
    ]
    write(op, "negative_bias", module("dot_negative_bias", arrays, lines, ["r0"]), arrays)
    # The right operand is packed, by squares and what is left of them.
    for case, a, b in (("self", (3, 23, 31), (3, 23, 31)), ("lines", (2, 9, 24), (2, 40, 24))):
        arrays = [noise(*a), noise(*b, seed=1)]
        lines = [
            f"r0 = f32[{a[0]},{a[1]},{b[1]}] dot(x0, x1), lhs_batch_dims={{0}}, rhs_batch_dims={{0}}, "
            "lhs_contracting_dims={2}, rhs_contracting_dims={2}"
        ]
        write(op, f"batched_{case}", module(f"dot_batched_{case}", arrays, lines, ["r0"]), arrays)
    arrays = [noise(3, 40, 9), noise(3, 5, 9, seed=1)]
    contracted = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}"
    lines = [
        f"d = f32[3,40,5] dot(x0, x1), {contracted}",
        "t = f32[3,5,40] transpose(d), dimensions={0,2,1}",
        "r0 = f32[3,5,40] tanh(t)",
    ]
    write(op, "in_long_lines", module("dot_in_long_lines", arrays, lines, ["r0"]), arrays)
    plain = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    for columns, batch in ((13, ""), (9, "2,")):
        arrays = [noise(*([2] if batch else []), 160, 7), noise(*([2] if batch else []), 7, columns, seed=1)]
        numbers = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}" if batch else plain
        lines = [f"r0 = f32[{batch}160,{columns}] dot(x0, x1), {numbers}"]
        write(op, f"fills_vectors_with_{columns}", module(f"dot_fills_vectors_with_{columns}", arrays, lines, ["r0"]), arrays)
    types = [*FLOATS, "s8", "s32", "u16", "s64"]
    arrays = sum(
        (
            [
                noise(3, 5, dtype=t, seed=1) if t in FLOATS else ramp(3, 5, dtype=t),
                noise(5, 4, dtype=t, seed=2) if t in FLOATS else ramp(5, 4, dtype=t),
            ]
            for t in types
        ),
        [],
    )
    several(op, "every_type", types, arrays, lambda i, t: f"[3,4] dot(x{2 * i}, x{2 * i + 1}), {plain}")
    a, b = noise(6, 17, seed=3), noise(17, 33, seed=4)
    one(op, "wide", [a, b], "f32[6,33]", f"dot(x0, x1), {plain}")
    one(op, "vector", [noise(1, 19), noise(19, 5, seed=1)], "f32[1,5]", f"dot(x0, x1), {plain}")
    for t in ("f16", "bf16"): # vectors of f32 compute with them
        arrays = [noise(13, 37, dtype=t), noise(37, 29, dtype=t, seed=1)]
        one(op, f"{t}_in_tiles", arrays, f"{t}[13,29]", f"dot(x0, x1), {plain}")
        arrays = [noise(3, 75, dtype=t), noise(5, 75, dtype=t, seed=1)]
        along_lines = "dot(x0, x1), lhs_contracting_dims={1}, rhs_contracting_dims={1}"
        one(op, f"{t}_along_lines", arrays, f"{t}[3,5]", along_lines)
        arrays = [noise(24, 30, dtype=t), noise(32, 30, dtype=t, seed=1)]
        one(op, f"{t}_packed", arrays, f"{t}[24,32]", along_lines)
    one(
        op,
        "inner",
        [noise(7), noise(7, seed=1)],
        "f32[]",
        "dot(x0, x1), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
    )
    one(
        op,
        "outer",
        [noise(3), noise(4, seed=1)],
        "f32[3,4]",
        "dot(x0, x1), lhs_contracting_dims={}, rhs_contracting_dims={}",
    )
    one(
        op,
        "transposed",
        [noise(5, 3), noise(4, 5, seed=1)],
        "f32[3,4]",
        "dot(x0, x1), lhs_contracting_dims={0}, rhs_contracting_dims={1}",
    )
    one(
        op,
        "batch",
        [noise(2, 3, 4), noise(2, 4, 5, seed=1)],
        "f32[2,3,5]",
        "dot(x0, x1), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}",
    )
    one(
        op,
        "two_contracting",
        [noise(2, 3, 4), noise(4, 3, 5, seed=1)],
        "f32[2,5]",
        "dot(x0, x1), lhs_contracting_dims={1,2}, rhs_contracting_dims={1,0}",
    )
    one(op, "nothing_to_add", [ramp(2, 0), ramp(0, 3)], "f32[2,3]", f"dot(x0, x1), {plain}")
    one(op, "widening", [ramp(2, 20, dtype="s8"), ramp(20, 3, dtype="s8")], "s32[2,3]", f"dot(x0, x1), {plain}")
    arrays = [noise(2, 3)]
    lines = [
        "w = f32[3,4] constant({{1,2,3,4},{-5,6,7.5,8},{9,-10,11,12}})",
        f"d = f32[2,4] dot(x0, w), {plain}",
        "c = f32[4] constant({0.5,-0.5,1,2})",
        "b = f32[2,4] broadcast(c), dimensions={1}",
        "s = f32[2,4] add(d, b)",
        "z = f32[] constant(0)",
        "zz = f32[2,4] broadcast(z), dimensions={}",
        "r0 = f32[2,4] maximum(s, zz)",
    ]
    write(op, "dense_layer", module("dot_dense_layer", arrays, lines, ["r0"]), arrays)
    shared_weights(op)


def shared_weights(op):
    """Weights that several products read, each in kernels of its own, in front of others."""
    def literal(k):
        rows = ["{" + ",".join(str((i * 7 + j * k) % 11 - 5) for j in range(8)) + "}" for i in range(8)]
        return "constant({" + ",".join(rows) + "})"

    x, z = noise(9, 8), ramp(12, 8)
    contract = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    lines = [f"w = f32[8,8] {literal(3)}", f"v = f32[8,8] {literal(5)}", f"a = f32[9,8] dot(x0, w), {contract}"]
    lines += ["r0 = f32[9,8] tanh(a)", f"b = f32[12,8] dot(x1, w), {contract}", f"r1 = f32[12,8] dot(b, v), {contract}"]
    write(op, "shared_weights", module("dot_shared_weights", [x, z], lines, ["r0", "r1"]), [x, z])


def convolution(op):
    def conv(case, x, w, result, window, labels="b01f_01io->b01f", more=""):
        one(op, case, [x, w], result, f"convolution(x0, x1), window={{{window}}}, dim_labels={labels}{more}")

    conv("plain", noise(1, 5, 6, 3), noise(3, 3, 3, 4, seed=1), "f32[1,3,4,4]", "size=3x3")
    conv("same", noise(2, 4, 5, 2), noise(3, 3, 2, 3, seed=1), "f32[2,4,5,3]", "size=3x3 pad=1_1x1_1")
    conv("strided", noise(1, 7, 7, 2), noise(3, 3, 2, 2, seed=1), "f32[1,4,4,2]", "size=3x3 stride=2x2 pad=1_1x1_1")
    conv(
        "uneven_padding",
        noise(1, 6, 6, 1),
        noise(3, 2, 1, 2, seed=1),
        "f32[1,3,6,2]",
        "size=3x2 stride=2x1 pad=0_1x0_1",
    )
    conv("window_dilated", noise(1, 7, 7, 2), noise(3, 3, 2, 2, seed=1), "f32[1,3,3,2]", "size=3x3 rhs_dilate=2x2")
    conv(
        "base_dilated",
        noise(1, 3, 3, 2),
        noise(3, 3, 2, 2, seed=1),
        "f32[1,5,5,2]",
        "size=3x3 pad=1_1x1_1 lhs_dilate=2x2",
    )
    conv(
        "dilated_and_packed",
        noise(8, 2, 9, 5, 1),
        noise(2, 1, 2, 2, 1, seed=1),
        "f32[2,3,5,2,7]",
        "size=1x2x2 stride=3x1x1 pad=0_1x-1_0x1_1 rhs_dilate=1x1x2",
        "0b12f_o021i->f02b1",
    )
    conv("negative_padding", noise(1, 6, 6, 1), noise(2, 2, 1, 1, seed=1), "f32[1,3,5,1]", "size=2x2 pad=-1_-1x0_0")
    conv("reversed", noise(1, 5, 5, 1), noise(3, 3, 1, 2, seed=1), "f32[1,3,3,2]", "size=3x3 rhs_reversal=1x1")
    conv(
        "depthwise",
        noise(1, 5, 5, 4),
        noise(3, 3, 1, 4, seed=1),
        "f32[1,5,5,4]",
        "size=3x3 pad=1_1x1_1",
        more=", feature_group_count=4",
    )
    conv(
        "groups",
        noise(1, 4, 4, 4),
        noise(3, 3, 2, 6, seed=1),
        "f32[1,2,2,6]",
        "size=3x3",
        more=", feature_group_count=2",
    )
    conv(
        "batch_groups",
        noise(4, 4, 4, 2),
        noise(2, 2, 2, 4, seed=1),
        "f32[2,3,3,4]",
        "size=2x2",
        more=", batch_group_count=2",
    )
    conv("pointwise", noise(1, 3, 3, 5), noise(1, 1, 5, 7, seed=1), "f32[1,3,3,7]", "size=1x1")
    conv("nchw", noise(1, 2, 5, 5), noise(3, 2, 3, 3, seed=1), "f32[1,3,3,3]", "size=3x3", "bf01_oi01->bf01")
    conv("pointwise_strided", noise(2, 5, 9, 14), noise(16, 5, 1, 1, seed=1), "f32[2,16,5,7]", "size=1x1 stride=2x2", "bf01_oi01->bf01")
    conv("pointwise_apart", noise(2, 5, 9, 14), noise(16, 5, 1, 1, seed=1), "f32[2,16,3,5]", "size=1x1 stride=3x3", "bf01_oi01->bf01")
    conv(
        "depthwise_strided",
        noise(1, 6, 14, 13),
        noise(6, 1, 5, 5, seed=1),
        "f32[1,6,5,5]",
        "size=5x5 stride=3x3 pad=2_2x2_2",
        "bf01_oi01->bf01",
        ", feature_group_count=6",
    )
    conv("one_dimension", noise(1, 9, 2), noise(4, 2, 3, seed=1), "f32[1,6,3]", "size=4", "b0f_0io->b0f")
    conv(
        "three_dimensions",
        noise(1, 3, 3, 3, 1),
        noise(2, 2, 2, 1, 2, seed=1),
        "f32[1,2,2,2,2]",
        "size=2x2x2",
        "b012f_012io->b012f",
    )
    conv("rows_of_padding", noise(1, 5, 7, 3), noise(1, 2, 3, 4, seed=1), "f32[1,8,8,4]", "size=1x2 pad=2_1x1_1")
    conv("rows_of_padding_1x1", noise(1, 5, 7, 3), noise(1, 1, 3, 16, seed=1), "f32[1,8,10,16]", "size=1x1 pad=2_1x1_2")
    conv("no_dimension", noise(3, 4), noise(4, 2, seed=1), "f32[3,2]", "", "bf_io->bf")
    conv("f64", noise(1, 4, 4, 1, dtype="f64"), noise(2, 2, 1, 1, dtype="f64", seed=1), "f64[1,3,3,1]", "size=2x2")
    conv("f16", noise(1, 4, 4, 1, dtype="f16"), noise(2, 2, 1, 1, dtype="f16", seed=1), "f16[1,3,3,1]", "size=2x2")
    conv("bf16", noise(1, 4, 4, 1, dtype="bf16"), noise(2, 2, 1, 1, dtype="bf16", seed=1), "bf16[1,3,3,1]", "size=2x2")
    for t in ("f16", "bf16"): # vectors of f32 compute with them
        arrays = [noise(1, 7, 9, 12, dtype=t), noise(3, 3, 12, 20, dtype=t, seed=1)]
        conv(f"{t}_in_tiles", *arrays, f"{t}[1,7,9,20]", "size=3x3 pad=1_1x1_1")
        arrays = [noise(1, 5, 11, 35, dtype=t), noise(7, 5, 3, 3, dtype=t, seed=1)]
        conv(f"{t}_every_second", *arrays, f"{t}[1,7,5,17]", "size=3x3 stride=2x2", "bf01_oi01->bf01")
        arrays = [noise(1, 1, 11, 35, dtype=t), noise(2, 1, 3, 3, dtype=t, seed=1)] # so little work that its order stays
        conv(f"{t}_every_second_of_one", *arrays, f"{t}[1,2,5,17]", "size=3x3 stride=2x2", "bf01_oi01->bf01")
        arrays = [noise(1, 6, 5, 7, dtype=t), noise(20, 6, 3, 3, dtype=t, seed=1)]
        conv(f"{t}_nchw", *arrays, f"{t}[1,20,5,7]", "size=3x3 pad=1_1x1_1", "bf01_oi01->bf01")
        conv(f"{t}_nchw_to_f32", *arrays, "f32[1,20,5,7]", "size=3x3 pad=1_1x1_1", "bf01_oi01->bf01")
        arrays = [noise(1, 6, 4, 5, dtype=t), noise(5, 6, 3, 3, dtype=t, seed=1)]
        conv(f"{t}_nchw_phases", *arrays, f"{t}[1,5,8,10]", "size=3x3 pad=1_2x1_2 lhs_dilate=2x2", "bf01_oi01->bf01")
        arrays = [noise(1, 5, 6, 21, dtype=t), noise(5, 1, 3, 3, dtype=t, seed=1)]
        conv(f"{t}_nchw_depthwise", *arrays, f"{t}[1,5,6,21]", "size=3x3 pad=1_1x1_1", "bf01_oi01->bf01",
             more=", feature_group_count=5")
    # A constant whose border is never read: nothing may be copied from there ahead of time.
    x, w = np.arange(70) % 9 / 4 - 1, noise(3, 5, 1, 16)
    lines = [
        f"k = f32[1,7,10,1] constant({{{{{','.join('{' + ','.join(f'{{{v}}}' for v in r) + '}' for r in x.reshape(7, 10))}}}}})",
        "r0 = f32[16,7,10,1] convolution(k, x0), window={size=3x5 pad=1_1x2_2}, dim_labels=b01f_01io->f01b",
    ]
    write(op, "padded_constant", module("convolution_padded_constant", [w], lines, ["r0"]), [w])
    lines = "size=2x2 pad=1_1x1_1 lhs_dilate=2x2"
    conv("phases_of_lines", noise(1, 3, 4, 5), noise(2, 2, 5, 3, seed=1), "f32[1,6,8,3]", lines)
    conv("phases_without_taps", noise(1, 4, 5, 3), noise(2, 1, 3, 4, seed=1), "f32[1,10,5,4]", "size=2x1 pad=1_0x0_0 lhs_dilate=3x1")
    window = "size=3x3 stride=2x1 pad=2_2x2_1 lhs_dilate=3x2 rhs_dilate=1x3"
    conv("phases_of_strides", noise(1, 4, 5, 3), noise(3, 3, 3, 4, seed=1), "f32[1,6,6,4]", window)
    window = "size=3x2x2 pad=1_2x1_1x-1_2 lhs_dilate=2x2x2 rhs_reversal=1x0x1"
    conv("phases_of_groups", noise(1, 2, 3, 2, 4), noise(3, 2, 2, 2, 6, seed=1), "f32[1,4,6,3,6]", window, "b012f_012io->b012f",
         more=", feature_group_count=2")
    # Constants whose phases are more features, with a bias for each.
    x, w = noise(1, 3, 4, 5), np.arange(60).reshape(2, 2, 5, 3) * 7 % 11 / 8 - 0.5
    nested = str(w.tolist()).replace("[", "{").replace("]", "}")
    lines = [
        f"w = f32[2,2,5,3] constant({nested})",
        "b = f32[3] constant({1, -2, 0.5})",
        "bb = f32[1,6,8,3] broadcast(b), dimensions={3}",
        "c = f32[1,6,8,3] convolution(x0, w), window={size=2x2 pad=1_1x1_1 lhs_dilate=2x2}, dim_labels=b01f_01io->b01f",
        "r0 = f32[1,6,8,3] add(c, bb)",
    ]
    write(op, "phases_of_constants", module("convolution_phases_of_constants", [x], lines, ["r0"]), [x])
    # Windows side by side, some rows of which stick out, and a constant kernel whose taps lie behind each other in memory.
    x, w = noise(1, 9, 6, 3), np.arange(96).reshape(8, 3, 2, 2) * 7 % 11 / 8 - 0.5
    nested = str(w.tolist()).replace("[", "{").replace("]", "}")
    lines = [
        f"w = f32[8,3,2,2] constant({nested})",
        "r0 = f32[1,5,3,8] convolution(x0, w), window={size=2x2 stride=2x2 pad=0_1x0_0}, dim_labels=b01f_oi01->b01f",
    ]
    write(op, "disjoint_windows", module("convolution_disjoint_windows", [x], lines, ["r0"]), [x])
    # So few features that vectors run along the pixels, over the ends of rows.
    for name, x, kernel, result, window in (
        ("few_features_f16", (1, 9, 5, 11), (3, 9, 3, 3), "f16[1,3,5,11]", "size=3x3 pad=1_1x1_1"),
        ("few_features_bf16", (1, 9, 5, 11), (3, 9, 3, 3), "bf16[1,3,5,11]", "size=3x3 pad=1_1x1_1"),
        ("few_features", (2, 9, 7, 11), (3, 9, 3, 3), "f32[2,3,7,11]", "size=3x3 pad=1_1x1_1"),
        ("few_features_dilated", (1, 7, 9, 12), (2, 7, 3, 3), "f32[1,2,8,11]", "size=3x3 pad=2_1x1_2 rhs_dilate=2x2"),
        ("few_features_of_groups", (1, 10, 8, 9), (4, 5, 5, 3), "f32[1,4,8,9]", "size=5x3 pad=2_2x1_1"),
        ("few_features_reversed", (1, 9, 6, 14), (3, 9, 2, 3), "f32[1,3,7,12]", "size=2x3 pad=1_1x0_0 rhs_reversal=1x1"),
        ("few_features_strided", (2, 9, 13, 11), (3, 9, 3, 3), "f32[2,3,7,6]", "size=3x3 stride=2x2 pad=1_1x1_1"),
        ("few_features_uneven_strides", (1, 8, 12, 14), (2, 8, 5, 4), "f32[1,2,4,7]", "size=5x4 stride=3x2 pad=2_1x1_2"),
        (
            "few_features_strided_dilated",
            (1, 9, 13, 17),
            (1, 9, 4, 4),
            "f32[1,1,7,9]",
            "size=4x4 stride=2x2 pad=4_5x4_5 rhs_dilate=3x3",
        ),
        ("few_features_apart_of_groups", (1, 10, 11, 13), (4, 5, 2, 2), "f32[1,4,4,4]", "size=2x2 stride=3x3"),
    ):
        groups = ", feature_group_count=2" if name.endswith("groups") else ""
        t, features = result.split("[")[0], int(kernel[0])
        arrays = [noise(*x, dtype=t), noise(*kernel, dtype=t, seed=1), noise(features, dtype=t, seed=2)]
        lines = [
            f"c0 = {result} convolution(x0, x1), window={{{window}}}, dim_labels=bf01_oi01->bf01{groups}",
            f"b0 = {result} broadcast(x2), dimensions={{1}}",
            f"s0 = {result} add(c0, b0)",
            f"z0 = {t}[] constant(0)",
            f"z1 = {result} broadcast(z0), dimensions={{}}",
            f"r0 = {result} maximum(s0, z1)",
        ]
        write(op, name, module(f"convolution_{name}", arrays, lines, ["r0"]), arrays)
    # An image twice as large: neighbouring taps read one element.
    for name, size, window, result in (
        ("up_sampled_strided", 3, "size=3x3 stride=2x2 pad=1_1x1_1", "f32[1,5,7,5]"),
        ("up_sampled_dilated", 3, "size=3x3 stride=2x2 pad=1_1x1_1 rhs_dilate=2x2", "f32[1,4,6,5]"),
        ("up_sampled", 4, "size=4x4 stride=3x3 pad=1_2x1_2", "f32[1,4,5,5]"),
        ("up_sampled_far_apart", 2, "size=2x2 pad=2_2x0_0 rhs_dilate=2x2", "f32[1,12,12,5]"),
    ):
        arrays = [noise(1, 5, 7, 4), noise(size, size, 4, 5, seed=1)]
        lines = [
            "b0 = f32[1,5,2,7,2,4] broadcast(x0), dimensions={0,1,3,5}",
            "u0 = f32[1,10,14,4] reshape(b0)",
            f"r0 = {result} convolution(u0, x1), window={{{window}}}, dim_labels=b01f_01io->b01f",
        ]
        write(op, name, module(f"convolution_{name}", arrays, lines, ["r0"]), arrays)
    arrays = [noise(1, 2, 9, 1), noise(1, 2, 1, 3, seed=1)]
    lines = ["b0 = f32[1,2,9,2,1] broadcast(x0), dimensions={0,1,2,4}", "u0 = f32[1,2,18,1] reshape(b0)"]
    lines.append("s0 = f32[1,2,6,1] slice(u0), slice={[0:1], [0:2], [0:18:3], [0:1]}")
    lines.append("r0 = f32[1,2,6,3] convolution(s0, x1), window={size=1x2 pad=0_0x0_2 rhs_dilate=1x2}, dim_labels=b01f_01io->b01f")
    write(op, "up_sampled_every_third", module("convolution_up_sampled_every_third", arrays, lines, ["r0"]), arrays)
    conv(
        "depthwise_apart_with_a_border_behind",
        noise(1, 2, 6, 44),
        noise(2, 1, 1, 3, seed=1),
        "f32[1,2,2,16]",
        "size=1x3 stride=3x3 pad=0_0x0_6",
        "bf01_oi01->bf01",
        ", feature_group_count=2",
    )
    conv(
        "depthwise_of_points_without_taps",
        noise(1, 2, 5, 22),
        noise(2, 1, 4, 2, seed=1),
        "f32[1,2,2,7]",
        "size=4x2 stride=4x4 pad=-1_5x3_2",
        "bf01_oi01->bf01",
        ", feature_group_count=2",
    )
    conv("s32", ramp(1, 4, 4, 1, dtype="s32"), ramp(2, 2, 1, 1, dtype="s32"), "s32[1,3,3,1]", "size=2x2")
    pads_in_front(op)


def pads_in_front(op):
    """Pads whose elements the window does not see: at one end, cut off, between elements, behind other ops."""
    arrays = [noise(1, 6, 7, 4), noise(3, 3, 1, 4, seed=1), noise(2, 3, 4), noise(4, 3, 3, seed=1),
              ramp(1, 5, 2, dtype="s8"), ramp(2, 2, 3, dtype="s32")]
    lines = [
        "z = f32[] constant(0)",
        "p0 = f32[1,7,8,4] pad(x0, z), padding=0_0x0_1x0_1x0_0",
        "r0 = f32[1,3,3,4] convolution(p0, x1), window={size=3x3 stride=2x2}, dim_labels=b01f_01io->b01f, feature_group_count=4",
        "p1 = f32[1,7,16,4] pad(x0, z), padding=0_0x-1_2x2_1_1x0_0",
        "c1 = f32[1,7,15,4] convolution(p1, x1), window={size=3x3 pad=1_1x0_1}, dim_labels=b01f_01io->b01f, feature_group_count=4",
        "r1 = f32[1,7,15,4] negate(c1)",
        "p2 = f32[3,3,8] pad(x2, z), padding=0_1x0_0x4_0",
        "a2 = f32[3,3,8] abs(p2)",
        "r2 = f32[3,4,4] convolution(a2, x3), window={size=3 rhs_dilate=2}, dim_labels=bf0_oi0->bf0",
        "zero_point = s8[] constant(-3)",
        "p3 = s8[1,8,2] pad(x4, zero_point), padding=0_0x2_1x0_0",
        "w3 = s32[1,8,2] convert(p3)",
        "o3 = s32[] constant(-3)",
        "b3 = s32[1,8,2] broadcast(o3), dimensions={}",
        "s3 = s32[1,8,2] subtract(w3, b3)",
        "r3 = s32[1,7,3] convolution(s3, x5), window={size=2}, dim_labels=b0f_0io->b0f",
    ]
    write(op, "pads_in_front", module("convolution_pads_in_front", arrays, lines, ["r0", "r1", "r2", "r3"]), arrays)


MAKERS = {"dot": dot, "convolution": convolution}
