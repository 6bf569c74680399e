"""Fixtures of products of bytes less their zero points."""

import numpy as np

from nearest import CORNERS
from quantised import ALONG_LINES, PLAIN, Lines, numbers, size_of_result

LEAST, MOST = -(2**31), 2**31 - 1


def centred(m, x, shape, zero, dims=None, added=False):
    """convert(x) - zero in s32, or + zero: of a number, numbers along some dimensions, or a value that is broadcast."""
    wide = m.define(f"s32[{shape}]", f"convert({x})")
    if not isinstance(zero, str):
        zero = m.constant(np.asarray(zero, np.int32), "s32")
    zeros = m.define(f"s32[{shape}]", f"broadcast({zero}), dimensions={{{dims or ''}}}")
    return m.define(f"s32[{shape}]", f"{'add' if added else 'subtract'}({wide}, {zeros})")


def weights(m, dims, seed, to="s8", constant=True):
    array = numbers(*dims, dtype=to, seed=seed)
    x = m.constant(array, to) if constant else m.parameter(array)
    return m.define(f"s32[{','.join(map(str, dims))}]", f"convert({x})")


def dots_of_constants():
    """Zero points of one operand, the other is constant: it may be stored in s32."""
    m = Lines()
    for i, (of, zero) in enumerate((("s8", -128), ("s8", 127), ("s8", -13), ("u8", 255), ("u8", 131), ("s8", 1000), ("u8", MOST), ("s8", LEAST))):
        x = centred(m, m.parameter(numbers(3, 9, dtype=of, seed=i)), "3,9", zero, added=i % 3 == 2)
        if i % 2:
            w = m.constant(numbers(9, 17, dtype="u8" if i % 4 == 1 else "s8", seed=i + 20).astype(np.int32), "s32")
        else:
            w = weights(m, (9, 17), i + 20)
        sums = m.define("s32[3,17]", f"dot({x}, {w}), {PLAIN}")
        if i % 2:
            bias = m.along(np.arange(17) * 123456789 % 2**31, "s32", "3,17", 1)
            sums = m.define("s32[3,17]", f"{'subtract' if i == 3 else 'add'}({sums}, {bias})")
        m.result(sums)
    # The numbers behind the zero point are read, too; the zero point is one a line, a column, a batch.
    x = centred(m, m.parameter(numbers(3, 9, seed=40)), "3,9", 5)
    m.result(m.define("s32[3,17]", f"dot({x}, {weights(m, (9, 17), 41)}), {PLAIN}"))
    m.result(m.define("s32[3,9]", f"negate({x})"))
    x = centred(m, m.parameter(numbers(3, 9, seed=42)), "3,9", np.arange(3) * 100 - 99, dims="0")
    m.result(m.define("s32[3,17]", f"dot({x}, {weights(m, (9, 17), 43)}), {PLAIN}"))
    x = centred(m, m.parameter(numbers(3, 9, seed=44)), "3,9", np.arange(9) * 30 - 99, dims="1")
    m.result(m.define("s32[3,17]", f"dot({x}, {weights(m, (9, 17), 45)}), {PLAIN}"))
    x = centred(m, m.parameter(numbers(2, 3, 5, seed=46)), "2,3,5", np.array([7, -9]), dims="0")
    batches = "lhs_batch_dims={0}, rhs_batch_dims={1}, lhs_contracting_dims={2}, rhs_contracting_dims={0}"
    m.result(m.define("s32[2,3,7]", f"dot({x}, {weights(m, (5, 2, 7), 47)}), {batches}"))
    # Weights less theirs: one for all, one a column, and on the left.
    x = m.define("s32[9,9]", f"convert({m.parameter(numbers(9, 9, seed=48))})")
    for zero, dims in ((100, ""), (np.arange(17) * 3, "1")):
        w = centred(m, m.constant(numbers(9, 17, dtype="u8", seed=49), "u8"), "9,17", zero, dims)
        m.result(m.define("s32[9,17]", f"dot({x}, {w}), {PLAIN}"))
        m.result(m.define("s32[17,9]", f"dot({w}, {x}), lhs_contracting_dims={{0}}, rhs_contracting_dims={{1}}"))
    m.write("dot", "zero_points_of_constants")


def dots_of_parameters():
    m = Lines()
    for i, (rows, columns) in enumerate(((9, 11), (2, 11), (9, 3))):
        x = centred(m, m.parameter(numbers(rows, 6, dtype="u8", seed=i)), f"{rows},6", 128 + i)
        w = centred(m, m.parameter(numbers(columns, 6, seed=i + 5)), f"{columns},6", np.arange(columns) * 9 - 40, dims="0")
        m.result(m.define(f"s32[{rows},{columns}]", f"dot({x}, {w}), {ALONG_LINES}"))
    # Zero points that are known at run time only.
    point = m.define("s32[]", f"convert({m.parameter(np.int8(-77))})")
    x = centred(m, m.parameter(numbers(10, 6, seed=10)), "10,6", point)
    m.result(m.define("s32[10,12]", f"dot({x}, {weights(m, (6, 12), 11)}), {PLAIN}"))
    points = m.parameter(numbers(10, dtype="s32", seed=12))
    x = centred(m, m.parameter(numbers(10, 6, dtype="u8", seed=13)), "10,6", points, dims="0")
    w = centred(m, m.parameter(numbers(6, 12, dtype="u8", seed=14)), "6,12", m.parameter(np.int32(MOST)), added=True)
    m.result(m.define("s32[10,12]", f"dot({x}, {w}), {PLAIN}"))
    points = m.parameter(numbers(6, dtype="s32", seed=15)) # one a column: it stays
    x = centred(m, m.parameter(numbers(10, 6, seed=16)), "10,6", points, dims="1")
    m.result(m.define("s32[10,12]", f"dot({x}, {weights(m, (6, 12), 17)}), {PLAIN}"))
    m.write("dot", "zero_points_of_parameters")


CONVOLUTIONS = (
    # image, kernel, features of the image, of the result, groups, window, type and zero point of the image
    ((4, 5), (3, 3), 3, 5, "", "size=3x3 pad=1_1x1_1", "s8", -13),
    ((4, 5), (3, 3), 3, 5, "", "size=3x3 pad=1_1x1_1", "s8", -128),
    ((6, 5), (3, 3), 3, 5, "", "size=3x3 stride=2x2 pad=1_1x0_1", "u8", 255),
    ((4, 6), (3, 3), 2, 8, "", "size=3x3 pad=2_2x2_2 rhs_dilate=2x2", "s8", 127),
    ((3, 4), (3, 3), 6, 4, "feature_group_count=2", "size=3x3 pad=1_1x1_1", "u8", 131),
    ((4, 4), (3, 3), 9, 9, "feature_group_count=9", "size=3x3 stride=2x1 pad=1_1x1_1", "s8", 7),
    ((2, 7), (1, 1), 5, 12, "", "size=1x1", "s8", 300),
    ((3, 4), (2, 2), 3, 4, "", "size=2x2 pad=1_0x1_0 lhs_dilate=2x2", "s8", 4),
    ((5, 5), (3, 3), 3, 4, "", "size=3x3 pad=-1_2x0_-1", "s8", 5),
    ((4, 5), (3, 3), 2, 3, "", "size=3x3 pad=1_1x1_1 rhs_reversal=1x0", "s8", -6),
    ((4, 5), (3, 3), 3, 5, "", "size=3x3 pad=1_1x1_1", "s8", 200), # which no s8 is
    ((4, 5), (3, 3), 3, 5, "", "size=3x3", "u8", MOST),
    ((4, 5), (2, 2), 3, 4, "", "size=2x2", "s8", np.array([1, -70, 900])),
    ((4, 5), (2, 2), 3, 4, "", "size=2x2 pad=1_0x0_0", "s8", np.array([1, -70, 90])),
    ((4, 5), (2, 2), 4, 4, "feature_group_count=2", "size=2x2", "s8", np.array([1, -70, 90, 3])),
)  # fmt: skip


def convolutions(last):
    m = Lines()
    for i, (image, kernel, features, to, groups, window, of, zero) in enumerate(CONVOLUTIONS):
        result = [size_of_result(image[d], kernel[d], window, d) for d in (0, 1)]
        size = (1, *image, features) if last else (1, features, *image)
        dims = str(3 if last else 1) if isinstance(zero, np.ndarray) else ""
        shape = ",".join(map(str, size))
        x = centred(m, m.parameter(numbers(*size, dtype=of, seed=i)), shape, zero, dims, added=i % 4 == 3)
        per_group = features // int((groups or "=1").split("=")[1])
        of_kernel = (*kernel, per_group, to) if last else (to, per_group, *kernel)
        w = numbers(*of_kernel, seed=i + 30)
        w = m.constant(w.astype(np.int32), "s32") if i % 3 == 0 else weights(m, of_kernel, i + 30, constant=i % 3 == 1)
        dims = ",".join(map(str, (1, *result, to) if last else (1, to, *result)))
        labels = "b01f_01io->b01f" if last else "bf01_oi01->bf01"
        call = f"convolution({x}, {w}), window={{{window}}}, dim_labels={labels}{', ' + groups if groups else ''}"
        sums = m.define(f"s32[{dims}]", call)
        m.result(m.requantised(sums, dims, 3 if last else 1, to) if i < 4 else sums)
    # A zero point that is known at run time only, as a byte.
    size, labels = ((1, 4, 5, 3), "b01f_01io->b01f") if last else ((1, 3, 4, 5), "bf01_oi01->bf01")
    shape, dims = ",".join(map(str, size)), "1,4,5,6" if last else "1,6,4,5"
    point = m.define("s32[]", f"convert({m.parameter(np.int8(-77))})")
    x = centred(m, m.parameter(numbers(*size, seed=50)), shape, point)
    w = weights(m, (3, 3, 3, 6) if last else (6, 3, 3, 3), 51)
    m.result(m.define(f"s32[{dims}]", f"convolution({x}, {w}), window={{size=3x3 pad=1_1x1_1}}, dim_labels={labels}"))
    m.write("convolution", f"zero_points_{'nhwc' if last else 'nchw'}")


WHOLE = np.array(
    [0, 1, -1, 2, 3, 5, -5, 7, 250, 253, 254, 255, 256, -250, -253, -256, -257, 512, 1000, -1000, 65535, 131071, -131072,
     2**24, 2**24 + 1, -(2**24) - 3, 2**30, MOST, LEAST, 2**23 + 1, -(2**22) - 1, 2**22 + 1], np.int32
)  # fmt: skip


def offsets(op):
    """A zero point is added to what is rounded: to scaled integers, and to floats that may be NaNs."""
    m = Lines()
    count = len(WHOLE)
    real = f"f32[{count}]"
    numbers_of = (m.parameter(WHOLE), m.parameter(np.concatenate([CORNERS[:20], CORNERS[-12:]])))
    cases = (
        ("s8", 0.5, -7, (-128, 127), "even"), ("u8", 0.5, 5, (0, 255), "even"), ("s8", 0.5, 5, None, "even"),
        ("u8", 1.0, -300, (0, 255), "even"), ("s8", 0.25, 3, (-100, None), "even"), ("s16", 3.7, -1000, (-32768, 32767), "even"),
        ("s8", 0.5, 0.5, (-128, 127), "even"), ("s32", 0.5, 9, (-300, 300), "even"), ("s8", 0.5, -7, (-128, 127), "away"),
        ("u8", 0.5, 128, (3, 200), "even"), ("s8", 1e30, 5, (-128, 127), "even"), ("s32", 0.5, 9, None, "even"),
    )  # fmt: skip
    for i, (to, scale, zero, bounds, rounding) in enumerate(cases):
        for x in numbers_of:
            wide = x if x != numbers_of[0] else m.define(real, f"convert({x})")
            scaled = m.define(real, f"multiply({wide}, {m.filled(scale, real)})")
            rounded = m.define(real, f"round-nearest-{'even' if rounding == 'even' else 'afz'}({scaled})")
            subtracts = i % 3 == 1
            offset = m.filled(-zero if subtracts else zero, real)
            shifted = m.define(real, f"{'subtract' if subtracts else 'add'}({rounded}, {offset})")
            low, high = bounds or (None, None)
            if i % 2 and bounds:
                shifted = m.bounded(shifted, low, high, real)
            else:
                if low is not None:
                    shifted = m.define(real, f"maximum({m.filled(low, real)}, {shifted})")
                if high is not None:
                    shifted = m.define(real, f"minimum({shifted}, {m.filled(high, real)})")
            m.result(m.define(f"{to}[{count}]", f"convert({shifted})"))
    m.write(op, "zero_points_of_rounded")


def dot(op):
    dots_of_constants()
    dots_of_parameters()


def convolution(op):
    for last in (True, False):
        convolutions(last)


MAKERS = {"dot": dot, "convolution": convolution, "convert": offsets}
