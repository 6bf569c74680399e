"""Fixtures of ops that XLA:CPU has no code for, or that one device makes trivial: what they give follows from their
definition, computed with NumPy in wider types."""

import numpy as np

from arithmetic import FLOATS, INTEGERS, integers, pairs, reals
from fixture import module, shape, write
from movement import one, ramp
from oracle import DTYPES, SMALL_FLOATS

INSIDE_ONE = [0.0, -0.0, 1, -1, 0.5, -0.5, 0.4999, -0.5001, 0.99, -0.999, 1e-3, -1e-8, 1.5, -2, np.inf, -np.inf, np.nan]
ANY = [0.0, -0.0, 1, -1, 0.5, -0.5, 1e-3, -1e-8, 2.5, -7.75, 11, 100.25, -88.5, 3e4, np.inf, -np.inf, np.nan]
FROM_ONE = [1, 1.001, 1.5, 2, 10, 100.25, 3e4, 0.5, -1, -3e4, np.inf, -np.inf, np.nan]
FUNCTIONS = {
    "acos": (np.arccos, INSIDE_ONE),
    "acosh": (np.arccosh, FROM_ONE),
    "asin": (np.arcsin, INSIDE_ONE),
    "asinh": (np.arcsinh, ANY),
    "atan": (np.arctan, ANY),
    "atanh": (np.arctanh, INSIDE_ONE),
    "cosh": (np.cosh, ANY),
    "sinh": (np.sinh, ANY),
}


def write_unary(op, case, arrays, function):
    with np.errstate(all="ignore"):
        expected = [function(a.astype(np.longdouble)).astype(np.float64).astype(a.dtype) for a in arrays]
    lines = [f"r{i} = {shape(a)} {op}(x{i})" for i, a in enumerate(arrays)]
    text = module(f"{op}_{case}", arrays, lines, [f"r{i}" for i in range(len(arrays))])
    write(op, case, text, arrays, expected, relative=True, signed_zeros=True)


def elementwise(op):
    function, values = FUNCTIONS[op]
    write_unary(op, "floats", [reals(t, values) for t in FLOATS], function)
    many = np.random.default_rng(1).uniform(-1, 1, 41)
    write_unary(op, "vector_f32", [(np.abs(many) * 8 + 1 if op == "acosh" else many).astype(np.float32)], function)
    large = [88.72284, -89.0, 89.41598, 89.42, 709.78, 710.4, -710.47, 711]
    if op in ("cosh", "sinh"):
        write_unary(op, "no_early_overflow", [reals(t, large) for t in ("f64", "f32")], function)
    else:
        complex_numbers(op)


def complex_numbers(op):
    """In all quadrants, up to the largest."""
    values = [0.5 + 0.25j, -1.5 + 2j, -0.25 - 3j, 1e-3 + 1e-3j, 20 - 7j, 3e38 + 3e38j, -3e38 + 1j, 2 - 3e38j]
    arrays = [np.array(values, np.complex64), np.array([*values, 1.7e308 - 1.7e308j], np.complex128)]
    expected = [FUNCTIONS[op][0](a.astype(np.clongdouble)).astype(a.dtype) for a in arrays]
    lines = [f"r0 = c64[8] {op}(x0)", f"r1 = c128[9] {op}(x1)"]
    write(op, "complex_numbers", module(f"{op}_complex_numbers", arrays, lines, ["r0", "r1"]), arrays, expected)


def mulhi(op):
    arrays, lines, expected = [], [], []
    for i, t in enumerate(INTEGERS):
        a, b = pairs(integers(t)[[0, 1, 2, 4, 7, 8, 9, 12, 13]])
        arrays += [a, b]
        lines.append(f"r{i} = {shape(a)} mulhi(x{2 * i}, x{2 * i + 1})")
        bits = np.iinfo(DTYPES[t]).bits
        expected.append(np.array([(int(x) * int(y)) >> bits for x, y in zip(a, b)], DTYPES[t]))
    write(op, "integers", module("mulhi_integers", arrays, lines, [f"r{i}" for i in range(len(lines))]), arrays, expected)


def stochastic(x, random, t):
    """Away from zero where the fraction, scaled to the random integer's width, exceeds it; saturating."""
    limits, bits = np.iinfo(DTYPES[t]), np.iinfo(random.dtype).bits
    results = []
    for value, number in zip(x.astype(np.float64), random):
        if np.isnan(value):
            results.append(0)
        elif value >= float(limits.max) or value <= float(limits.min):
            results.append(int(limits.max if value > 0 else limits.min))
        else:
            whole = int(abs(value))
            whole += int(number) < int((abs(value) - whole) * 2.0**bits)
            results.append(-whole if value < 0 else whole)
    return np.array(results, DTYPES[t])


def stochastic_convert(op):
    values = [0.0, -0.0, 0.25, -0.25, 1.5, -1.5, 126.75, 127, 127.5, -127.5, -128, -128.5, 254.5, 1e4, -3e4]
    values += [np.inf, -np.inf, np.nan]
    for t, unsigned in (("f64", "u64"), ("f32", "u32"), ("f16", "u16"), ("bf16", "u16")):
        x, numbers = reals(t, values), integers(unsigned)[[0, 4, 7, 9, 11, 12]]
        x, numbers = np.repeat(x, len(numbers)), np.tile(numbers, len(x))
        lines = [f"r{i} = {r}[{len(x)}] stochastic-convert(x0, x1)" for i, r in enumerate(INTEGERS)]
        text = module(f"stochastic_convert_{t}", [x, numbers], lines, [f"r{i}" for i in range(len(lines))])
        write(op, t, text, [x, numbers], [stochastic(x, numbers, r) for r in INTEGERS])


SUM = """%sum (a: f32[], b: f32[]) -> f32[] {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

"""


def for_one_device(text):
    """Where a value depends on how many devices there are, and nothing in the module names them."""
    name, rest = text.split("\n", 1)
    return f"{name}, replica_count=1, num_partitions=1\n{rest}"


def on_one_device(op):
    """A collective of one array, as it is and in two halves, or what else the op needs around it."""
    x = ramp(2, 3)
    n = "f32[2,3]"
    along = {"all-gather": "dimensions={1}", "all-to-all": "dimensions={0}", "reduce-scatter": "dimensions={1}"}
    options = ", ".join(["replica_groups={{0}}", *([along[op]] if op in along else [])])
    if op in ("all-reduce", "reduce-scatter"):
        options += ", to_apply=%sum"
    text = module(f"{op.replace('-', '_')}_one", [x], [f"r0 = {n} {op}(x0), {options}"], ["r0"], SUM * ("sum" in options))
    write(op, "one_device", text, [x], [x])
    if op == "all-to-all":
        lines = [f"t = ({n}) all-to-all(x0), replica_groups={{{{0}}}}", f"r0 = {n} get-tuple-element(t), index=0"]
        write(op, "tuple", module("all_to_all_tuple", [x], lines, ["r0"]), [x], [x])
    if op == "all-reduce":
        lines = [f"t = ({n}, f32[2]) all-reduce(x0, x1), replica_groups={{}}, to_apply=%sum"]
        lines += [f"r0 = {n} get-tuple-element(t), index=0", "r1 = f32[2] get-tuple-element(t), index=1"]
        a = [x, ramp(2)]
        text = module("all_reduce_tuple", a, lines, ["r1", "r0"], SUM)
        write(op, "tuple", for_one_device(text), a, a[::-1])


STARTS = {
    "all-reduce": ("f32[2,3]", "all-reduce-start(x0), replica_groups={}, to_apply=%sum"),
    "all-gather": ("(f32[2,3], f32[2,3])", "all-gather-start(x0), replica_groups={{0}}, dimensions={0}"),
    "collective-permute": (
        "(f32[2,3], f32[2,3], u32[], u32[])",
        "collective-permute-start(x0), source_target_pairs={{0,0}}",
    ),
    "copy": ("(f32[2,3], f32[2,3], u32[])", "copy-start(x0)"),
}


def start_and_done(op):
    kind = op.removesuffix("-start").removesuffix("-done")
    x = ramp(2, 3)
    result, expression = STARTS[kind]
    lines = [f"h = {result} {expression}", f"d = f32[2,3] {kind}-done(h)", "r0 = f32[2,3] negate(d)"]
    text = module(f"{kind.replace('-', '_')}_in_two", [x], lines, ["r0"], SUM * ("sum" in expression))
    write(op, "in_two", for_one_device(text) if kind == "all-reduce" else text, [x], [-x])


def collective_permute(op):
    x = ramp(2, 3)
    one(op, "to_itself", [x], "f32[2,3]", "collective-permute(x0), source_target_pairs={{0,0}}", expected=[x])
    one(op, "from_nobody", [x], "f32[2,3]", "collective-permute(x0), source_target_pairs={}", expected=[x * 0])
    # Where a type has no zero, all bits are.
    scales = np.array([0.5, 1, 4], SMALL_FLOATS["f8e8m0fnu"])
    none = np.zeros(3, np.uint8).view(scales.dtype)
    expression = "collective-permute(x0), source_target_pairs={}"
    one(op, "no_scales_from_nobody", [scales], "f8e8m0fnu[3]", expression, expected=[none], relative=True)


def asynchronous(op):
    x = ramp(2, 3)
    text = """HloModule async_around

%doubled (a: f32[2,3], b: f32[]) -> (f32[2,3], f32[]) {
  a = f32[2,3] parameter(0)
  b = f32[] parameter(1)
  s = f32[2,3] broadcast(b), dimensions={}
  m = f32[2,3] multiply(a, s)
  ROOT t = (f32[2,3], f32[]) tuple(m, b)
}

ENTRY main {
  x0 = f32[2,3] parameter(0)
  x1 = f32[] parameter(1)
  h = ((f32[2,3], f32[]), (f32[2,3], f32[]), u32[]) async-start(x0, x1), calls=%doubled
  u = ((f32[2,3], f32[]), (f32[2,3], f32[]), u32[]) async-update(h)
  d = (f32[2,3], f32[]) async-done(u)
  r0 = f32[2,3] get-tuple-element(d), index=0
  r1 = f32[] get-tuple-element(d), index=1
  ROOT out = (f32[2,3], f32[]) tuple(r0, r1)
}
"""
    write(op, "around_a_call", text, [x, np.float32(3)], [x * 3, np.float32(3)])


def tokens(op):
    """Tokens through a loop, a conditional and a call, in tuples with arrays."""
    text = """HloModule tokens

%step (p: (s32[], token[], f32[2])) -> (s32[], token[], f32[2]) {
  p = (s32[], token[], f32[2]) parameter(0)
  n = s32[] get-tuple-element(p), index=0
  t = token[] get-tuple-element(p), index=1
  x = f32[2] get-tuple-element(p), index=2
  one = s32[] constant(1)
  m = s32[] add(n, one)
  u = token[] after-all(t, t)
  y = f32[2] add-dependency(x, u)
  z = f32[2] add(y, y)
  ROOT r = (s32[], token[], f32[2]) tuple(m, u, z)
}

%goes_on (p: (s32[], token[], f32[2])) -> pred[] {
  p = (s32[], token[], f32[2]) parameter(0)
  n = s32[] get-tuple-element(p), index=0
  end = s32[] constant(3)
  ROOT r = pred[] compare(n, end), direction=LT
}

%keep (t: token[]) -> token[] {
  ROOT t = token[] parameter(0)
}

ENTRY main {
  x0 = f32[2] parameter(0)
  x1 = pred[] parameter(1)
  t = token[] after-all()
  u = token[] conditional(x1, t, t), true_computation=%keep, false_computation=%keep
  v = token[] call(u), to_apply=%keep
  zero = s32[] constant(0)
  s = (s32[], token[], f32[2]) tuple(zero, v, x0)
  w = (s32[], token[], f32[2]) while(s), condition=%goes_on, body=%step
  ROOT r = f32[2] get-tuple-element(w), index=2
}
"""
    x = ramp(2)
    write(op, "around_control", text, [x, np.bool_(True)], [x * 8])


def domain(op):
    x = ramp(2, 3)
    options = 'domain={kind="sharding", entry={replicated}, exit={maximal device=0}}'
    one(op, "sharding", [x], "f32[2,3]", f"domain(x0), {options}", expected=[x])


def ragged_all_to_all(op):
    """Pieces of rows that the only device sends to itself, one after the other: a later one covers an earlier one."""
    rows, into = ramp(5, 2), ramp(6, 2, start=-9)
    first, counts, to = [3, 0, 1], [2, 3, 1], [4, 0, 1]
    expected = into.copy()
    for f, n, t in zip(first, counts, to):
        expected[t : t + n] = rows[f : f + n]
    arrays = [rows, into, *(np.array(numbers, np.int32) for numbers in (first, counts, to, counts))]
    operands = ", ".join(f"x{i}" for i in range(len(arrays)))
    one(op, "one_device", arrays, "f32[6,2]", f"{op}({operands}), replica_groups={{{{0}}}}", expected=[expected])
    arrays[2:] = [a.astype(np.int64) for a in arrays[2:]]
    arrays[3] = arrays[5] = np.zeros(3, np.int64)
    one(op, "no_rows", arrays, "f32[6,2]", f"{op}({operands}), replica_groups={{{{0}}}}", expected=[into])


def device_number(op):
    text = for_one_device(module(f"{op.replace('-', '_')}_zero", [], [f"r0 = u32[] {op}()"], ["r0"]))
    write(op, "zero", text, [], [np.uint32(0)])


MAKERS = {
    **{op: elementwise for op in FUNCTIONS},
    "mulhi": mulhi,
    "stochastic-convert": stochastic_convert,
    **{op: on_one_device for op in ("all-reduce", "all-gather", "all-to-all", "reduce-scatter", "collective-broadcast")},
    **{f"{op}-{half}": start_and_done for op in STARTS for half in ("start", "done")},
    "collective-permute": collective_permute,
    "ragged-all-to-all": ragged_all_to_all,
    **{f"async-{part}": asynchronous for part in ("start", "update", "done")},
    "after-all": tokens,
    "add-dependency": tokens,
    "domain": domain,
    "replica-id": device_number,
    "partition-id": device_number,
}
