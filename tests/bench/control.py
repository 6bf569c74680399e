"""Instructions and code of filters and controllers beside those of CasADi's generated C: on x86-64 by callgrind, on a
Cortex-M4 in QEMU.

    bash tests/bench/run.sh control [--models kalman,ekf] [--machines cortex-m4] [--options="--finite"]

Both are compiled by the same compiler with -O2 for instructions, and with -Os for the bytes of .text. The functions are
those of the C library for CasADi (in float), and hlo2cpp's own. On the Cortex-M4 the bytes are also those of a program
that is linked of nothing but the call, with the functions of the C library that it needs.
"""
import argparse
import json
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, os.path.join(HERE, "control"))

import casadi as ca
import numpy as np

from algorithms import BOARD, command, module_of
from models import all_models
from tables import print_table

CORTEX_M4 = ["-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard", "-ffunction-sections",
             "-fdata-sections"]
# CasADi's numbers and functions are those of double in its text.
IN_FLOAT = ["-fsingle-precision-constant", "-include", os.path.join(HERE, "control", "in_float.h")]


def write_peer(model, folder, outputs):
    """CasADi's C code. Its arrays lie column by column: it is given, and gives, transposed ones."""
    symbols = [ca.SX.sym(f"a{i}", *reversed(a.shape)) if a.ndim == 2 else ca.SX.sym(f"a{i}", *a.shape) for i, a in enumerate(model.arguments)]
    results = model.symbolic(*(s.T if a.ndim == 2 else s for s, a in zip(symbols, model.arguments)))
    # A result may lie column by column in hlo2cpp, too.
    results = [ca.densify(r.T if len(made["dimensions"]) > 1 and not made["shape"].endswith("{0,1}") else r) for r, made in zip(results, outputs)]
    generator = ca.CodeGenerator("peer", {"casadi_real": "float", "with_header": True})
    generator.add(ca.Function("peer", symbols, results))
    generator.generate(folder + os.sep)


def write_call(model, folder, results):
    text = '#include "model.h"\n#include "peer.h"\n'
    inputs = [f"in{i}" for i in range(len(model.arguments))]
    for name, values in zip(inputs, model.arguments):
        text += f"static const float {name}[] = {{{', '.join(f'{float(v):.9e}f' for v in values.ravel())}}};\n"
    sizes = [r["bytes"] // 4 for r in results]
    for i, size in enumerate(sizes):
        text += f"static float ours{i}[{size}], out{i}[{size}];\n"
    text += "struct Result {\n    const void *ours, *peers;\n    uint32_t count;\n    bool is_float;\n};\n"
    text += f"static const Result kResults[] = {{{', '.join(f'{{ours{i}, out{i}, {n}, true}}' for i, n in enumerate(sizes))}}};\n"
    ours = inputs + [f"ours{i}" for i in range(len(sizes))]
    text += f'extern "C" __attribute__((noinline)) void generated_call() {{ model_run({", ".join(ours)}); }}\n'
    text += 'extern "C" __attribute__((noinline)) void peer_call() {\n'
    text += f"    const float* given[] = {{{', '.join(inputs)}}};\n    float* made[] = {{{', '.join(f'out{i}' for i in range(len(sizes)))}}};\n"
    text += "    peer(given, made, nullptr, nullptr, 0);\n}\n"
    with open(os.path.join(folder, "called.h"), "w") as file:
        file.write(text)


def compiled(model, folder, target, arguments):
    os.makedirs(folder, exist_ok=True)
    report = os.path.join(folder, "report.json")
    command(arguments.tool, "compile", module_of(model, folder), "--output-dir", folder, "--name", "model", "--target", target,
            "--report", report, *arguments.options.split())
    with open(report) as file:
        report = json.load(file)
    outputs = [a for a in report["arguments"] if a["direction"] == "out"]
    write_peer(model, folder, outputs)
    write_call(model, folder, outputs)
    return report


def difference(model, text):
    found = int(re.search(r"difference (\d+)", text)[1]) * 1e-9
    if found > model.tolerance:
        print(f"{model.name}: differs from its peer by {found}", file=sys.stderr)


def text_bytes(folder, prefix, flags):
    """Bytes of .text and .rodata at -Os, of our file and of the peer's, and of programs of bare metal that call them."""
    sizes = []
    for compiler, source, entry in (("g++", "model.cpp", "model_run"), ("gcc", "peer.c", "peer")):
        path = os.path.join(folder, source + ".o")
        own = [*IN_FLOAT, "-fno-math-errno"] if source == "peer.c" else []
        command(prefix + compiler, *flags, *own, "-Os", "-w", "-c", os.path.join(folder, source), "-o", path)
        paths = [path]
        if prefix:
            paths.append(path[:-1] + "elf")
            command(prefix + "g++", *flags, "-nostartfiles", "-Wl,--gc-sections", "-Wl,-e," + entry, path, "-lm", "-o", paths[1])
        sizes.append([int(command(prefix + "size", path).splitlines()[1].split()[0]) for path in paths])
    return list(zip(*sizes))


def x86(model, folder, arguments):
    report = compiled(model, folder, "x86-64-v3", arguments)
    path = os.path.join(folder, "count")
    flags = ["-march=x86-64-v3"]
    command("gcc", *flags, *IN_FLOAT, "-O2", "-w", "-fno-math-errno", "-c", f"{folder}/peer.c", "-o", f"{folder}/peer.o")
    command("g++", *flags, "-std=c++17", "-O2", "-w", f"-I{folder}", f"{HERE}/algorithms/main.cpp", f"{folder}/model.cpp", f"{folder}/peer.o",
            "-lm", "-o", path)
    counts = []
    for which in ("generated", "peer"):
        text = [command("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=" + which + "_call", path, which, calls)
                for calls in "23"]
        second, third = (int(re.search(r"Collected\s*:\s*(\d+)", t)[1]) for t in text)
        counts.append(third - second)
    difference(model, text[1])
    return report, counts, text_bytes(folder, "", flags)


def cortex_m4(model, folder, arguments):
    report = compiled(model, folder, "cortex-m4", arguments)
    path = os.path.join(folder, "count")
    command("arm-none-eabi-gcc", *CORTEX_M4, *IN_FLOAT, "-O2", "-w", "-fno-math-errno", "-c", f"{folder}/peer.c", "-o", f"{folder}/peer.o")
    command("arm-none-eabi-g++", *CORTEX_M4, "-std=c++17", "-O2", "-w", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-DCALLS=40", f"-I{folder}",
            f"-I{BOARD}", f"{HERE}/algorithms/main.cpp", f"{folder}/model.cpp", f"{folder}/peer.o", f"{BOARD}/start.cpp", "-nostartfiles",
            "-Wl,--gc-sections", f"-L{BOARD}", "-Tmps2_an500.ld", "-lm", "-o", path)
    text = command("qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor", "none", "-serial", "none", "-semihosting-config",
                   "enable=on,target=native", "-icount", "shift=0", "-kernel", path)
    difference(model, text)
    counts = [int(re.search(which + r" (\d+)", text)[1]) for which in ("generated", "peer")]
    return report, counts, text_bytes(folder, "arm-none-eabi-", CORTEX_M4)


# What measures, what of the bytes, and with which programs.
MACHINES = {"cortex-m4": (cortex_m4, [".text", "linked"], ["arm-none-eabi-g++", "qemu-system-arm"]), "x86-64-v3": (x86, [".text"], ["valgrind"])}


def compared(ours, peer):
    return [f"{ours:,}", f"{peer:,}", f"{ours / peer:.2f}"]


def main():
    parser = argparse.ArgumentParser(prog="run.sh control", description="Filters and controllers beside CasADi's code.")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--models", default="", help="the beginnings of names, with commas between; default: all")
    parser.add_argument("--machines", default=",".join(MACHINES))
    parser.add_argument("--options", default="", help="of hlo2cpp compile")
    arguments = parser.parse_args()
    machines = [name for name in arguments.machines.split(",") if all(map(shutil.which, MACHINES[name][2]))]
    lines = [["model"]]
    for name in machines:
        lines[0] += [cell for measured in [name] + MACHINES[name][1] for cell in (measured, "CasADi", "ratio")] + ["arena"]
    for model in all_models():
        if not any(map(model.name.startswith, arguments.models.split(","))):
            continue
        line = [model.name]
        for name in machines:
            folder = os.path.join(arguments.folder, "control", name, model.name)
            report, counts, texts = MACHINES[name][0](model, folder, arguments)
            line += [cell for pair in [counts, *texts] for cell in compared(*pair)] + [f"{report['arena_bytes']:,}"]
        print(*line, file=sys.stderr)
        lines.append(line)
    print_table(lines)


if __name__ == "__main__":
    main()
