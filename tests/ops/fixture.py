"""One fixture: a module as HLO text, its arguments and what XLA:CPU makes of them, in one file that is HLO text itself."""

import os
import re
import textwrap

import numpy as np

import oracle

FLOATS = ["f64", "f32", "f16", "bf16"]
HERE = os.path.dirname(os.path.abspath(__file__))


def element(value, dtype):
    if np.issubdtype(dtype, np.complexfloating):
        return f"{element(value.real, value.real.dtype)},{element(value.imag, value.imag.dtype)}"
    if dtype == np.bool_:
        return "1" if value else "0"
    if np.issubdtype(dtype, np.integer):
        return str(int(value))
    number = float(value) if dtype == np.float64 else np.float32(value)
    if np.isnan(number):
        return "nan"
    if np.isinf(number):
        return "inf" if number > 0 else "-inf"
    text = (
        np.format_float_scientific(number, trim="-")
        if 0 < abs(number) < 1e-3 or abs(number) >= 1e7
        else np.format_float_positional(number, trim="-")
    )
    return text


def data(label, array):
    shape = f"{oracle.NAMES[array.dtype]}[{','.join(map(str, array.shape))}]"
    values = " ".join(element(v, array.dtype) for v in array.reshape(-1))
    lines = textwrap.wrap(values, 112, break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"// {label} {shape}", *(f"//   {line}" for line in lines)]) + "\n"


def noise(*dims, dtype="f32", seed=0):
    return np.random.default_rng(seed).normal(size=dims).astype(np.float32).astype(oracle.DTYPES[dtype])


def write(op, case, text, arguments, expected=None, signed_zeros=False, relative=False):
    """`expected`: the results where XLA:CPU cannot run the module or differs from what the semantics say. `relative`: no absolute tolerance."""
    arguments = [np.asarray(a) for a in arguments]
    results = oracle.run(text, arguments) if expected is None else [np.asarray(e) for e in expected]
    content = text.strip() + "\n\n"
    if signed_zeros:
        content += "// signed-zeros\n"
    if relative:
        content += "// relative\n"
    for i, argument in enumerate(arguments):
        content += data(f"in{i}", argument)
    for i, result in enumerate(results):
        content += data(f"out{i}", result)
    os.makedirs(f"{HERE}/{op}", exist_ok=True)
    with open(f"{HERE}/{op}/{case}.hlo", "w") as f:
        f.write(content)


def shape(array):
    return f"{oracle.NAMES[array.dtype]}[{','.join(map(str, array.shape))}]"


def module(name, arguments, lines, roots, extra=""):
    """HLO text: parameters x0, x1, ...; `lines` of instructions; the results are the instructions of `roots`."""
    body = [
        f"{'ROOT ' if roots == [f'x{i}'] else ''}x{i} = {shape(np.asarray(a))} parameter({i})"
        for i, a in enumerate(arguments)
    ]
    body += lines
    if len(roots) != 1:
        shapes = ", ".join(
            next(re.match(r"\S+ = (\S+)", line)[1] for line in body if line.startswith(root + " =")) for root in roots
        )
        body.append(f"ROOT out = ({shapes}) tuple({', '.join(roots)})")
    elif not any(line.startswith("ROOT ") for line in body):
        body = ["ROOT " + line if line.startswith(roots[0] + " =") else line for line in body]
    return f"HloModule {name}\n\n{extra}ENTRY main {{\n" + "".join(f"  {line}\n" for line in body) + "}\n"


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
