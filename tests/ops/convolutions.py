"""Fixtures of convolutions."""

import numpy as np

from fixture import module, noise, write
from movement import one, ramp

NHWC, NCHW = "b01f_01io->b01f", "bf01_oi01->bf01"


def conv(case, x, w, result, window, labels=NHWC, more="", dtype="f32"):
    """One convolution of noise: sizes of image and kernel, and the result as HLO writes it, of `dtype` where it has no
    type."""
    arrays = [noise(*x, dtype=dtype), noise(*w, dtype=dtype, seed=1)]
    of(case, arrays, result if "[" in result else f"{dtype}[{result}]", window, labels, more)


def of(case, arrays, result, window, labels=NHWC, more=""):
    one("convolution", case, arrays, result, f"convolution(x0, x1), window={{{window}}}, dim_labels={labels}{more}")


def steps(case, arrays, lines, results=("r0",)):
    """A module of several steps."""
    write("convolution", case, module(f"convolution_{case}", arrays, lines, list(results)), arrays)


def literal(values):
    return str(values.tolist()).replace("[", "{").replace("]", "}")


def groups(count):
    return f", feature_group_count={count}"


def windows():
    conv("plain", (1, 5, 6, 3), (3, 3, 3, 4), "1,3,4,4", "size=3x3")
    conv("same", (2, 4, 5, 2), (3, 3, 2, 3), "2,4,5,3", "size=3x3 pad=1_1x1_1")
    conv("strided", (1, 7, 7, 2), (3, 3, 2, 2), "1,4,4,2", "size=3x3 stride=2x2 pad=1_1x1_1")
    conv("uneven_padding", (1, 6, 6, 1), (3, 2, 1, 2), "1,3,6,2", "size=3x2 stride=2x1 pad=0_1x0_1")
    conv("window_dilated", (1, 7, 7, 2), (3, 3, 2, 2), "1,3,3,2", "size=3x3 rhs_dilate=2x2")
    conv("base_dilated", (1, 3, 3, 2), (3, 3, 2, 2), "1,5,5,2", "size=3x3 pad=1_1x1_1 lhs_dilate=2x2")
    window = "size=1x2x2 stride=3x1x1 pad=0_1x-1_0x1_1 rhs_dilate=1x1x2"
    conv("dilated_and_packed", (8, 2, 9, 5, 1), (2, 1, 2, 2, 1), "2,3,5,2,7", window, "0b12f_o021i->f02b1")
    conv("negative_padding", (1, 6, 6, 1), (2, 2, 1, 1), "1,3,5,1", "size=2x2 pad=-1_-1x0_0")
    conv("reversed", (1, 5, 5, 1), (3, 3, 1, 2), "1,3,3,2", "size=3x3 rhs_reversal=1x1")
    conv("pointwise", (1, 3, 3, 5), (1, 1, 5, 7), "1,3,3,7", "size=1x1")
    conv("nchw", (1, 2, 5, 5), (3, 2, 3, 3), "1,3,3,3", "size=3x3", NCHW)
    conv("pointwise_strided", (2, 5, 9, 14), (16, 5, 1, 1), "2,16,5,7", "size=1x1 stride=2x2", NCHW)
    conv("pointwise_apart", (2, 5, 9, 14), (16, 5, 1, 1), "2,16,3,5", "size=1x1 stride=3x3", NCHW)
    conv("one_dimension", (1, 9, 2), (4, 2, 3), "1,6,3", "size=4", "b0f_0io->b0f")
    conv("three_dimensions", (1, 3, 3, 3, 1), (2, 2, 2, 1, 2), "1,2,2,2,2", "size=2x2x2", "b012f_012io->b012f")
    conv("rows_of_padding", (1, 5, 7, 3), (1, 2, 3, 4), "1,8,8,4", "size=1x2 pad=2_1x1_1")
    conv("rows_of_padding_1x1", (1, 5, 7, 3), (1, 1, 3, 16), "1,8,10,16", "size=1x1 pad=2_1x1_2")
    conv("no_dimension", (3, 4), (4, 2), "3,2", "", "bf_io->bf")


def feature_groups():
    conv("depthwise", (1, 5, 5, 4), (3, 3, 1, 4), "1,5,5,4", "size=3x3 pad=1_1x1_1", more=groups(4))
    conv("groups", (1, 4, 4, 4), (3, 3, 2, 6), "1,2,2,6", "size=3x3", more=groups(2))
    conv("batch_groups", (4, 4, 4, 2), (2, 2, 2, 4), "2,3,3,4", "size=2x2", more=", batch_group_count=2")
    window = "size=5x5 stride=3x3 pad=2_2x2_2"
    conv("depthwise_strided", (1, 6, 14, 13), (6, 1, 5, 5), "1,6,5,5", window, NCHW, groups(6))
    window = "size=1x3 stride=3x3 pad=0_0x0_6"
    conv("depthwise_apart_with_a_border_behind", (1, 2, 6, 44), (2, 1, 1, 3), "1,2,2,16", window, NCHW, groups(2))
    window = "size=4x2 stride=4x4 pad=-1_5x3_2"
    conv("depthwise_of_points_without_taps", (1, 2, 5, 22), (2, 1, 4, 2), "1,2,2,7", window, NCHW, groups(2))


def types():
    for dtype in ("f64", "f16", "bf16"):
        conv(dtype, (1, 4, 4, 1), (2, 2, 1, 1), "1,3,3,1", "size=2x2", dtype=dtype)
    of("s32", [ramp(1, 4, 4, 1, dtype="s32"), ramp(2, 2, 1, 1, dtype="s32")], "s32[1,3,3,1]", "size=2x2")
    for t in ("f16", "bf16"):  # vectors of f32 compute with them
        half = lambda case, *how, t=t: conv(f"{t}_{case}", *how, dtype=t)
        same, strided = "size=3x3 pad=1_1x1_1", "size=3x3 stride=2x2"
        half("in_tiles", (1, 7, 9, 12), (3, 3, 12, 20), "1,7,9,20", same)
        half("every_second", (1, 5, 11, 35), (7, 5, 3, 3), "1,7,5,17", strided, NCHW)
        # So little work that its order stays.
        half("every_second_of_one", (1, 1, 11, 35), (2, 1, 3, 3), "1,2,5,17", strided, NCHW)
        half("nchw", (1, 6, 5, 7), (20, 6, 3, 3), "1,20,5,7", same, NCHW)
        half("nchw_to_f32", (1, 6, 5, 7), (20, 6, 3, 3), "f32[1,20,5,7]", same, NCHW)
        window = "size=3x3 pad=1_2x1_2 lhs_dilate=2x2"
        half("nchw_phases", (1, 6, 4, 5), (5, 6, 3, 3), "1,5,8,10", window, NCHW)
        half("nchw_depthwise", (1, 5, 6, 21), (5, 1, 3, 3), "1,5,6,21", same, NCHW, groups(5))


def constants():
    """A constant whose border is never read: nothing may be copied from there ahead of time."""
    x = np.arange(70) % 9 / 4 - 1
    window = "size=3x5 pad=1_1x2_2"
    lines = [
        f"k = f32[1,7,10,1] constant({literal(x.reshape(1, 7, 10, 1)).replace(' ', '')})",
        f"r0 = f32[16,7,10,1] convolution(k, x0), window={{{window}}}, dim_labels=b01f_01io->f01b",
    ]
    steps("padded_constant", [noise(3, 5, 1, 16)], lines)
    # Windows side by side, some rows of which stick out; the taps of the constant kernel lie behind each other.
    w = np.arange(96).reshape(8, 3, 2, 2) * 7 % 11 / 8 - 0.5
    window = "size=2x2 stride=2x2 pad=0_1x0_0"
    lines = [
        f"w = f32[8,3,2,2] constant({literal(w)})",
        f"r0 = f32[1,5,3,8] convolution(x0, w), window={{{window}}}, dim_labels=b01f_oi01->b01f",
    ]
    steps("disjoint_windows", [noise(1, 9, 6, 3)], lines)


def phases():
    """Dilated images, whose convolutions are several without dilation."""
    of_lines = "size=2x2 pad=1_1x1_1 lhs_dilate=2x2"
    conv("phases_of_lines", (1, 3, 4, 5), (2, 2, 5, 3), "1,6,8,3", of_lines)
    window = "size=2x1 pad=1_0x0_0 lhs_dilate=3x1"
    conv("phases_without_taps", (1, 4, 5, 3), (2, 1, 3, 4), "1,10,5,4", window)
    window = "size=3x3 stride=2x1 pad=2_2x2_1 lhs_dilate=3x2 rhs_dilate=1x3"
    conv("phases_of_strides", (1, 4, 5, 3), (3, 3, 3, 4), "1,6,6,4", window)
    window = "size=3x2x2 pad=1_2x1_1x-1_2 lhs_dilate=2x2x2 rhs_reversal=1x0x1"
    sizes = (1, 2, 3, 2, 4), (3, 2, 2, 2, 6)
    conv("phases_of_groups", *sizes, "1,4,6,3,6", window, "b012f_012io->b012f", groups(2))
    # Constants whose phases are more features, with a bias for each.
    w = np.arange(60).reshape(2, 2, 5, 3) * 7 % 11 / 8 - 0.5
    lines = [
        f"w = f32[2,2,5,3] constant({literal(w)})",
        "b = f32[3] constant({1, -2, 0.5})",
        "bb = f32[1,6,8,3] broadcast(b), dimensions={3}",
        f"c = f32[1,6,8,3] convolution(x0, w), window={{{of_lines}}}, dim_labels={NHWC}",
        "r0 = f32[1,6,8,3] add(c, bb)",
    ]
    steps("phases_of_constants", [noise(1, 3, 4, 5)], lines)


def few_features():
    """So few features that vectors run along the pixels, over the ends of rows."""
    for case, x, kernel, result, window in (
        ("f16", (1, 9, 5, 11), (3, 9, 3, 3), "f16[1,3,5,11]", "size=3x3 pad=1_1x1_1"),
        ("bf16", (1, 9, 5, 11), (3, 9, 3, 3), "bf16[1,3,5,11]", "size=3x3 pad=1_1x1_1"),
        ("", (2, 9, 7, 11), (3, 9, 3, 3), "f32[2,3,7,11]", "size=3x3 pad=1_1x1_1"),
        ("dilated", (1, 7, 9, 12), (2, 7, 3, 3), "f32[1,2,8,11]", "size=3x3 pad=2_1x1_2 rhs_dilate=2x2"),
        ("of_groups", (1, 10, 8, 9), (4, 5, 5, 3), "f32[1,4,8,9]", "size=5x3 pad=2_2x1_1"),
        ("reversed", (1, 9, 6, 14), (3, 9, 2, 3), "f32[1,3,7,12]", "size=2x3 pad=1_1x0_0 rhs_reversal=1x1"),
        ("strided", (2, 9, 13, 11), (3, 9, 3, 3), "f32[2,3,7,6]", "size=3x3 stride=2x2 pad=1_1x1_1"),
        ("uneven_strides", (1, 8, 12, 14), (2, 8, 5, 4), "f32[1,2,4,7]", "size=5x4 stride=3x2 pad=2_1x1_2"),
        ("strided_dilated", (1, 9, 13, 17), (1, 9, 4, 4), "f32[1,1,7,9]",
         "size=4x4 stride=2x2 pad=4_5x4_5 rhs_dilate=3x3"),
        ("apart_of_groups", (1, 10, 11, 13), (4, 5, 2, 2), "f32[1,4,4,4]", "size=2x2 stride=3x3"),
    ):
        more = groups(2) if case.endswith("groups") else ""
        t, features = result.split("[")[0], int(kernel[0])
        arrays = [noise(*x, dtype=t), noise(*kernel, dtype=t, seed=1), noise(features, dtype=t, seed=2)]
        lines = [
            f"c0 = {result} convolution(x0, x1), window={{{window}}}, dim_labels={NCHW}{more}",
            f"b0 = {result} broadcast(x2), dimensions={{1}}",
            f"s0 = {result} add(c0, b0)",
            f"z0 = {t}[] constant(0)",
            f"z1 = {result} broadcast(z0), dimensions={{}}",
            f"r0 = {result} maximum(s0, z1)",
        ]
        steps("few_features" + ("_" + case if case else ""), arrays, lines)


def up_sampled():
    """An image twice as large: neighbouring taps read one element."""
    for case, size, window, result in (
        ("up_sampled_strided", 3, "size=3x3 stride=2x2 pad=1_1x1_1", "f32[1,5,7,5]"),
        ("up_sampled_dilated", 3, "size=3x3 stride=2x2 pad=1_1x1_1 rhs_dilate=2x2", "f32[1,4,6,5]"),
        ("up_sampled", 4, "size=4x4 stride=3x3 pad=1_2x1_2", "f32[1,4,5,5]"),
        ("up_sampled_far_apart", 2, "size=2x2 pad=2_2x0_0 rhs_dilate=2x2", "f32[1,12,12,5]"),
    ):
        arrays = [noise(1, 5, 7, 4), noise(size, size, 4, 5, seed=1)]
        lines = [
            "b0 = f32[1,5,2,7,2,4] broadcast(x0), dimensions={0,1,3,5}",
            "u0 = f32[1,10,14,4] reshape(b0)",
            f"r0 = {result} convolution(u0, x1), window={{{window}}}, dim_labels={NHWC}",
        ]
        steps(case, arrays, lines)
    arrays = [noise(1, 2, 9, 1), noise(1, 2, 1, 3, seed=1)]
    window = "size=1x2 pad=0_0x0_2 rhs_dilate=1x2"
    lines = [
        "b0 = f32[1,2,9,2,1] broadcast(x0), dimensions={0,1,2,4}",
        "u0 = f32[1,2,18,1] reshape(b0)",
        "s0 = f32[1,2,6,1] slice(u0), slice={[0:1], [0:2], [0:18:3], [0:1]}",
        f"r0 = f32[1,2,6,3] convolution(s0, x1), window={{{window}}}, dim_labels={NHWC}",
    ]
    steps("up_sampled_every_third", arrays, lines)


def weights_of_numbers():
    """Weights that are the number of a feature or a tap: neighbouring taps are no single walk with the loop inside them."""
    arrays = [noise(1, 9, 9, 5), ramp(1, 9, 9, 4, dtype="s8"), noise(1, 5, 16, 16, seed=1)]
    same = "window={size=3x3 pad=1_1x1_1}"
    lines = [
        "w0 = f32[3,3,5,16] iota(), iota_dimension=2",
        f"r0 = f32[1,9,9,16] convolution(x0, w0), {same}, dim_labels={NHWC}",
        "w1 = s8[3,3,4,16] iota(), iota_dimension=2",
        f"r1 = s32[1,9,9,16] convolution(x1, w1), {same}, dim_labels={NHWC}",
        "w2 = f32[3,3,5,8] iota(), iota_dimension=1",
        f"r2 = f32[1,8,16,16] convolution(x2, w2), {same}, dim_labels=bf01_01io->bf01",
    ]
    steps("weights_of_numbers", arrays, lines, ["r0", "r1", "r2"])


def pads_in_front():
    """Pads whose elements the window does not see: at one end, cut off, between elements, behind other ops."""
    arrays = [noise(1, 6, 7, 4), noise(3, 3, 1, 4, seed=1), noise(2, 3, 4), noise(4, 3, 3, seed=1),
              ramp(1, 5, 2, dtype="s8"), ramp(2, 2, 3, dtype="s32")]
    lines = [
        "z = f32[] constant(0)",
        "p0 = f32[1,7,8,4] pad(x0, z), padding=0_0x0_1x0_1x0_0",
        f"r0 = f32[1,3,3,4] convolution(p0, x1), window={{size=3x3 stride=2x2}}, dim_labels={NHWC}{groups(4)}",
        "p1 = f32[1,7,16,4] pad(x0, z), padding=0_0x-1_2x2_1_1x0_0",
        f"c1 = f32[1,7,15,4] convolution(p1, x1), window={{size=3x3 pad=1_1x0_1}}, dim_labels={NHWC}{groups(4)}",
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
    steps("pads_in_front", arrays, lines, ("r0", "r1", "r2", "r3"))


def convolution(_):
    for family in (
        windows,
        feature_groups,
        types,
        constants,
        phases,
        few_features,
        up_sampled,
        pads_in_front,
        weights_of_numbers,
    ):
        family()


MAKERS = {"convolution": convolution}
