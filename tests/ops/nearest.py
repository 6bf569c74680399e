"""Fixtures of numbers rounded to the nearest of a type of integers."""

import numpy as np

from fixture import noise
from oracle import DTYPES
from quantised import ALONG_LINES, Lines, numbers


CORNERS = np.array(
    [0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999997, -0.49999997, 3.4999998, 126.5, 127.49999, 127.5, 127.50001,
     128, -127.5, -128, -128.49998, -128.5, -128.51, 254.5, 255.5, 256, -0.50000006, 32766.5, 32767.5, 32768, -32768.5,
     65534.5, 65535.5, 65536, -1e10, 1e10, 3e38, -3e38, 1e-40, -1e-40, 4194303.5, 4194304, -4194304.5, 8388609,
     2147483520, 2147483648, -2147483648, 4294967040, np.nan, np.inf, -np.inf, 4.5, 5.5, -5.5, 9.5], np.float32
)  # fmt: skip

FEW_CORNERS = np.concatenate([CORNERS[:8], CORNERS[29:39:5], CORNERS[-7:], np.float32([-2.5, -8.5, 3.5, 4.4999995])])


def nearest(case, source, steps, corners=CORNERS):
    """`steps`: the type of a result, and what stands in front of its conversion: "even", "away", or two bounds."""
    m = Lines()
    count = len(corners)
    for to, *chain in steps:
        shape = f"{source}[{count}]"
        x = m.parameter(corners.astype(DTYPES[source]))
        for step in chain:
            if step == "even" or step == "away":
                x = m.define(shape, f"round-nearest-{'even' if step == 'even' else 'afz'}({x})")
            elif step[0] is None:
                x = m.define(shape, f"minimum({x}, {m.filled(step[1], shape)})")
            elif step[1] is None:
                x = m.define(shape, f"maximum({m.filled(step[0], shape)}, {x})")
            else:
                x = m.bounded(x, *step, shape)
        m.result(m.define(f"{to}[{count}]", f"convert({x})"))
    m.write("convert", case)


def nearest_goes_on():
    """What is computed with the nearest integers: zero points in integers, numbers again, products."""
    m = Lines()
    count = len(FEW_CORNERS)
    real, whole = f"f32[{count}]", f"s32[{count}]"

    def rounded(bounds, to):
        x = m.define(real, f"round-nearest-even({m.bounded(m.parameter(FEW_CORNERS), *bounds, real)})")
        return m.define(f"{to}[{count}]", f"convert({x})")

    centred = m.define(whole, f"add({rounded((-300, 300), 's32')}, {m.filled(128, whole)})")
    m.result(m.define(f"u8[{count}]", f"convert({m.bounded(centred, 0, 255, whole)})"))
    back = m.define(real, f"convert({rounded((-100, 100), 's8')})")
    m.result(m.define(real, f"multiply({back}, {m.filled(0.25, real)})"))
    unsigned = m.define(real, f"convert({rounded((0, 70000), 'u32')})")
    m.result(m.define(real, f"negate({unsigned})"))
    x = rounded((-2000, 2000), "s16")
    m.result(m.define(f"s16[{count}]", f"multiply({x}, {x})"))
    zero, five = m.filled(0, whole), m.filled(5, whole)
    x = rounded((-9, 9), "s32")
    m.result(m.define(whole, f"select({m.define(f'pred[{count}]', f'compare({x}, {zero}), direction=LT')}, {five}, {x})"))
    # Columns that are rounded in front of a product, of parameters whose rows lie apart.
    for i, shape in enumerate(("5,3", "3,5")):
        dims = tuple(map(int, shape.split(",")))
        bounds = m.bounded(m.parameter(noise(*dims, seed=i) * 50), -127, 127, f"f32[{shape}]")
        whole = m.define(f"s32[{shape}]", f"convert({m.define(f'f32[{shape}]', f'round-nearest-even({bounds})')})")
        cut = m.define(f"s32[{shape}]", f"convert({m.parameter(noise(*dims, seed=i + 5) * 50)})")
        call = ALONG_LINES if i == 0 else "lhs_contracting_dims={0}, rhs_contracting_dims={0}"
        for operand in (whole, cut):
            m.result(m.define("s32[5,5]", f"dot({operand}, {operand}), {call}"))
            m.result(m.define("s32[5,5]", f"dot({m.parameter(numbers(*dims, dtype='s16', seed=i))}, {operand}), {call}"))
    m.write("convert", "nearest_goes_on")


def conversions(op):
    nearest_goes_on()
    ends = {"s8": (-128, 127), "u8": (0, 255), "s16": (-32768, 32767), "u16": (0, 65535), "s32": (-4194304, 4194304)}
    nearest("nearest_in_bounds", "f32", [(to, "even", bounds) for to, bounds in ends.items()])
    nearest("nearest_without_bounds", "f32", [(to, "even") for to in (*ends, "u32", "s64", "s4", "u4")])
    nearest("nearest_behind_bounds", "f32", [(to, bounds, "even") for to, bounds in ends.items()], FEW_CORNERS)
    odd = [("s8", (1, 5)), ("u8", (-7, 5)), ("s8", (-9, -3)), ("s32", (-2.5, 5.5)), ("s8", (5, 3)), ("s8", (-200, 300)),
           ("u8", (np.nan, 9)), ("s16", (-np.inf, np.inf)), ("s32", (-8388608, 8388608)), ("u32", (0, 4194304)),
           ("s8", (3, None)), ("s8", (-3, None)), ("u8", (None, 0)), ("s8", (None, -2)), ("s32", (-0.0, 9))]  # fmt: skip
    nearest("nearest_in_odd_bounds", "f32", [(to, "even", bounds) for to, bounds in odd], FEW_CORNERS)
    nearest("nearest_behind_odd_bounds", "f32", [(to, bounds, "even") for to, bounds in odd], FEW_CORNERS)
    mixed = [("s8", (-9, 9), "even", (-5.5, 5)), ("s8", (-5.5, 5.5), "even", (-9, 9)), ("u8", (2, 9), "even", (0, 7)),
             ("s8", (None, 5), "even", (-5, None)), ("s8", (-3, None), "even", (None, 4)), ("s8", "even", "even", (-7, 7)),
             ("s8", "away", (-7, 7)), ("s8", (-7, 7), "away"), ("s8", "away", "even", (-7, 7)), ("s8", (-7, 7)),
             ("s8", "even", (None, -9), (-5, None)), ("s8", "even", (9, None), (None, 5)), ("s16", "even", (-5, 5), (-9, 3))]  # fmt: skip
    nearest("nearest_between_bounds", "f32", mixed, FEW_CORNERS)
    for source in ("f16", "bf16", "f64"):
        steps = [("s8", "even", (-100, 100)), ("u8", (0, 255), "even"), ("s16", "even"), ("s32", "even", (-1000, 1000))]
        nearest(f"nearest_of_{source}", source, steps, CORNERS if source == "f64" else FEW_CORNERS)


MAKERS = {"convert": conversions}
