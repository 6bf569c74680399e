"""Fixtures of convolutions."""

import numpy as np

from fixture import module, noise, write
from movement import one, ramp


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
    weights_of_numbers(op)


def weights_of_numbers(op):
    """Weights that are the number of a feature or a tap: neighbouring taps are no single walk with the loop inside them."""
    arrays = [noise(1, 9, 9, 5), ramp(1, 9, 9, 4, dtype="s8"), noise(1, 5, 16, 16, seed=1)]
    same = "window={size=3x3 pad=1_1x1_1}"
    lines = [
        "w0 = f32[3,3,5,16] iota(), iota_dimension=2",
        f"r0 = f32[1,9,9,16] convolution(x0, w0), {same}, dim_labels=b01f_01io->b01f",
        "w1 = s8[3,3,4,16] iota(), iota_dimension=2",
        f"r1 = s32[1,9,9,16] convolution(x1, w1), {same}, dim_labels=b01f_01io->b01f",
        "w2 = f32[3,3,5,8] iota(), iota_dimension=1",
        f"r2 = f32[1,8,16,16] convolution(x2, w2), {same}, dim_labels=bf01_01io->bf01",
    ]
    roots = ["r0", "r1", "r2"]
    write(op, "weights_of_numbers", module("convolution_weights_of_numbers", arrays, lines, roots), arrays)


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


MAKERS = {"convolution": convolution}
