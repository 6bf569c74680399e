"""Fixtures of the structural ops: constants, parameters, tuples, calls and loops."""

import numpy as np

import control
import counters
import rounds
import sequences
from fixture import module, write
from movement import one, ramp
from oracle import DTYPES


def constant(op):
    values = {"pred": "{true, false}", **{t: "{1, 2}" for t in DTYPES if t != "pred"}}
    for t in ("f64", "f32", "f16", "bf16"):
        values[t] = "{-0.15625, 1024}"
    values["c64"] = values["c128"] = "{(1, -2), (0.5, 3)}"
    lines = [f"r{i} = {t}[2] constant({values[t]})" for i, t in enumerate(DTYPES)]
    write(op, "every_type", module("constant_every_type", [], lines, [f"r{i}" for i in range(len(lines))]), [])
    one(
        op, "corners", [], "f32[6]", "constant({inf, -inf, nan, -0.0, 3.4028235e+38, 1.1754944e-38})", signed_zeros=True
    )
    one(op, "scalar", [], "s32[]", "constant(-2147483648)")
    one(op, "matrix", [], "u8[2,3]", "constant({{1,2,3},{253,254,255}})")
    one(op, "empty", [], "f32[0,3]", "constant({})")
    # GCC 12 copies 64 bytes of these as if all were the first ones.
    ones = ", ".join(["1"] * 6 + ["0"] * 39)
    one(op, "equal_then_zeros", [], "f32[45]", f"constant({{{ones}}})")
    integers_in_wide_types(op)


def integers_in_wide_types(op):
    """Constants of numbers that narrower integers have all, and of some that these do not quite have: the bits stay."""
    corners = {
        "s8": [-128, 127, 0], "u8": [0, 128, 255], "s16": [-129, 32767, -32768], "u16": [0, 32768, 65535],
        "wider": [-1, 65536], "minus_zero": [0, -0.0], "nan": [1, np.nan], "inf": [1, -np.inf], "fraction": [1, 0.5],
    }  # fmt: skip
    arguments, lines, roots = [ramp(2, 4)], [], []
    for dtype in ["f64", "f32", "f16", "bf16", "s64", "s32", "s16", "u64", "u32", "u16"]:
        arguments.append((np.arange(120) % 3 + 1).astype(DTYPES[dtype]))
        for name, numbers in corners.items():
            wide = np.array(numbers, np.float64)
            if dtype[0] not in "fb" and (name in ("minus_zero", "nan", "inf", "fraction") or dtype[0] == "u"):
                wide = np.abs(np.array(corners["u8" if dtype == "u16" else "u16"], np.float64))
            if dtype == "s16" and name in ("u16", "wider"):
                wide = np.array(corners["s16"], np.float64)
            wide = np.minimum(wide, 32768) if dtype == "f16" else wide
            values = np.resize(wide, 120).astype(DTYPES[dtype])
            text = ", ".join(str(v) for v in (values if dtype[0] in "su" else values.astype(np.float64)))
            lines.append(f"c_{dtype}_{name} = {dtype}[120] constant({{{text}}})")
            lines.append(f"r_{dtype}_{name} = {dtype}[120] multiply(c_{dtype}_{name}, x{len(arguments) - 1})")
            roots.append(f"r_{dtype}_{name}")
            if dtype != "f32":
                continue
            lines.append(f"w_{name} = f32[4,30] reshape(c_f32_{name})")
            lines.append(f"d_{name} = f32[2,30] dot(x0, w_{name}), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}")
            roots.append(f"d_{name}")
    write(op, "integers_in_wide_types", module("constant_integers", arguments, lines, roots), arguments, signed_zeros=True)


def parameter(op):
    a = [ramp(2), np.int8(3)]
    write(op, "unused", module("parameter_unused", a, ["r0 = f32[2] negate(x0)"], ["r0"]), a)
    write(op, "is_result", module("parameter_is_result", a, [], ["x1"]), a)
    write(op, "twice", module("parameter_twice", a, [], ["x0", "x0", "x1"]), a)
    text = """HloModule parameter_tuple

ENTRY main {
  p = (f32[2], (s32[], f32[3])) parameter(0)
  q = f32[2] parameter(1)
  a = f32[2] get-tuple-element(p), index=0
  n = (s32[], f32[3]) get-tuple-element(p), index=1
  s = s32[] get-tuple-element(n), index=0
  v = f32[3] get-tuple-element(n), index=1
  b = f32[2] add(a, q)
  w = f32[3] negate(v)
  ROOT r = ((f32[2], f32[3]), s32[]) tuple(t, s)
}
""".replace("  ROOT", "  t = (f32[2], f32[3]) tuple(b, w)\n  ROOT")
    a = [ramp(2), np.int32(5), ramp(3), ramp(2)]
    write(op, "tuple", text, a, [a[0] + a[3], -a[2], a[1]])
    text = """HloModule parameter_layouts, entry_computation_layout={(f32[2,3]{0,1}, s8[2,2,2]{0,2,1})->(f32[2,3]{0,1}, s8[2,2,2]{2,0,1})}

ENTRY main {
  x0 = f32[2,3]{0,1} parameter(0)
  x1 = s8[2,2,2]{0,2,1} parameter(1)
  r0 = f32[2,3]{0,1} negate(x0)
  r1 = s8[2,2,2]{2,0,1} copy(x1)
  ROOT out = (f32[2,3]{0,1}, s8[2,2,2]{2,0,1}) tuple(r0, r1)
}
"""
    a = [ramp(2, 3), ramp(2, 2, 2, dtype="s8")]
    write(op, "layouts", text, a, [-a[0], a[1]])
    text = """HloModule parameter_donated, input_output_alias={ {0}: (0, {}, may-alias), {1}: (2, {}, must-alias) }

ENTRY main {
  x0 = f32[3] parameter(0)
  x1 = f32[3] parameter(1)
  x2 = s32[2] parameter(2)
  r0 = f32[3] add(x0, x1)
  r1 = s32[2] negate(x2)
  r2 = f32[3] multiply(x0, x1)
  ROOT out = (f32[3], s32[2], f32[3]) tuple(r0, r1, r2)
}
"""
    a = [ramp(3), ramp(3, start=5), ramp(2, dtype="s32")]
    write(op, "donated", text, a, [a[0] + a[1], -a[2], a[0] * a[1]])
    text = """HloModule parameter_swapped, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {}, may-alias) }

ENTRY main {
  x0 = f32[3] parameter(0)
  x1 = f32[3] parameter(1)
  ROOT out = (f32[3], f32[3]) tuple(x1, x0)
}
"""
    a = [ramp(3), ramp(3, start=5)]
    write(op, "swapped", text, a, [a[1], a[0]])


def tuple_(op):
    a = [ramp(2)]
    write(
        op,
        "empty",
        "HloModule tuple_empty\n\nENTRY main {\n  x0 = f32[2] parameter(0)\n  ROOT t = () tuple()\n}\n",
        a,
        [],
    )
    write(op, "same_value_twice", module("tuple_same_value_twice", a, ["v = f32[2] negate(x0)"], ["v", "v"]), a)
    write(
        op,
        "constant_result",
        module("tuple_constant_result", a, ["c = s32[2] constant({4, 5})", "n = f32[2] negate(x0)"], ["c", "n", "c"]),
        a,
    )


def get_tuple_element(op):
    a = [ramp(3)]
    lines = [
        "n = f32[3] negate(x0)",
        "t = (f32[3], f32[3]) tuple(x0, n)",
        "u = ((f32[3], f32[3]), f32[3]) tuple(t, x0)",
        "g = (f32[3], f32[3]) get-tuple-element(u), index=0",
        "r0 = f32[3] get-tuple-element(g), index=1",
    ]
    lines[2] = "u = ((f32[3], f32[3]), f32[3]) tuple(t, x0)"
    write(op, "nested", module("get_tuple_element_nested", a, lines, ["r0"]), a)


def call(op):
    body = """twice {
  p = f32[3] parameter(0)
  ROOT r = f32[3] add(p, p)
}

pair {
  p = f32[3] parameter(0)
  q = f32[3] call(p), to_apply=twice
  m = f32[3] multiply(p, q)
  ROOT r = (f32[3], f32[3]) tuple(q, m)
}

"""
    a = [ramp(3)]
    lines = [
        "c = (f32[3], f32[3]) call(x0), to_apply=pair",
        "d = f32[3] get-tuple-element(c), index=0",
        "r1 = f32[3] get-tuple-element(c), index=1",
        "r0 = f32[3] call(d), to_apply=twice",
    ]
    write(op, "nested", module("call_nested", a, lines, ["r0", "r1"], body), a)


def while_(op):
    def loop(case, state, condition, body, arrays, lines, roots):
        text = f"condition {{\n  s = {state} parameter(0)\n{condition}}}\n\nbody {{\n  s = {state} parameter(0)\n{body}}}\n\n"
        write(op, case, module(f"while_{case}", arrays, lines, roots, text), arrays)

    below = "  i = s32[] get-tuple-element(s), index=0\n  n = s32[] constant({})\n  ROOT c = pred[] compare(i, n), direction=LT\n"
    step = "  i = s32[] get-tuple-element(s), index=0\n  one = s32[] constant(1)\n  j = s32[] add(i, one)\n"
    start = ["zero = s32[] constant(0)"]
    state = "(s32[], f32[3])"
    for case, n in (("counted", 5), ("never", 0)):
        loop(
            case,
            state,
            below.format(n),
            step + "  v = f32[3] get-tuple-element(s), index=1\n  w = f32[3] add(v, v)\n"
            "  ROOT t = (s32[], f32[3]) tuple(j, w)\n",
            [ramp(3)],
            [
                *start,
                f"t = {state} tuple(zero, x0)",
                f"w = {state} while(t), condition=condition, body=body",
                "r0 = f32[3] get-tuple-element(w), index=1",
                "r1 = s32[] get-tuple-element(w), index=0",
            ],
            ["r0", "r1"],
        )
    state = "(s32[], f32[3], f32[3])"
    loop(
        "swaps",
        state,
        below.format(3),
        step + "  a = f32[3] get-tuple-element(s), index=1\n  b = f32[3] get-tuple-element(s), index=2\n"
        f"  ROOT t = {state} tuple(j, b, a)\n",
        [ramp(3), ramp(3, start=7)],
        [
            *start,
            f"t = {state} tuple(zero, x0, x1)",
            f"w = {state} while(t), condition=condition, body=body",
            "r0 = f32[3] get-tuple-element(w), index=1",
            "r1 = f32[3] get-tuple-element(w), index=2",
        ],
        ["r0", "r1"],
    )
    state = "(s32[], f32[], f32[4])"
    loop(
        "invariant_and_initial_used",
        state,
        below.format(4),
        step + "  a = f32[] get-tuple-element(s), index=1\n  b = f32[4] get-tuple-element(s), index=2\n"
        "  e = f32[1] dynamic-slice(b, i), dynamic_slice_sizes={1}\n  f = f32[] reshape(e)\n  g = f32[] add(a, f)\n"
        f"  ROOT t = {state} tuple(j, g, b)\n",
        [np.float32(0.5), ramp(4)],
        [
            *start,
            f"t = {state} tuple(zero, x0, x1)",
            f"w = {state} while(t), condition=condition, body=body",
            "g = f32[] get-tuple-element(w), index=1",
            "r0 = f32[] add(g, x0)",
            "r1 = f32[4] add(x1, x1)",
        ],
        ["r0", "r1"],
    )
    state = "(s32[], f32[6])"
    loop(
        "fills",
        state,
        below.format(6),
        step + "  b = f32[6] get-tuple-element(s), index=1\n  v = f32[] convert(i)\n"
        "  u = f32[1] reshape(v)\n  d = f32[6] dynamic-update-slice(b, u, i)\n  ROOT t = (s32[], f32[6]) tuple(j, d)\n",
        [ramp(6)],
        [
            *start,
            f"t = {state} tuple(zero, x0)",
            f"w = {state} while(t), condition=condition, body=body",
            "r0 = f32[6] get-tuple-element(w), index=1",
        ],
        ["r0"],
    )
    loop(
        "data_decides",
        "f32[]",
        "  n = f32[] constant(100)\n  ROOT c = pred[] compare(s, n), direction=LT\n",
        "  ROOT d = f32[] add(s, s)\n",
        [np.float32(1.5)],
        ["r0 = f32[] while(x0), condition=condition, body=body"],
        ["r0"],
    )
    inner = """inner_condition {
  s = (s32[], f32[3]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(2)
  ROOT c = pred[] compare(i, n), direction=LT
}

inner_body {
  s = (s32[], f32[3]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  j = s32[] add(i, one)
  v = f32[3] get-tuple-element(s), index=1
  w = f32[3] multiply(v, v)
  ROOT t = (s32[], f32[3]) tuple(j, w)
}

"""
    state = "(s32[], f32[3])"
    text = (
        f"{inner}condition {{\n  s = {state} parameter(0)\n{below.format(2)}}}\n\nbody {{\n  s = {state} parameter(0)\n{step}"
        "  v = f32[3] get-tuple-element(s), index=1\n  zero = s32[] constant(0)\n  t0 = (s32[], f32[3]) tuple(zero, v)\n"
        "  t1 = (s32[], f32[3]) while(t0), condition=inner_condition, body=inner_body\n"
        "  w = f32[3] get-tuple-element(t1), index=1\n  ROOT t = (s32[], f32[3]) tuple(j, w)\n}\n\n"
    )
    a = [np.array([0.5, 1, -1.25], np.float32)]
    write(
        op,
        "nested",
        module(
            "while_nested",
            a,
            [
                *start,
                f"t = {state} tuple(zero, x0)",
                f"w = {state} while(t), condition=condition, body=body",
                "r0 = f32[3] get-tuple-element(w), index=1",
            ],
            ["r0"],
            text,
        ),
        a,
    )


def every_loop(op):
    while_(op)
    control.loops(op)
    counters.counters(op)
    rounds.rounds(op)
    sequences.steps(op)


def custom_call(op):
    """Annotations: the oracle has no function of ours to call."""
    lines = [
        'r0 = f32[2] custom-call(x0), custom_call_target="Sharding", sharding={replicated}',
        "n = f32[2] negate(r0)",
        'r1 = f32[2] custom-call(n), custom_call_target="Sharding", custom_call_has_side_effect=true, sharding={replicated}',
    ]
    write(op, "annotation", module("custom_call_annotation", [ramp(2)], lines, ["r0", "r1"]), [ramp(2)])
    # On one device the part is the whole.
    arrays = [ramp(2), ramp(3, dtype="s32")]
    lines = ['p = (f32[2], s32[3]) custom-call(x0, x1), custom_call_target="xla.sdy.GlobalToLocalShape"']
    lines += ["a = f32[2] get-tuple-element(p), index=0", "r1 = s32[3] get-tuple-element(p), index=1", "n = f32[2] negate(a)"]
    lines += ['r0 = f32[2] custom-call(n), custom_call_target="xla.sdy.LocalToGlobalShape"']
    write(op, "parts_of_one_device", module("custom_call_parts_of_one_device", arrays, lines, ["r0", "r1"]), arrays, [-arrays[0], arrays[1]])


def feeds(op):
    """Of arrays without elements and of empty tuples: nothing is exchanged with a host, which fixtures have not."""
    none = np.zeros((0, 2), np.float32)
    lines = {
        "infeed": ["i = ((), token[]) infeed(t)", "u = token[] get-tuple-element(i), index=1",
                   "j = ((f32[0,2], s32[0]), token[]) infeed(u)", "p = (f32[0,2], s32[0]) get-tuple-element(j), index=0",
                   "r = f32[0,2] get-tuple-element(p), index=0"],
        "outfeed": ["e = () tuple()", "o = token[] outfeed(e, t)", "p = token[] outfeed(x0, o)", "r = f32[0,2] negate(x0)"],
        "send": ["s = (f32[0,2], u32[], token[]) send(x0, t), channel_id=1", "d = token[] send-done(s), channel_id=1",
                 "r = f32[0,2] negate(x0)"],
        "recv": ["v = (f32[0,2], u32[], token[]) recv(t), channel_id=1", "d = (f32[0,2], token[]) recv-done(v), channel_id=1",
                 "r = f32[0,2] get-tuple-element(d), index=0"],
    }[op.removesuffix("-done")]
    one_value = np.array([1, 2], np.float32)
    text = module(f"{op.replace('-', '_')}_nothing", [none, one_value], ["t = token[] after-all()", *lines], ["r", "x1"])
    write(op, "nothing", text, [none, one_value], [none, one_value])


MAKERS = {
    "custom-call": custom_call,
    **control.MAKERS,
    "constant": constant,
    "parameter": parameter,
    "tuple": tuple_,
    "get-tuple-element": get_tuple_element,
    "call": call,
    "while": every_loop,
    **{op: feeds for op in ("infeed", "outfeed", "send", "send-done", "recv", "recv-done")},
}
