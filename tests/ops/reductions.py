"""Fixtures of ops that reduce."""

import numpy as np

import control
from fixture import FLOATS, combiner, module, noise, several, write
from movement import ramp
from oracle import DTYPES


def sums_of_many_terms(op):
    """Most additions round to the same side: one chain of all terms is off by 1e-4."""
    lines = np.full(100, 0.1, np.float32)
    columns = np.array([0.1, 0.7, 0.3, 1.1, 1.3, 0.9, 2.1, 0.17, 0.23], np.float32)
    given = [lines, columns, np.full(100, 3, np.int32), np.float32(5), np.full((2, 51), 0.1 - 0.7j, np.complex64)]
    given += [np.full(90, 0.1, np.float32), np.full(90, True)]
    body = [
        "zero = f32[] constant(0)",
        "line = f32[100,100] broadcast(x0), dimensions={1}",
        "all = f32[] reduce(line, zero), dimensions={0,1}, to_apply=add_f32",
        "from_five = f32[] reduce(line, x3), dimensions={0,1}, to_apply=add_f32",
        "rows = f32[9,10007] broadcast(x1), dimensions={0}",
        "of_rows = f32[9] reduce(rows, zero), dimensions={1}, to_apply=add_f32",
        "down = f32[10007,9] broadcast(x1), dimensions={1}",
        "of_columns = f32[9] reduce(down, zero), dimensions={0}, to_apply=add_f32",
        "planes = f32[70,9,3,50] broadcast(x1), dimensions={1}",
        "of_planes = f32[9] reduce(planes, zero), dimensions={0,2,3}, to_apply=add_f32",
        "numbers = s32[100,100] broadcast(x2), dimensions={1}",
        "floats = f32[100,100] convert(numbers)",
        "mean = f32[] constant(2.9)",
        "means = f32[100,100] broadcast(mean), dimensions={}",
        "d = f32[100,100] subtract(floats, means)",
        "dd = f32[100,100] multiply(d, d)",
        "squares = f32[] reduce(dd, zero), dimensions={0,1}, to_apply=add_f32",
        "none = c64[] constant((0, 0))",
        "complex = c64[100,2,51] broadcast(x4), dimensions={1,2}",
        "of_complex = c64[2] reduce(complex, none), dimensions={0,2}, to_apply=add_c64",
        "tested = f32[111,90] broadcast(x5), dimensions={1}",
        "kept = pred[111,90] broadcast(x6), dimensions={1}",
        "zeros = f32[111,90] broadcast(zero), dimensions={}",
        "chosen = f32[111,90] select(kept, tested, zeros)",
        "of_chosen = f32[] reduce(chosen, zero), dimensions={0,1}, to_apply=add_f32",
    ]
    d = np.float64(np.float32(3) - np.float32(2.9))
    tenth, wide = np.float64(np.float32(0.1)), columns.astype(np.float64)
    expected = [tenth * 10000, tenth * 10000 + 5, wide * 10007, wide * 10007, wide * 10500, d * d * 10000]
    expected = [np.asarray(e, np.float32) for e in expected]
    expected += [given[4].astype(np.complex128).sum(axis=1).astype(np.complex64) * 100, np.float32(tenth * 9990)]
    roots = ["all", "from_five", "of_rows", "of_columns", "of_planes", "squares", "of_complex", "of_chosen"]
    combiners = combiner("add", ["f32", "c64"])
    write(op, "sums_of_many_terms", module("reduce_many_terms", given, body, roots, combiners), given, expected)


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
    # Lanes along the inner dimension, which leaves some over in each round of the outer one.
    for case, dims, result in (("images", (4, 3, 37), "3"), ("groups", (6, 5, 2, 8), "5,2"), ("wide", (3, 7, 67), "7")):
        x = noise(*dims)
        reduced = "0,2" if len(dims) == 3 else "0,3"
        lines = [
            f"s = f32[{result}] reduce(x0, x1), dimensions={{{reduced}}}, to_apply=add_f32",
            f"m = f32[{result}] reduce(x0, x2), dimensions={{{reduced}}}, to_apply=maximum_f32",
        ]
        given = [x, np.float32(0), np.float32(-np.inf)]
        extra = combiner("add", ["f32"]) + combiner("maximum", ["f32"])
        write(op, f"lines_of_{case}", module(f"reduce_lines_of_{case}", given, lines, ["s", "m"], extra), given)
    # Lines of less than two vectors, and functions of them whose last vector is not full.
    for columns in (5, 7, 10, 17, 31):
        lines = [
            f"m = f32[9] reduce(x0, x1), dimensions={{1}}, to_apply=maximum_f32",
            f"b = f32[9,{columns}] broadcast(m), dimensions={{0}}",
            f"d = f32[9,{columns}] subtract(x0, b)",
            f"e = f32[9,{columns}] exponential(d)",
            f"s = f32[9] reduce(e, x2), dimensions={{1}}, to_apply=add_f32",
        ]
        given = [noise(9, columns), np.float32(-np.inf), np.float32(0)]
        extra = combiner("add", ["f32"]) + combiner("maximum", ["f32"])
        name = f"short_lines_of_{columns}"
        write(op, name, module(f"reduce_{name}", given, lines, ["m", "e", "s"], extra), given)
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
    for t in ("s8", "u8", "s32"):
        first_extrema_of_integers(op, t)
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
    sums_of_many_terms(op)
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
    argmax = pick("pick", "f32", "s32")
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
    whole = pick("pick", "s32", "s32") + "eight {\n  p = s32[] parameter(0)\n  ROOT k = s32[] constant(8)\n}\n\n"
    whole += "same {\n  ROOT p = s32[] parameter(0)\n}\n\n"
    for name, value in (("zero", 0), ("one", 1)):
        a = [np.array([value], np.int32), np.array([5], np.int32)]
        lines = ["low = s32[] constant(-2147483648)", "none = s32[] constant(0)"]
        lines.append("both = (s32[], s32[]) reduce(x0, x1, low, none), dimensions={0}, to_apply=pick")
        lines += ["v = s32[] get-tuple-element(both), index=0", "i = s32[] get-tuple-element(both), index=1"]
        lines.append("r0 = s32[] conditional(v, i, i), branch_computations={eight, same}")
        write(op, f"argmax_of_{name}_decides", module(f"reduce_argmax_of_{name}", a, lines, ["r0"], whole), a)
    places_that_wrap(op)


def pick(name, numbers, places, found="p", larger="p"):
    """The computation of an argmax: of equal numbers it takes the one with the lower place."""
    return f"""{name} {{
  a = {numbers}[] parameter(0)
  i = {places}[] parameter(1)
  b = {numbers}[] parameter(2)
  j = {places}[] parameter(3)
  gt = pred[] compare(a, b), direction=GT
  eq = pred[] compare(a, b), direction=EQ
  lt = pred[] compare(i, j), direction=LT
  tie = pred[] and(eq, lt)
  {found} = pred[] or(gt, tie)
  v = {numbers}[] select({larger}, a, b)
  k = {places}[] select({found}, i, j)
  ROOT t = ({numbers}[], {places}[]) tuple(v, k)
}}

"""


def places_that_wrap(op):
    """Places of 300 elements in a byte: an equal element that comes later may have the lower place."""
    x = np.zeros([300], np.int32)
    x[[3, 200, 258]] = 7
    lines = ["low = s32[] constant(-2147483648)"]
    for n, place in enumerate(("s8", "u8", "s16")):
        lines += [f"ids{n} = {place}[300] iota(), iota_dimension=0", f"zero{n} = {place}[] constant(0)"]
        lines.append(f"both{n} = (s32[], {place}[]) reduce(x0, ids{n}, low, zero{n}), dimensions={{0}}, to_apply=pick_{place}")
        lines.append(f"r{n} = {place}[] get-tuple-element(both{n}), index=1")
    picks = "".join(pick(f"pick_{place}", "s32", place, found="q", larger="gt") for place in ("s8", "u8", "s16"))
    text = module("reduce_places_that_wrap", [x], lines, ["r0", "r1", "r2"], picks)
    write(op, "places_that_wrap", text, [x])


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


def first_extrema_of_integers(op, t):
    """Values and places, with ties; lines of the number that the search starts with, which is found at 0."""
    ends = np.iinfo(DTYPES[t])
    x = np.random.default_rng(11).integers(0, 4, (6, 19)).astype(DTYPES[t])
    x[1], x[2], x[3, 7:] = ends.min, ends.max, ends.min
    for dimension, case in ((1, "along_lines"), (0, "down_columns")):
        kept = x.shape[1 - dimension]
        lines = [
            f"ids = s32[6,19] iota(), iota_dimension={dimension}",
            f"low = {t}[] constant({ends.min})",
            f"high = {t}[] constant({ends.max})",
            "zero = s32[] constant(0)",
        ]
        for name, start, beyond in (("most", "low", "GT"), ("least", "high", "LT")):
            shapes = f"({t}[{kept}], s32[{kept}])"
            lines.append(f"{name} = {shapes} reduce(x0, ids, {start}, zero), dimensions={{{dimension}}}, to_apply=first_{beyond}")
            lines += [f"{name}{i} = {e}[{kept}] get-tuple-element({name}), index={i}" for i, e in enumerate((t, "s32"))]
        roots = [f"{name}{i}" for name in ("most", "least") for i in range(2)]
        both = pick_first(t, "GT") + pick_first(t, "LT")
        places = [pick(x, dimension).astype(np.int32) for pick in (np.argmax, np.argmin)]
        values = [pick(x, dimension) for pick in (np.max, np.min)]
        name = f"first_extrema_{case}_{t}"
        write(op, name, module(f"reduce_{name}", [x], lines, roots, both), [x], [values[0], places[0], values[1], places[1]])


MAKERS = {"reduce": lambda op: (reduce_(op), control.reduce_folds(op))}
