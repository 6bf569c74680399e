"""Fixtures of quantised layers: sums of integers, and what finishes them."""

import numpy as np

from fixture import combiner, element, module, noise, write
from oracle import DTYPES

PLAIN = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
ALONG_LINES = "lhs_contracting_dims={1}, rhs_contracting_dims={1}"


def numbers(*dims, dtype="s8", seed=0):
    """All numbers of the type, the least and the greatest at its ends."""
    info = np.iinfo(DTYPES[dtype])
    values = np.random.default_rng(seed).integers(info.min, info.max, dims, dtype=DTYPES[dtype], endpoint=True)
    values.reshape(-1)[:1], values.reshape(-1)[-1:] = info.min, info.max
    return values


def literal(array):
    nested = np.vectorize(lambda v: element(v, array.dtype), otypes=[object])(array).tolist()
    return str(nested).replace("[", "{").replace("]", "}").replace("'", "")


class Lines:
    """Instructions of a module, its arguments and results."""

    def __init__(self):
        self.lines, self.arguments, self.roots = [], [], []

    def define(self, shape, expression):
        self.lines.append(f"v{len(self.lines)} = {shape} {expression}")
        return f"v{len(self.lines) - 1}"

    def parameter(self, array):
        self.arguments.append(array)
        return f"x{len(self.arguments) - 1}"

    def constant(self, array, dtype):
        array = np.asarray(array)
        return self.define(f"{dtype}[{','.join(map(str, array.shape))}]", f"constant({literal(array)})")

    def filled(self, value, shape):
        """The number everywhere."""
        dtype = shape.split("[")[0]
        scalar = self.constant(np.asarray(value, DTYPES[dtype]), dtype)
        return self.define(shape, f"broadcast({scalar}), dimensions={{}}")

    def along(self, vector, dtype, dims, dim):
        """A constant vector along one dimension."""
        return self.define(f"{dtype}[{dims}]", f"broadcast({self.constant(vector, dtype)}), dimensions={{{dim}}}")

    def bounded(self, x, low, high, shape):
        """The number between two numbers."""
        return self.define(shape, f"clamp({self.filled(low, shape)}, {x}, {self.filled(high, shape)})")

    def requantised(self, sums, dims, dim, features, to="s8"):
        """Sums in s32 with a bias and a scale for each feature as the nearest integers of the type."""
        bias, scale = np.arange(features) * 331 % 1000 - 500, (np.arange(features) % 5 + 1).astype(np.float32) / 1000
        biased = self.define(f"s32[{dims}]", f"add({sums}, {self.along(bias, 's32', dims, dim)})")
        real = self.define(f"f32[{dims}]", f"convert({biased})")
        scaled = self.define(f"f32[{dims}]", f"multiply({real}, {self.along(scale, 'f32', dims, dim)})")
        rounded = self.define(f"f32[{dims}]", f"round-nearest-even({scaled})")
        info = np.iinfo(DTYPES[to])
        return self.define(f"{to}[{dims}]", f"convert({self.bounded(rounded, info.min, info.max, f'f32[{dims}]')})")

    def result(self, name):
        self.roots.append(name)

    def write(self, op, case):
        text = module(f"{op.replace('-', '_')}_{case}", self.arguments, self.lines, self.roots)
        write(op, case, text, self.arguments)


def weights_of(m, array, dtype, constant):
    return m.constant(array, dtype) if constant else m.parameter(array)


def quantised_dots(op):
    sizes = ((1, 21, 19), (5, 37, 19), (9, 5, 33), (6, 16, 8))
    for case, constant in (("quantised_constants", True), ("quantised_parameters", False)):
        m = Lines()
        for i, (rows, depth, columns) in enumerate(sizes if constant else sizes[1:3]):
            x = m.parameter(numbers(rows, depth, seed=i))
            along = i % 2 == 0 # the weights' rows are features
            w = numbers(*((columns, depth) if along else (depth, columns)), seed=i + 10)
            dims = f"{rows},{columns}"
            sums = m.define(f"s32[{dims}]", f"dot({x}, {weights_of(m, w, 's8', constant)}), {ALONG_LINES if along else PLAIN}")
            m.result(m.requantised(sums, dims, 1, columns))
        m.write(op, case)


def dots_of_arguments(op):
    """Both operands are known at run time, and many rows share the columns: depths of whole words and of others."""
    m = Lines()
    for i, (heads, rows, depth, columns) in enumerate(((2, 24, 32, 20), (1, 33, 35, 17), (3, 16, 49, 8), (1, 40, 6, 35), (1, 21, 66, 5))):
        for along in (True, False): # the columns' lines
            x = m.parameter(numbers(heads, rows, depth, seed=i))
            w = m.parameter(numbers(heads, *((columns, depth) if along else (depth, columns)), seed=i + 10))
            batch = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims="
            m.result(m.define(f"s32[{heads},{rows},{columns}]", f"dot({x}, {w}), {batch}{{{2 if along else 1}}}"))
    for a, b in (("u8", "s8"), ("s8", "u8"), ("u8", "u8")): # both operands are copied
        wide = [m.define(f"s32[{dims}]", f"convert({m.parameter(numbers(*map(int, dims.split(',')), dtype=of, seed=50))})")
                for dims, of in (("26,33", a), ("32,33", b))]
        m.result(m.define("s32[26,32]", f"dot({wide[0]}, {wide[1]}), {ALONG_LINES}"))
    m.write(op, "columns_known_at_run_time")


def functions_of_bytes(op):
    """Of numbers that are bytes, given or rounded, as bytes and as floats; two functions of one byte."""
    m = Lines()
    shape = "f32[16,16]"

    def scaled(x, by):
        return m.define(shape, f"multiply({x}, {m.filled(by, shape)})")

    def as_byte(x, dtype="s8"):
        info = np.iinfo(DTYPES[dtype])
        rounded = m.define(shape, f"round-nearest-even({x})")
        return m.define(f"{dtype}[16,16]", f"convert({m.bounded(rounded, info.min, info.max, shape)})")

    for i, dtype in enumerate(("s8", "u8")):
        info = np.iinfo(DTYPES[dtype])
        x = m.parameter(np.arange(info.min, info.max + 1).astype(DTYPES[dtype]).reshape(16, 16))
        value = m.define(shape, f"{op}({scaled(m.define(shape, f'convert({x})'), 0.03125)})")
        m.result(as_byte(scaled(value, 117.5), dtype))
        m.result(value if i else m.define(shape, f"subtract({m.filled(1, shape)}, {value})"))
    real = scaled(m.define(shape, f"convert({m.parameter(np.arange(-3000, 3400, 25).astype(np.int32).reshape(16, 16))})"), 0.0625)
    byte = scaled(m.define(shape, f"convert({as_byte(real)})"), 0.03125)
    value = m.define(shape, f"{op}({byte})")
    m.result(m.define(shape, f"multiply({value}, {byte})"))
    m.result(m.define(shape, f"add({value}, {real})"))
    m.write(op, "of_bytes")


def dots_of_types(op):
    """Products of mixed types; sums that wrap; sums in types of 8 and 64 bits."""
    m = Lines()
    rows, depth, columns = 3, 6, 9
    for i, (a, b, sums) in enumerate(
        (("u8", "s8", "s32"), ("s16", "s16", "s32"), ("s32", "s32", "s32"), ("s8", "s8", "s8"), ("s8", "s8", "s64"),
         ("u8", "u8", "u32"), ("u16", "u16", "s32"), ("s8", "s8", "s16"))
    ):  # fmt: skip
        x, w = m.parameter(numbers(rows, depth, dtype=a, seed=i)), m.parameter(numbers(depth, columns, dtype=b, seed=i + 20))
        wide = m.define(f"{sums}[{rows},{depth}]", f"convert({x})") if a != sums else x
        weights = m.define(f"{sums}[{depth},{columns}]", f"convert({w})") if b != sums else w
        m.result(m.define(f"{sums}[{rows},{columns}]", f"dot({wide}, {weights}), {PLAIN}"))
    fours = m.define("s4[6,9]", f"convert({m.parameter(numbers(6, 9, seed=40))})")
    x = m.parameter(numbers(5, 6, seed=41))
    sums = m.define("s32[5,9]", f"dot({m.define('s32[5,6]', f'convert({x})')}, {m.define('s32[6,9]', f'convert({fours})')}), {PLAIN}")
    m.result(m.requantised(sums, "5,9", 1, 9))
    m.write(op, "integers_of_mixed_types")
    m = Lines() # as many terms of the least number as reach the end of s32, and one more
    for i, depth in enumerate((1, 2, 3)):
        x = m.parameter(np.full((3, depth), -32768, np.int16))
        wide = m.define(f"s32[3,{depth}]", f"convert({x})")
        w = m.parameter(np.full((depth, 9), -32768, np.int16))
        weights = m.define(f"s32[{depth},9]", f"convert({w})")
        m.result(m.define("s32[3,9]", f"dot({wide}, {weights}), {PLAIN}"))
    m.write(op, "sums_of_words_reach_the_end")


def finished_sums(op):
    """Sums in s32 that are finished as integers."""
    m = Lines()
    dims, shape = "2,17", "s32[2,17]"

    def sums(seed, depth=4):
        x, w = m.parameter(numbers(2, depth, seed=seed)), m.parameter(numbers(depth, 17, seed=seed + 1))
        return m.define(shape, f"dot({x}, {w}), {PLAIN}")

    m.result(m.bounded(sums(1), -5000, 7000, shape))
    m.result(m.define(shape, f"maximum({sums(3)}, {m.filled(0, shape)})"))
    for i, to in enumerate(("s16", "s8", "u8", "u16")): # the low bits
        m.result(m.define(f"{to}[{dims}]", f"convert({sums(5 + 2 * i)})"))
    m.result(m.define(f"s8[{dims}]", f"convert({m.bounded(sums(13), -128, 127, shape)})"))
    s, zero = sums(15), m.filled(0, shape)
    above = m.define(f"pred[{dims}]", f"compare({s}, {zero}), direction=GT")
    leaky = m.define(shape, f"multiply({s}, {m.filled(-3, shape)})")
    m.result(m.define(shape, f"select({above}, {s}, {leaky})"))
    s, other = sums(17), m.parameter(numbers(2, 17, dtype="s32", seed=30))
    m.result(m.define(shape, f"add({s}, {other})"))
    s, other = sums(19), m.parameter(numbers(2, 17, dtype="s32", seed=31))
    product = m.define(shape, f"multiply({s}, {other})")
    m.result(m.define(shape, f"subtract({m.along(np.arange(17) * 123456789 % 2**31, 's32', dims, 1)}, {product})"))
    s, bits = sums(21), sums(23)
    m.result(m.define(f"pred[{dims}]", f"compare({s}, {m.filled(100, shape)}), direction=LE"))
    m.result(m.define(shape, f"shift-right-arithmetic({m.define(shape, f'negate({bits})')}, {m.filled(3, shape)})"))
    real = m.define(f"f32[{dims}]", f"convert({sums(25)})")
    m.result(real)
    above = m.define(f"pred[{dims}]", f"compare({real}, {m.filled(50, f'f32[{dims}]')}), direction=LT")
    m.result(m.define(f"f32[{dims}]", f"select({above}, {real}, {m.parameter(noise(2, 17))})"))
    s = sums(27) # masks of integers choose floats
    real = m.define(f"f32[{dims}]", f"convert({s})")
    above = m.define(f"pred[{dims}]", f"compare({s}, {m.filled(-50, shape)}), direction=GE")
    finite = m.define(f"pred[{dims}]", f"is-finite({m.define(f'f32[{dims}]', f'exponential({real})')})")
    m.result(m.define(shape, f"convert({m.define(f'pred[{dims}]', f'compare({sums(29)}, {other}), direction=GT')})"))
    both = m.define(f"pred[{dims}]", f"and({above}, {finite})")
    m.result(m.define(f"f32[{dims}]", f"select({both}, {real}, {m.filled(-1, f'f32[{dims}]')})"))
    m.write(op, "integer_sums_are_finished")


def dot(op):
    quantised_dots(op)
    dots_of_arguments(op)
    dots_of_types(op)
    finished_sums(op)


CONVOLUTIONS = (
    # image without features, kernel, features of the image, of the result, groups, window
    ((4, 5), (3, 3), 3, 5, 1, "size=3x3 pad=1_1x1_1"),
    ((6, 5), (3, 3), 3, 5, 1, "size=3x3 stride=2x2 pad=1_1x0_1"),
    ((4, 6), (3, 3), 2, 8, 1, "size=3x3 pad=2_2x2_2 rhs_dilate=2x2"),
    ((3, 4), (3, 3), 6, 4, 2, "size=3x3 pad=1_1x1_1"),
    ((4, 4), (3, 3), 9, 9, 9, "size=3x3 stride=2x1 pad=1_1x1_1"),
    ((2, 7), (1, 1), 5, 12, 1, "size=1x1"),
    ((3, 4), (2, 2), 3, 4, 1, "size=2x2 pad=1_0x1_0 lhs_dilate=2x2"),
)


def size_of_result(size, kernel, window, dim):
    """Of one dimension of a convolution."""
    parts = dict(part.split("=") for part in window.split())
    stride = int(parts.get("stride", "1x1").split("x")[dim])
    low, high = map(int, parts.get("pad", "0_0x0_0").split("x")[dim].split("_"))
    base, taps = (int(parts.get(f"{side}_dilate", "1x1").split("x")[dim]) for side in ("lhs", "rhs"))
    return ((size - 1) * base + 1 + low + high - (kernel - 1) * taps - 1) // stride + 1


def quantised_convolutions(op, last):
    """Of constants and parameters by turns, in the other layout the other way round."""
    m = Lines()
    for i, (image, kernel, features, to, groups, window) in enumerate(CONVOLUTIONS):
        result = [size_of_result(image[d], kernel[d], window, d) for d in (0, 1)]
        x = m.parameter(numbers(*((1, *image, features) if last else (1, features, *image)), seed=i))
        per_group = features // groups
        w = numbers(*((*kernel, per_group, to) if last else (to, per_group, *kernel)), seed=i + 10)
        dims = ",".join(map(str, (1, *result, to) if last else (1, to, *result)))
        labels = "b01f_01io->b01f" if last else "bf01_oi01->bf01"
        more = f", feature_group_count={groups}" if groups > 1 else ""
        call = f"convolution({x}, {weights_of(m, w, 's8', (i % 2 == 0) == last)}), window={{{window}}}, dim_labels={labels}{more}"
        m.result(m.requantised(m.define(f"s32[{dims}]", call), dims, 3 if last else 1, to, "u8" if i % 2 else "s8"))
    m.write(op, f"quantised_{'nhwc' if last else 'nchw'}")


def zero_points(op):
    """Images of u8 less their zero point, and the padding behind it."""
    m = Lines()
    for i, last in enumerate((True, False)):
        size, shape = ((1, 4, 6, 3), "1,4,6,3") if last else ((1, 3, 4, 6), "1,3,4,6")
        x = m.define(f"s32[{shape}]", f"convert({m.parameter(numbers(*size, dtype='u8', seed=i))})")
        centred = m.define(f"s32[{shape}]", f"subtract({x}, {m.filled(131, f's32[{shape}]')})")
        padding = "0_0x1_1x1_1x0_0" if last else "0_0x0_0x1_1x1_1"
        padded = "1,6,8,3" if last else "1,3,6,8"
        zero = m.constant(np.int32(0), "s32")
        image = m.define(f"s32[{padded}]", f"pad({centred}, {zero}), padding={padding}")
        w = numbers(*((3, 3, 3, 5) if last else (5, 3, 3, 3)), seed=i + 5)
        kernel = ",".join(map(str, w.shape))
        weights = m.define(f"s32[{kernel}]", f"convert({m.constant(w, 's8')})")
        dims, labels = ("1,4,6,5", "b01f_01io->b01f") if last else ("1,5,4,6", "bf01_oi01->bf01")
        for window, of, pixels in (("size=3x3", image, dims), ("size=3x3 pad=1_1x1_1", centred, dims)):
            call = f"convolution({of}, {weights}), window={{{window}}}, dim_labels={labels}"
            m.result(m.requantised(m.define(f"s32[{pixels}]", call), pixels, 3 if last else 1, 5, "u8" if i else "s8"))
    m.write(op, "quantised_zero_points")


def convolution(op):
    for last in (True, False):
        quantised_convolutions(op, last)
    zero_points(op)


def residual(op):
    """The sum of two scaled images."""
    m, shape = Lines(), "f32[3,29]"
    scaled = []
    for i, scale in enumerate((0.25, 0.75)):
        real = m.define(shape, f"convert({m.parameter(numbers(3, 29, seed=i))})")
        scaled.append(m.define(shape, f"multiply({real}, {m.filled(scale, shape)})"))
    rounded = m.define(shape, f"round-nearest-even({m.define(shape, f'add({scaled[0]}, {scaled[1]})')})")
    m.result(m.define("s8[3,29]", f"convert({m.bounded(rounded, -100, 100, shape)})"))
    m.write(op, "quantised_residual")


# Both zeros, halves of both parities, what lies beside bounds, numbers far away, subnormals.


def reduce(op):
    """Sums and extrema of s32 along both dimensions, of bytes that cannot wrap and of numbers that do."""
    for name, least in (("add", 0), ("maximum", -(2**31)), ("minimum", 2**31 - 1)):
        m = Lines()
        for i, t in enumerate(("s8", "s32")):
            x = m.parameter(numbers(5, 18, dtype=t, seed=i))
            wide = m.define("s32[5,18]", f"convert({x})") if t != "s32" else x
            initial = m.constant(np.int32(least), "s32")
            for dims, kept in (("1", "5"), ("0", "18"), ("0,1", "")):
                m.result(m.define(f"s32[{kept}]", f"reduce({wide}, {initial}), dimensions={{{dims}}}, to_apply={name}_s32"))
        text = module(f"reduce_s32_{name}", m.arguments, m.lines, m.roots, combiner(name, ["s32"]))
        write(op, f"s32_{name}", text, m.arguments)


def windows(op):
    m = Lines()
    for i, (name, least) in enumerate((("add", 0), ("maximum", -(2**31)), ("minimum", 2**31 - 1))):
        initial = m.constant(np.int32(least), "s32")
        for j, (shape, window, result) in enumerate(
            (((1, 3, 4, 3), "size=1x3x3x1 pad=0_0x1_1x1_1x0_0", "1,3,4,3"),
             ((1, 1, 4, 17), "size=1x1x2x2 stride=1x1x2x2", "1,1,2,8"))
        ):  # fmt: skip
            x = m.parameter(numbers(*shape, dtype="s32", seed=2 * i + j))
            m.result(m.define(f"s32[{result}]", f"reduce-window({x}, {initial}), window={{{window}}}, to_apply={name}_s32"))
    extra = "".join(combiner(name, ["s32"]) for name in ("add", "maximum", "minimum"))
    write(op, "s32_windows", module("reduce_window_s32", m.arguments, m.lines, m.roots, extra), m.arguments)


MAKERS = {"dot": dot, "convolution": convolution, "add": residual, "reduce": reduce, "reduce-window": windows,
          "logistic": functions_of_bytes, "tanh": functions_of_bytes}
