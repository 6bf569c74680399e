"""Fixtures of ops that move data from and to places known at run time."""

import numpy as np

from fixture import module, write
from movement import one, ramp


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


MAKERS = {"dynamic-slice": dynamic_slice, "dynamic-update-slice": dynamic_update_slice, "gather": gather}
