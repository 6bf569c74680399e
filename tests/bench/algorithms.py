"""Instructions of sorting, scatter and gather, sums so far, Fourier transforms and random numbers beside those of plain
C++, CMSIS-DSP and pocketfft: on x86-64-v3 by callgrind, on a Cortex-M7 in QEMU.

    bash tests/bench/run.sh algorithms [--cases sort,fft_64] [--machines cortex-m7] [--optimize LEVEL]

Both are compiled by the same compiler with -O2. A name chooses all cases that begin with it.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.append(os.path.join(HERE, "algorithms"))

import jax
import numpy as np

from cases import all_cases
from tables import print_table

BOARD = os.path.join(HERE, "../../samples/board")
C_TYPES = {"pred": "uint8_t", "f32": "float", "f64": "double", "c64": "float"}
CORTEX_M7 = ["-mcpu=cortex-m7", "-mthumb", "-mfpu=fpv5-d16", "-mfloat-abi=hard", "-ffunction-sections"]
CMSIS_SOURCES = ["CommonTables/arm_common_tables.c", "CommonTables/arm_const_structs.c"] + ["TransformFunctions/arm_" + name + ".c" for name in (
    "bitreversal2", "cfft_f32", "cfft_init_f32", "cfft_radix8_f32", "rfft_fast_f32", "rfft_fast_init_f32")]


def command(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"failed ({done.returncode}): {' '.join(words)}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout + done.stderr


def module_of(case, folder):
    path = os.path.join(folder, "model.hlo.pb")
    with jax.enable_x64(any(a.dtype.itemsize == 8 and a.dtype.kind != "c" for a in case.arguments)):
        lowered = jax.jit(case.function).lower(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in case.arguments))
        with open(path, "wb") as file:
            file.write(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
    return path


def compiled(case, folder, target, arguments):
    """Writes the generated code, its arguments and called.h into the folder."""
    os.makedirs(folder, exist_ok=True)
    report = os.path.join(folder, "report.json")
    command(arguments.tool, "compile", module_of(case, folder), "--output-dir", folder, "--name", "model", "--target", target,
            "--optimize", arguments.optimize, "--report", report)
    with open(report) as file:
        report = json.load(file)
    text, data, ours, results = '#include "model.h"\n#include "peers.h"\n', "", [], []
    if "fft" in case.peer:
        text += '#include "fourier.h"\n'
    for i, value in enumerate(case.arguments):
        value.tofile(os.path.join(folder, f"in{i}.bin"))
        data += f'.section .rodata\n.balign 64\n.global data{i}\ndata{i}: .incbin "{folder}/in{i}.bin"\n'
    given = [a for a in report["arguments"] if a["direction"] != "out"]
    for i, a in enumerate(given):
        kind = C_TYPES.get(a["type"]) or {"s": "int", "u": "uint"}[a["type"][0]] + a["type"][1:] + "_t"
        text += f'extern "C" const {kind} data{i}[];\nstatic const {kind}* const in{i} = data{i};\n'
        ours.append(f"in{i}")
    for i, a in enumerate(a for a in report["arguments"] if a["direction"] == "out"):
        kind = C_TYPES.get(a["type"]) or {"s": "int", "u": "uint"}[a["type"][0]] + a["type"][1:] + "_t"
        is_float = kind == "float"
        size = f"{a['bytes']} / sizeof({kind})"
        text += f"alignas(64) static {kind} ours{i}[{size}], out{i}[{size}];\n"
        ours.append(f"ours{i}")
        results.append(f"{{ours{i}, out{i}, {a['bytes'] // 4 if is_float else a['bytes']}, {str(is_float).lower()}}}")
    text += "struct Result {\n    const void *ours, *peers;\n    uint32_t count;\n    bool is_float;\n};\n"
    text += f"static const Result kResults[] = {{{', '.join(results)}}};\n"
    text += f'extern "C" __attribute__((noinline)) void generated_call() {{ model_run({", ".join(ours)}); }}\n'
    text += f'extern "C" __attribute__((noinline)) void peer_call() {{ peers::{case.peer}; }}\n'
    for name, content in (("called.h", text), ("data.S", data + ('' if target == "cortex-m7" else '.section .note.GNU-stack,"",%progbits\n'))):
        with open(os.path.join(folder, name), "w") as file:
            file.write(content)
    return report


def sources(folder):
    return [f"-I{folder}", f"-I{HERE}/algorithms", f"{HERE}/algorithms/main.cpp", f"{folder}/model.cpp", f"{folder}/data.S"]


def difference(case, text):
    found = int(re.search(r"difference (\d+)", text)[1])
    if found > case.tolerance * 1e9:
        print(f"{case.name}: differs from its peer by {found * 1e-9 if case.tolerance else found}", file=sys.stderr)


def x86(case, folder, arguments):
    report = compiled(case, folder, "x86-64-v3", arguments)
    path, library = os.path.join(folder, "count"), []
    if "fft" in case.peer:
        library = [os.path.join(arguments.folder, "pocketfft.o")]
        if not os.path.exists(library[0]):
            source = os.path.join(arguments.folder, "pocketfft_f32.c") # it is written in double
            with open(source, "w") as file:
                file.write(f'#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n#define double float\n#include "{arguments.pocketfft}"\n')
            command("gcc", "-march=x86-64-v3", "-O2", "-w", "-c", source, "-o", library[0])
    command("g++", "-march=x86-64-v3", "-std=c++17", "-O2", "-w", *sources(folder), *library, "-o", path)
    counts = []
    for which in ("generated", "peer"):
        text = ["", ""]
        for i, calls in enumerate("23"):
            text[i] = command("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=" + which + "_call", path, which, calls)
        second, third = (int(re.search(r"Collected\s*:\s*(\d+)", t)[1]) for t in text)
        counts.append(third - second)
    difference(case, text[1])
    return report, counts


def cortex_m7(case, folder, arguments):
    if not case.on_board:
        return None
    report = compiled(case, folder, "cortex-m7", arguments)
    path, library = os.path.join(folder, "count"), []
    if "fft" in case.peer:
        include = [f"-I{arguments.cmsis}/Include", f"-I{arguments.cmsis}/PrivateInclude", "-D__GNUC_PYTHON__"]
        for source in CMSIS_SOURCES:
            library.append(os.path.join(arguments.folder, os.path.basename(source) + ".o"))
            if not os.path.exists(library[-1]):
                command("arm-none-eabi-gcc", *CORTEX_M7, "-O2", "-w", "-fdata-sections", *include, "-c", f"{arguments.cmsis}/Source/{source}", "-o", library[-1])
        library += include
    command("arm-none-eabi-g++", *CORTEX_M7, "-std=c++17", "-O2", "-w", "-fno-exceptions", "-fno-rtti", f"-I{BOARD}", *sources(folder), *library,
            "-fno-threadsafe-statics", "-fno-math-errno", '-DMODEL_ARENA=__attribute__((section(".bss.psram")))', f"{BOARD}/start.cpp", "-nostartfiles",
            "-Wl,--gc-sections", f"-L{BOARD}", "-Tmps2_an500.ld", "-o", path)
    text = command("qemu-system-arm", "-M", "mps2-an500", "-display", "none", "-monitor", "none", "-serial", "none", "-semihosting-config",
                   "enable=on,target=native", "-icount", "shift=0", "-kernel", path)
    difference(case, text)
    return report, [int(re.search(which + r" (\d+)", text)[1]) for which in ("generated", "peer")]


MACHINES = {"x86-64-v3": (x86, ["valgrind"]), "cortex-m7": (cortex_m7, ["arm-none-eabi-g++", "qemu-system-arm"])}


def cells(done):
    if done is None:
        return ["", "", "", ""]
    report, (ours, peer) = done
    return [f"{ours:,}", f"{peer:,}", f"{ours / peer:.2f}", f"{report['arena_bytes']:,}"]


def main():
    parser = argparse.ArgumentParser(prog="run.sh algorithms", description="Instructions of algorithms beside plain C++.")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--pocketfft", help="pocketfft.c")
    parser.add_argument("--cmsis", help="the folder of CMSIS-DSP")
    parser.add_argument("--cases", default="", help="the beginnings of names, with commas between; default: all")
    parser.add_argument("--machines", default=",".join(MACHINES))
    parser.add_argument("--optimize", default="balanced", metavar="LEVEL", help="as for hlo2cpp compile")
    arguments = parser.parse_args()
    machines = [name for name in arguments.machines.split(",") if all(map(shutil.which, MACHINES[name][1]))]
    lines = [["algorithm"] + [cell for name in machines for cell in (name, "peer", "ratio", "arena")]]
    for case in all_cases():
        if not any(map(case.name.startswith, arguments.cases.split(","))):
            continue
        line = [case.name]
        for name in machines:
            line += cells(MACHINES[name][0](case, os.path.join(arguments.folder, "algorithms", name, case.name), arguments))
        print(*line, file=sys.stderr)
        lines.append(line)
    print_table(lines)


if __name__ == "__main__":
    main()
