"""Fixtures of ops with reductions and windows."""

import numpy as np

import control
from fixture import module, shape, write
from movement import one, ramp
from oracle import DTYPES

FLOATS = ["f64", "f32", "f16", "bf16"]


def noise(*dims, dtype="f32", seed=0):
    return np.random.default_rng(seed).normal(size=dims).astype(np.float32).astype(DTYPES[dtype])


def combiner(op, types):
    """Computations named op_type that combine two scalars."""
    return "".join(
        f"{op}_{t} {{\n  a = {t}[] parameter(0)\n  b = {t}[] parameter(1)\n  ROOT c = {t}[] {op}(a, b)\n}}\n\n"
        for t in types
    )


def several(op, case, types, arrays, expression, extra=""):
    lines = [f"r{i} = {t}{expression(i, t)}" for i, t in enumerate(types)]
    name = f"{op.replace('-', '_')}_{case}"
    write(op, case, module(name, arrays, lines, [f"r{i}" for i in range(len(lines))], extra), arrays)


def dot(op):
    arrays = [noise(5, 33), noise(5, 16, seed=1)]
    lines = [
        "d = f32[33,16] dot(x0, x1), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
        "k = f32[] constant(-0.5)",
        "b = f32[33,16] broadcast(k), dimensions={}",
        "r0 = f32[33,16] add(d, b)",
    ]
    write(op, "negative_bias", module("dot_negative_bias", arrays, lines, ["r0"]), arrays)
    arrays = [noise(3, 40, 9), noise(3, 5, 9, seed=1)]
    contracted = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}"
    lines = [
        f"d = f32[3,40,5] dot(x0, x1), {contracted}",
        "t = f32[3,5,40] transpose(d), dimensions={0,2,1}",
        "r0 = f32[3,5,40] tanh(t)",
    ]
    write(op, "in_long_lines", module("dot_in_long_lines", arrays, lines, ["r0"]), arrays)
    plain = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
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
    ):
        arrays = [noise(1, 5, 7, 4), noise(size, size, 4, 5, seed=1)]
        lines = [
            "b0 = f32[1,5,2,7,2,4] broadcast(x0), dimensions={0,1,3,5}",
            "u0 = f32[1,10,14,4] reshape(b0)",
            f"r0 = {result} convolution(u0, x1), window={{{window}}}, dim_labels=b01f_01io->b01f",
        ]
        write(op, name, module(f"convolution_{name}", arrays, lines, ["r0"]), arrays)
    conv("s32", ramp(1, 4, 4, 1, dtype="s32"), ramp(2, 2, 1, 1, dtype="s32"), "s32[1,3,3,1]", "size=2x2")


def reduce_(op):
    types = [t for t in DTYPES if t != "pred"]
    arrays = sum(
        ([noise(3, 5, dtype=t) if t in FLOATS else ramp(3, 5, dtype=t), np.ones((), DTYPES[t])] for t in types), []
    )
    several(
        op,
        "add_every_type",
        types,
        arrays,
        lambda i, t: f"[3] reduce(x{2 * i}, x{2 * i + 1}), dimensions={{1}}, to_apply=add_{t}",
        combiner("add", types),
    )
    several(
        op,
        "maximum_every_type",
        types,
        arrays,
        lambda i, t: f"[5] reduce(x{2 * i}, x{2 * i + 1}), dimensions={{0}}, to_apply=maximum_{t}",
        combiner("maximum", types),
    )
    for case, combine in (("minimum", "minimum"), ("multiply", "multiply")):
        a = [noise(2, 3, 4), np.float32(2)]
        write(
            op,
            case,
            module(
                f"reduce_{case}",
                a,
                [f"r0 = f32[3] reduce(x0, x1), dimensions={{0,2}}, to_apply={combine}_f32"],
                ["r0"],
                combiner(combine, ["f32"]),
            ),
            a,
        )
    for t in ("f32", "f64"):
        first_extrema(op, t)
    for dims, case in ((0, "down_columns"), (1, "along_lines")):
        extrema_of_zeros_and_nans(op, case, dims)
    for t in ("f32", "f64", "bf16"):
        a = [noise(5, 75, dtype=t), np.asarray(0, DTYPES[t])]
        lines = [f"r0 = {t}[5] reduce(x0, x1), dimensions={{1}}, to_apply=add_{t}"]
        zero = [f"zero = {t}[] constant(0)", f"r1 = {t}[5] reduce(x0, zero), dimensions={{1}}, to_apply=add_{t}"]
        text = module(f"reduce_lines_{t}", a, lines + zero, ["r0", "r1"], combiner("add", [t]))
        sums = a[0].astype(np.float64).sum(axis=1).astype(DTYPES[t])  # XLA:CPU rounds bf16 on the way
        write(op, f"sums_of_lines_{t}", text, a, [sums, sums])
    a = [noise(2, 31), np.float32(0)]
    write(
        op,
        "to_scalar",
        module(
            "reduce_to_scalar",
            a,
            ["r0 = f32[] reduce(x0, x1), dimensions={0,1}, to_apply=add_f32"],
            ["r0"],
            combiner("add", ["f32"]),
        ),
        a,
    )
    a = [noise(3, 96), np.float32(5)]
    lines = [
        "two = f32[] constant(2)",
        "r0 = f32[3] reduce(x0, x1), dimensions={1}, to_apply=add_f32",
        "r1 = f32[3] reduce(x0, two), dimensions={1}, to_apply=add_f32",
        "r2 = f32[3] reduce(x0, two), dimensions={1}, to_apply=maximum_f32",
    ]
    combiners = combiner("add", ["f32"]) + combiner("maximum", ["f32"])
    sums = a[0].astype(np.float64).sum(axis=1)  # XLA:CPU counts the initial value once a lane
    expected = [np.float32(sums + 5), np.float32(sums + 2), np.maximum(a[0].max(axis=1), np.float32(2))]
    text = module("reduce_initial_value", a, lines, ["r0", "r1", "r2"], combiners)
    write(op, "initial_value_counts_once", text, a, expected)
    a = [ramp(3, 0), np.float32(7)]
    write(
        op,
        "nothing",
        module(
            "reduce_nothing",
            a,
            ["r0 = f32[3] reduce(x0, x1), dimensions={1}, to_apply=add_f32"],
            ["r0"],
            combiner("add", ["f32"]),
        ),
        a,
    )
    a = [np.array([[True, False], [True, True]]), np.bool_(True)]
    write(
        op,
        "and_pred",
        module(
            "reduce_and_pred",
            a,
            ["r0 = pred[2] reduce(x0, x1), dimensions={1}, to_apply=and_pred"],
            ["r0"],
            combiner("and", ["pred"]),
        ),
        a,
    )
    a = [np.ones(5000, DTYPES["bf16"])]
    text = module(
        "reduce_bf16_is_wide_inside",
        [],
        [
            "one = bf16[] constant(1)",
            "x = bf16[5000] broadcast(one), dimensions={}",
            "z = bf16[] constant(0)",
            "r0 = bf16[] reduce(x, z), dimensions={0}, to_apply=add_bf16",
        ],
        ["r0"],
        combiner("add", ["bf16"]),
    )
    write(op, "bf16_is_wide_inside", text, [], [np.asarray(4992, DTYPES["bf16"])])
    rounded = """rounded {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] add(a, b)
  n = bf16[] convert(c)
  ROOT w = f32[] convert(n)
}

"""
    a = [noise(3, 7), np.float32(0)]
    lines = ["r0 = f32[3] reduce(x0, x1), dimensions={1}, to_apply=rounded"]
    write(op, "f32_rounded_to_bf16_inside", module("reduce_rounded", a, lines, ["r0"], rounded), a)
    argmax = """pick {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  gt = pred[] compare(a, b), direction=GT
  eq = pred[] compare(a, b), direction=EQ
  lt = pred[] compare(i, j), direction=LT
  tie = pred[] and(eq, lt)
  p = pred[] or(gt, tie)
  v = f32[] select(p, a, b)
  k = s32[] select(p, i, j)
  ROOT t = (f32[], s32[]) tuple(v, k)
}

"""
    a = [np.array([[1, 5, 5, 2], [-1, -3, -1, -2]], np.float32)]
    write(
        op,
        "argmax",
        module(
            "reduce_argmax",
            a,
            [
                "ids = s32[2,4] iota(), iota_dimension=1",
                "low = f32[] constant(-inf)",
                "zero = s32[] constant(0)",
                "both = (f32[2], s32[2]) reduce(x0, ids, low, zero), dimensions={1}, to_apply=pick",
                "r0 = f32[2] get-tuple-element(both), index=0",
                "r1 = s32[2] get-tuple-element(both), index=1",
            ],
            ["r0", "r1"],
            argmax,
        ),
        a,
    )
    # Both results of one element are read, by what one of them decides.
    whole = argmax.replace("f32", "s32") + "eight {\n  p = s32[] parameter(0)\n  ROOT k = s32[] constant(8)\n}\n\n"
    whole += "same {\n  ROOT p = s32[] parameter(0)\n}\n\n"
    for name, value in (("zero", 0), ("one", 1)):
        a = [np.array([value], np.int32), np.array([5], np.int32)]
        lines = ["low = s32[] constant(-2147483648)", "none = s32[] constant(0)"]
        lines.append("both = (s32[], s32[]) reduce(x0, x1, low, none), dimensions={0}, to_apply=pick")
        lines += ["v = s32[] get-tuple-element(both), index=0", "i = s32[] get-tuple-element(both), index=1"]
        lines.append("r0 = s32[] conditional(v, i, i), branch_computations={eight, same}")
        write(op, f"argmax_of_{name}_decides", module(f"reduce_argmax_of_{name}", a, lines, ["r0"], whole), a)


def extrema_of_zeros_and_nans(op, case, dimension):
    """Maxima and minima of 75 elements each: zeros of one sign or both, one NaN at either end, infinities."""
    x = np.abs(noise(9, 75)) + 1
    x[0], x[1, :], x[1, 70], x[2, :], x[2, 3] = -0.0, -0.0, 0.0, 0.0, -0.0
    x[3, 0], x[4, 74], x[5, 40], x[6, 73], x[7, 16] = np.nan, np.nan, np.inf, -0.0, 0.0
    x[8] *= -1
    arrays = [x, -x]
    reduced = [a.copy() for a in arrays]
    for a in reduced:  # where both are there, +0 is the larger one
        a[a == 0] = np.where(np.signbit(a[a == 0]), np.float32(-1e-30), np.float32(1e-30))
    restored = lambda a: np.where(np.abs(a) == np.float32(1e-30), np.copysign(np.float32(0), a), a)
    expected = [restored(pick(a, axis=1)) for a in reduced for pick in (np.max, np.min)]
    arrays = [np.ascontiguousarray(a if dimension == 1 else a.T) for a in arrays]
    lines = ["low = f32[] constant(-inf)", "high = f32[] constant(inf)"]
    for i in range(2):
        lines.append(f"r{2 * i} = f32[9] reduce(x{i}, low), dimensions={{{dimension}}}, to_apply=maximum_f32")
        lines.append(f"r{2 * i + 1} = f32[9] reduce(x{i}, high), dimensions={{{dimension}}}, to_apply=minimum_f32")
    combiners = combiner("maximum", ["f32"]) + combiner("minimum", ["f32"])
    text = module(f"reduce_extrema_{case}", arrays, lines, [f"r{i}" for i in range(4)], combiners)
    write(op, f"extrema_{case}", text, arrays, expected, signed_zeros=True)


def pick_first(t, beyond):
    """The combiner that JAX gives argmax (GT) and argmin (LT)."""
    return f"""first_{beyond} {{
  a = {t}[] parameter(0)
  i = s32[] parameter(1)
  b = {t}[] parameter(2)
  j = s32[] parameter(3)
  beyond = pred[] compare(a, b), direction={beyond}
  unlike = pred[] compare(a, a), direction=NE
  p = pred[] or(beyond, unlike)
  eq = pred[] compare(a, b), direction=EQ
  lt = pred[] compare(i, j), direction=LT
  tie = pred[] and(eq, lt)
  q = pred[] or(p, tie)
  v = {t}[] select(p, a, b)
  k = s32[] select(q, i, j)
  ROOT t = ({t}[], s32[]) tuple(v, k)
}}

"""


def first_extrema(op, t):
    """Places alone: ties, zeros of both signs, NaNs at either end, infinities; lines that vectors fill, or not quite."""
    for size in (16, 75, 130):
        x = noise(9, size, dtype=t)
        x[0, 3] = x[0, size - 1] = x[0, 9] = 7
        x[1], x[2, :], x[3, :] = -np.inf, 0.0, np.inf
        x[2, ::2] = -0.0
        x[4, 0], x[5, size - 1], x[6, 7], x[6, 11], x[6, 2] = np.nan, np.nan, np.nan, np.nan, np.inf
        x[7, size - 1], x[8, 0] = 9, -9
        lines = [
            f"ids = s32[9,{size}] iota(), iota_dimension=1",
            f"low = {t}[] constant(-inf)",
            f"high = {t}[] constant(inf)",
            "zero = s32[] constant(0)",
            f"most = ({t}[9], s32[9]) reduce(x0, ids, low, zero), dimensions={{1}}, to_apply=first_GT",
            f"least = ({t}[9], s32[9]) reduce(x0, ids, high, zero), dimensions={{1}}, to_apply=first_LT",
            "r0 = s32[9] get-tuple-element(most), index=1",
            "r1 = s32[9] get-tuple-element(least), index=1",
        ]
        expected = [np.argmax(x, 1).astype(np.int32), np.argmin(x, 1).astype(np.int32)]
        both = pick_first(t, "GT") + pick_first(t, "LT")
        name = f"first_extrema_of_{size}_{t}"
        write(op, name, module(f"reduce_{name}", [x], lines, ["r0", "r1"], both), [x], expected)
    lines = [*lines[:5], f"v = {t}[9] get-tuple-element(most), index=0", "k = s32[9] get-tuple-element(most), index=1"]
    text = module(f"reduce_extremum_and_place_{t}", [x], lines, ["v", "k"], both)
    write(op, f"extremum_and_place_{t}", text, [x])


def reduce_window(op):
    def window(case, x, init, result, attributes, combine="maximum", t="f32"):
        a = [x, np.asarray(init, DTYPES[t])]
        write(
            op,
            case,
            module(
                f"reduce_window_{case}",
                a,
                [f"r0 = {result} reduce-window(x0, x1), window={{{attributes}}}, to_apply={combine}_{t}"],
                ["r0"],
                combiner(combine, [t]),
            ),
            a,
        )

    window(
        "in_dilated_padding",
        np.arange(42, dtype=np.float32).reshape(7, 2, 1, 3, 1),
        0,
        "f32[8,2,2,3,4]",
        "size=2x3x1x2x2 pad=0_2x2_0x1_0x0_1x2_2 lhs_dilate=1x1x2x1x1",
    )

    window("max_pool", noise(1, 4, 6, 2), -np.inf, "f32[1,2,3,2]", "size=1x2x2x1 stride=1x2x2x1")
    window("sum_same", noise(1, 5, 5, 1), 0, "f32[1,5,5,1]", "size=1x3x3x1 pad=0_0x1_1x1_1x0_0", "add")
    window("init_is_no_identity", ramp(4), 10, "f32[5]", "size=2 pad=1_1", "add")
    window("dilated", noise(9), -np.inf, "f32[5]", "size=3 rhs_dilate=2")
    window("base_dilated", ramp(4), -np.inf, "f32[6]", "size=2 lhs_dilate=2")
    window("negative_padding", ramp(8), -np.inf, "f32[3]", "size=3 pad=-2_-1")
    window("strided_cumulative", ramp(6), 0, "f32[6]", "size=6 pad=5_0", "add")
    window("running_sum_of_rows", noise(3, 13), 0.5, "f32[3,13]", "size=1x13 pad=0_0x12_0", "add")
    window("running_sum_down_columns", noise(9, 11), 0.5, "f32[9,11]", "size=9x1 pad=8_0x0_0", "add")
    window("running_sum_from_the_end", noise(2, 10, 3), 2, "f32[2,10,3]", "size=1x12x1 pad=0_0x0_11x0_0", "add")
    window("running_maximum_from_the_end", noise(2, 9), 0, "f32[2,9]", "size=1x9 pad=0_0x0_8", "maximum")
    window("running_sum_bf16", noise(2, 12, dtype="bf16"), 0, "bf16[2,12]", "size=1x12 pad=0_0x11_0", "add", "bf16")
    window("running_product_s8", ramp(9, 2, dtype="s8"), 1, "s8[9,2]", "size=9x1 pad=8_0x0_0", "multiply", "s8")
    for t in ("f32", "f64"):
        window(f"running_sum_of_long_rows_{t}", noise(3, 75, dtype=t), 0, f"{t}[3,75]", "size=1x75 pad=0_0x74_0", "add", t)
    window("window_of_one", ramp(2, 3), 5, "f32[2,3]", "size=1x1", "add")
    window("minimum", noise(3, 7), np.inf, "f32[2,3]", "size=2x3 stride=1x2", "minimum")
    window("s32", ramp(6, dtype="s32"), 0, "s32[3]", "size=2 stride=2", "add", "s32")
    window("s8", ramp(6, dtype="s8"), -128, "s8[3]", "size=2 stride=2", "maximum", "s8")
    window("bf16", noise(12, dtype="bf16"), 0, "bf16[3]", "size=4 stride=4", "add", "bf16")
    window("f64", noise(6, dtype="f64"), 0, "f64[5]", "size=2", "add", "f64")
    window("every_second", noise(3, 9, 13), 0, "f32[3,4,6]", "size=1x3x3 stride=1x2x2", "maximum")
    window("apart", noise(3, 9, 29), 0, "f32[3,3,9]", "size=1x3x3 stride=1x3x3", "maximum")
    window("every_second_of_borders", noise(3, 9, 14), 0, "f32[3,5,7]", "size=1x3x3 stride=1x2x2 pad=0_0x1_1x1_1", "add")
    border = "size=2x1x2 stride=1x2x1 pad=-1_0x2_1x2_1"
    window("rows_of_padding", noise(5, 16, 7), 99, "f32[3,10,9]", border, "minimum")
    x, every_second = noise(1, 4, 5, 7), "size=1x1x3x3 stride=1x1x2x2 pad=0_0x0_0x1_1x1_1"
    lines = [
        "b0 = f32[1,4,5,2,7,2] broadcast(x0), dimensions={0,1,2,4}",
        "u0 = f32[1,4,10,14] reshape(b0)",
        "z0 = f32[] constant(0)",
        f"r0 = f32[1,4,5,7] reduce-window(u0, z0), window={{{every_second}}}, to_apply=add_f32",
    ]
    body = module("reduce_window_up_sampled", [x], lines, ["r0"], combiner("add", ["f32"]))
    write(op, "up_sampled", body, [x])
    odd = noise(2, 3, 9, 13)
    odd.flat[::7] = -0.0
    odd.flat[3::29] = 0.0
    odd.flat[5::61] = np.nan
    window("line_by_line", odd, -np.inf, "f32[2,3,9,13]", "size=1x1x5x5 pad=0_0x0_0x2_2x2_2")
    window("line_by_line_apart", odd, -np.inf, "f32[2,3,3,5]", "size=1x1x3x3 stride=1x1x3x3 pad=0_0x0_0x0_0x1_1", "minimum")
    window("line_by_line_cropped", odd, -5, "f32[2,3,4,3]", "size=1x1x3x3 stride=1x1x2x3 pad=0_0x0_0x0_0x-1_-3")
    window("line_by_line_of_nothing", noise(2, 4, 0), -2, "f32[2,2,2]", "size=1x3x3 pad=0_0x0_0x2_2")
    holes = "size=1x2x3x4 pad=0_0x1_0x2_2x0_3 lhs_dilate=1x1x1x2 rhs_dilate=1x1x2x1"
    window("line_by_line_dilated", odd, 0, "f32[2,3,9,25]", holes)
    whole = np.random.default_rng(3).integers(-128, 128, (1, 11, 19, 2)).astype(np.int8)
    window("line_by_line_s8", whole, -128, "s8[1,11,19,2]", "size=1x5x5x1 pad=0_0x2_2x2_2x0_0", "maximum", "s8")
    window("line_by_line_bits", whole.astype(np.int32), -1, "s32[1,9,17,2]", "size=1x3x3x1", "and", "s32")
    window("line_by_line_bf16", noise(2, 9, 17, dtype="bf16"), 0, "bf16[2,9,17]", "size=1x5x5 pad=0_0x2_2x2_2", t="bf16")
    window("rows_of_padding_sum", noise(33, 3, 7), 3, "f32[34,3,5]", "size=1x1x3 pad=1_0x0_0x-1_1", "add")


def batch_norm_inference(op):
    def norm(case, x, features, axis, t="f32"):
        a = [
            x,
            noise(features, seed=1, dtype=t),
            noise(features, seed=2, dtype=t),
            noise(features, seed=3, dtype=t),
            np.abs(noise(features, seed=4, dtype=t)),
        ]
        dims = ",".join(map(str, x.shape))
        one(
            op,
            case,
            a,
            f"{t}[{dims}]",
            f"batch-norm-inference(x0, x1, x2, x3, x4), epsilon=0.001, feature_index={axis}",
        )

    norm("channels_last", noise(2, 3, 4), 4, 2)
    norm("channels_first", noise(2, 3, 4), 3, 1)
    norm("f64", noise(2, 3, dtype="f64"), 3, 1, "f64")


def three_results(op, case, arrays, features, instruction, expected):
    full = shape(arrays[0])
    each = f"{full[: full.index('[')]}[{features}]"
    lines = [f"n = ({full}, {each}, {each}) {instruction}"]
    lines += [f"r{i} = {s} get-tuple-element(n), index={i}" for i, s in enumerate((full, each, each))]
    name = f"{op.replace('-', '_')}_{case}"
    write(op, case, module(name, arrays, lines, ["r0", "r1", "r2"]), arrays, expected)


def along(vector, array, axis):
    return vector.reshape([-1 if d == axis else 1 for d in range(array.ndim)])


def batch_norm_training(op):
    def norm(case, dims, axis, t="f32", offset=0.0):
        x = (noise(*dims, dtype="f64") + offset).astype(DTYPES[t])
        a = [x, noise(dims[axis], seed=1, dtype=t), noise(dims[axis], seed=2, dtype=t)]
        expected = None
        if t in ("bf16", "f16") or offset:  # XLA:CPU loses the variance of a large mean, and knows no narrow types here
            wide, scale, shift = (v.astype(np.float64) for v in a)
            axes = tuple(d for d in range(x.ndim) if d != axis)
            mean, variance = wide.mean(axes), wide.var(axes)
            deviation = along(np.sqrt(variance + np.float64(np.float32(0.001))), x, axis)
            y = (wide - along(mean, x, axis)) / deviation * along(scale, x, axis) + along(shift, x, axis)
            expected = [v.astype(x.dtype) for v in (y, mean, variance)]
        arguments = f"batch-norm-training(x0, x1, x2), epsilon=0.001, feature_index={axis}"
        three_results(op, case, a, dims[axis], arguments, expected)

    norm("channels_last", (2, 3, 4), 2)
    norm("channels_first", (2, 3, 4), 1)
    norm("first_dimension", (3, 5), 0)
    norm("large_mean", (8, 3), 1, offset=30.0)
    for t in ("f64", "f16", "bf16"):
        norm(t, (4, 3), 1, t)


def batch_norm_grad(op):
    def grad(case, dims, axis, t="f32"):
        n = dims[axis]
        x, g = noise(*dims, dtype=t), noise(*dims, seed=5, dtype=t)
        a = [x, noise(n, seed=1, dtype=t), noise(n, seed=2, dtype=t), np.abs(noise(n, seed=3, dtype=t)), g]
        expected = None
        if t in ("bf16", "f16"):
            x64, scale, mean, variance, g64 = (v.astype(np.float64) for v in a)
            axes, count = tuple(d for d in range(x.ndim) if d != axis), x.size / n
            rate = 1 / np.sqrt(variance + np.float64(np.float32(0.001)))
            normal = (x64 - along(mean, x, axis)) * along(rate, x, axis)
            grad_scale, grad_offset = (g64 * normal).sum(axes), g64.sum(axes)
            rest = g64 - along(grad_offset / count, x, axis) - normal * along(grad_scale / count, x, axis)
            expected = [v.astype(x.dtype) for v in (rest * along(scale * rate, x, axis), grad_scale, grad_offset)]
        arguments = f"batch-norm-grad(x0, x1, x2, x3, x4), epsilon=0.001, feature_index={axis}"
        three_results(op, case, a, n, arguments, expected)

    grad("channels_last", (2, 3, 4), 2)
    grad("channels_first", (2, 3, 4), 1)
    grad("first_dimension", (3, 5), 0)
    for t in ("f64", "f16", "bf16"):
        grad(t, (4, 3), 1, t)


MAKERS = {
    "dot": dot,
    "convolution": convolution,
    "reduce": lambda op: (reduce_(op), control.reduce_folds(op)),
    "reduce-window": lambda op: (reduce_window(op), control.reduce_window_folds(op)),
    "batch-norm-inference": batch_norm_inference,
    "batch-norm-training": batch_norm_training,
    "batch-norm-grad": batch_norm_grad,
}
