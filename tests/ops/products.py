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
    numbers_of_two_dimensions(op)


def numbers_of_two_dimensions(op):
    """Sums over two dimensions whose steps are no single walk: a factor is the number of one of them, or a test of it."""
    x, w = noise(6, 3, 8), noise(3, 8, 16, seed=1)
    contract = "lhs_contracting_dims={1,2}, rhs_contracting_dims={0,1}"
    lines = [
        "n = f32[3,8] iota(), iota_dimension=1",
        f"r0 = f32[6] dot(x0, n), {contract}",
        "m = f32[3,8] iota(), iota_dimension=0",
        f"r1 = f32[6] dot(x0, m), {contract}",
        f"r2 = f32[16] dot(x1, m), lhs_contracting_dims={{0,1}}, rhs_contracting_dims={{0,1}}",
        "i = s32[3,8,16] iota(), iota_dimension=1",
        "three = s32[] constant(3)",
        "t = s32[3,8,16] broadcast(three), dimensions={}",
        "before = pred[3,8,16] compare(i, t), direction=LT",
        "zero = f32[] constant(0)",
        "z = f32[3,8,16] broadcast(zero), dimensions={}",
        "first = f32[3,8,16] select(before, x1, z)",
        f"r3 = f32[6,16] dot(x0, first), {contract}",
    ]
    roots = ["r0", "r1", "r2", "r3"]
    write(op, "numbers_of_two_dimensions", module("dot_numbers_of_two_dimensions", [x, w], lines, roots), [x, w])


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


MAKERS = {"dot": dot}
