"""Fixtures of reductions over windows."""

import numpy as np

import control
from fixture import combiner, module, noise, shape, write
from movement import ramp
from oracle import DTYPES


def pads_in_front(op):
    """Pads that windows take, and those that they must see."""
    x, y = noise(1, 5, 6, 2), ramp(2, 6, dtype="s8")
    lines = [
        "z = f32[] constant(0)",
        "p0 = f32[1,7,8,2] pad(x0, z), padding=0_0x1_1x1_1x0_0",
        "r0 = f32[1,5,6,2] reduce-window(p0, z), window={size=1x3x3x1}, to_apply=add_f32",
        "least = f32[] constant(-inf)",
        "r1 = f32[1,3,3,2] reduce-window(p0, least), window={size=1x3x3x1 stride=1x2x2x1}, to_apply=maximum_f32",
        "m2 = f32[1,7,8,2] broadcast(z), dimensions={}",
        "a2 = f32[1,7,8,2] maximum(p0, m2)",
        "r2 = f32[1,3,3,2] reduce-window(a2, least), window={size=1x3x3x1 stride=1x2x2x1}, to_apply=maximum_f32",
        "most = s8[] constant(127)",
        "p3 = s8[2,12] pad(x1, most), padding=0_0x-1_2_1",
        "r3 = s8[2,6] reduce-window(p3, most), window={size=1x2 stride=1x2}, to_apply=minimum_s8",
    ]
    kinds = combiner("add", ["f32"]) + combiner("maximum", ["f32"]) + combiner("minimum", ["s8"])
    text = module("reduce_window_pads_in_front", [x, y], lines, ["r0", "r1", "r2", "r3"], kinds)
    write(op, "pads_in_front", text, [x, y])


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
    pads_in_front(op)
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
    running_folds(op)


def running_folds(op):
    """With computations of several ops: log-sum-exp, and the largest so far with its place."""
    log_sum_exp = """log_sum_exp {{
  a = {t}[] parameter(0)
  b = {t}[] parameter(1)
  larger = {t}[] maximum(a, b)
  difference = {t}[] subtract(a, b)
  size = {t}[] abs(difference)
  below = {t}[] negate(size)
  e = {t}[] exponential(below)
  l = {t}[] log-plus-one(e)
  ROOT r = {t}[] add(larger, l)
}}

"""
    for case, dims, attributes, t in (
        ("rows", (3, 13), "size=1x13 pad=0_0x12_0", "f32"),
        ("columns", (9, 2, 21), "size=9x1x1 pad=8_0x0_0x0_0", "f32"),
        ("columns_bf16", (9, 5), "size=9x1 pad=8_0x0_0", "bf16"),
        ("from_the_end", (2, 9), "size=1x9 pad=0_0x0_8", "f32"),
    ):
        arrays = [4 * noise(*dims, dtype=t), np.asarray(-np.inf, DTYPES[t])]
        lines = [f"r0 = {shape(arrays[0])} reduce-window(x0, x1), window={{{attributes}}}, to_apply=log_sum_exp"]
        name = f"running_log_sum_exp_{case}"
        write(op, name, module(f"reduce_window_{name}", arrays, lines, ["r0"], log_sum_exp.format(t=t)), arrays)
    largest = """largest {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  p = pred[] compare(b, a), direction=GT
  c = f32[] select(p, b, a)
  k = s32[] select(p, j, i)
  ROOT r = (f32[], s32[]) tuple(c, k)
}

"""
    for case, attributes in (("rows", "size=1x11 pad=0_0x10_0"), ("columns", "size=9x1 pad=8_0x0_0")):
        places = np.arange(99, dtype=np.int32).reshape(9, 11)
        arrays = [noise(9, 11), places, np.asarray(-np.inf, np.float32), np.asarray(-1, np.int32)]
        lines = [
            f"w = (f32[9,11], s32[9,11]) reduce-window(x0, x1, x2, x3), window={{{attributes}}}, to_apply=largest",
            "r0 = f32[9,11] get-tuple-element(w), index=0",
            "r1 = s32[9,11] get-tuple-element(w), index=1",
        ]
        name = f"running_largest_of_{case}"
        write(op, name, module(f"reduce_window_{name}", arrays, lines, ["r0", "r1"], largest), arrays)
    fused_scans(op)


def fused_scans(op):
    """Scans of all lengths, ranks and types, with what is computed in front of them and behind them."""

    def scan(case, arrays, lines, results, combine="add", t="f32"):
        name = f"scan_{case}"
        write(op, name, module(f"reduce_window_{name}", arrays, lines, results, combiner(combine, [t])), arrays)

    def running(name, operand, dims, along, t="f32", combine="add", init="0", reverse=False):
        sizes = "x".join(str(size) if d == along else "1" for d, size in enumerate(dims))
        ends = (0, dims[along] - 1) if reverse else (dims[along] - 1, 0)
        pads = "x".join(f"{ends[0]}_{ends[1]}" if d == along else "0_0" for d in range(len(dims)))
        shape_text = f"{t}[{','.join(map(str, dims))}]"
        return [
            f"i_{name} = {t}[] constant({init})",
            f"{name} = {shape_text} reduce-window({operand}, i_{name}), window={{size={sizes} pad={pads}}}, "
            f"to_apply={combine}_{t}",
        ]

    for length in (8, 9, 33, 34, 64, 130):
        lines = running("r0", "x0", (length,), 0)
        scan(f"of_{length}", [noise(length)], lines, ["r0"])
    for rank, dims, along in ((2, (12, 19), 0), (3, (3, 10, 21), 1), (4, (2, 9, 3, 8), 1), (4, (2, 3, 3, 40), 3)):
        scan(f"of_rank_{rank}_along_{along}", [noise(*dims)], running("r0", "x0", dims, along), ["r0"])
        largest = running("r0", "x0", dims, along, "f32", "maximum", "-inf", reverse=True)
        scan(f"of_rank_{rank}_along_{along}_from_the_end", [noise(*dims)], largest, ["r0"], "maximum")
    for t, combine, init, x in (
        ("f64", "add", "0", noise(11, 9, dtype="f64")),
        ("s32", "maximum", "-2147483648", ramp(11, 9, dtype="s32")),
        ("s8", "add", "0", ramp(11, 9, dtype="s8")),
        ("bf16", "add", "0", (np.arange(99) % 5).reshape(11, 9).astype(DTYPES["bf16"])),  # exact in any order
        ("pred", "or", "false", np.arange(99).reshape(11, 9) % 37 == 20),
    ):
        for along, case in ((0, "rows"), (1, "lines")):
            scan(f"{case}_{t}", [x], running("r0", "x0", (11, 9), along, t, combine, init), ["r0"], combine, t)
    for dims, along in (((75,), 0), ((9, 35), 0), ((3, 75), 1)):
        shape_text = f"f32[{','.join(map(str, dims))}]"
        case = f"{len(dims)}d_along_{along}"
        both = ["e = " + shape_text + " exponential(x0)", *running("y", "e", dims, along)]
        scan(f"of_exponentials_{case}", [noise(*dims)], [*both, f"r0 = {shape_text} divide(e, y)"], ["r0"])
        behind = [*running("y", "x0", dims, along), f"r0 = {shape_text} exponential(y)"]
        scan(f"in_exponentials_{case}", [noise(*dims) / 8], behind, ["r0"])
        gap = [*running("y", "x0", dims, along, "f32", "maximum", "-inf"), f"d = {shape_text} subtract(x0, y)"]
        scan(f"below_the_largest_{case}", [noise(*dims)], [*gap, f"r0 = {shape_text} exponential(d)"], ["r0"], "maximum")
        product = [f"p = {shape_text} multiply(x0, x1)", *running("r0", "p", dims, along)]
        scan(f"of_products_{case}", [noise(*dims), noise(*dims)], product, ["r0"])
    counted = [
        "zero = s32[11,9] constant({" + ",".join("{" + ",".join(["0"] * 9) + "}" for _ in range(11)) + "})",
        "p = pred[11,9] compare(x0, zero), direction=GT",
        "n = s32[11,9] convert(p)",
        *running("c", "n", (11, 9), 1, "s32"),
        "r0 = f32[11,9] convert(c)",
    ]
    scan("of_a_count", [ramp(11, 9, dtype="s32") - 50], counted, ["r0"], "add", "s32")
    several = [*running("c", "x0", (2, 40), 1), *running("r1", "c", (2, 40), 0), "r0 = f32[2,40] negate(c)"]
    scan("of_a_scan", [noise(2, 40)], several, ["r0", "r1"])
    table = [*running("c", "x0", (12, 16), 0), *running("r0", "c", (12, 16), 1)]
    scan("of_a_scan_the_other_way", [noise(12, 16)], table, ["r0"])
    padded = [
        "z = f32[] constant(0)",
        "p = f32[3,14] pad(x0, z), padding=0_0x1_1",
        *running("r0", "p", (3, 14), 1),
    ]
    scan("of_a_pad", [noise(3, 12)], padded, ["r0"])
    put = [
        *running("c", "x1", (1, 12), 1),
        "i = s32[] constant(2)",
        "z = s32[] constant(0)",
        "r0 = f32[5,12] dynamic-update-slice(x0, c, i, z)",
    ]
    scan("into_a_part", [noise(5, 12), noise(1, 12)], put, ["r0"])


MAKERS = {"reduce-window": lambda op: (reduce_window(op), control.reduce_window_folds(op))}
