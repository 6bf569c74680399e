"""Instructions of one inference, which repeat where times do not: x86-64 by callgrind (AVX-512 step by step), AArch64 and
Cortex-M7 in QEMU, as `emulate` of the Python package counts them.

    bash tests/bench/run.sh counts [--models lstm,... | --networks | --integers | --layers 100 | --modules FILE...] [--optimize LEVEL]

In brackets those of a multiply-add of the module. A machine whose tools are missing is left out.
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
sys.path.append(os.path.join(HERE, "../../compiler/python"))

import numpy as np

import hlo2cpp
from choice import add_choice, chosen_models
from engines import CALL, FLOATS, command, lowered_file
from models import Given
from tables import print_table

# Arguments are small numbers; the first word of the command line says how many calls.
MAIN = CALL + """
#include <stdlib.h>
#ifndef MARK
#define MARK
#endif
@ARRAYS@
int main(int, char** words) {
    void* arrays[] = {@NAMES@};
    for (auto& value : a0) value = static_cast<@TYPE@>(static_cast<float>(&value - a0) * 1e-3F);
    for (int i = atoi(words[1]); i > 0; --i) {
        if (i == 1) { MARK; }
        if (call(arrays) != 0) return 1;
        if (i == 1) { MARK; }
    }
    return 0;
}
"""


def parse_arguments():
    parser = argparse.ArgumentParser(prog="run.sh counts", description="Instructions of one inference.")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--folder", required=True)
    add_choice(parser)
    parser.add_argument("--optimize", default="balanced", metavar="LEVEL", help="as for hlo2cpp compile")
    return parser.parse_args()


def module_of(model, folder, kind="f32"):
    os.makedirs(folder, exist_ok=True)
    if isinstance(model, Given):
        return model.path
    x = model.input()
    return lowered_file(model, x.astype(FLOATS[kind]) if x.dtype == np.float32 else x, folder)


def program(model, module, folder, arguments, target, *compiler):
    """Builds a program that calls the model, and gives its path and the report."""
    report = os.path.join(folder, "report.json")
    command(arguments.tool, "compile", module, "--output-dir", folder, "--name", model.name, "--target", target,
            "--optimize", arguments.optimize, "--report", report)
    with open(report) as file:
        report = json.load(file)
    values = report["arguments"]
    first = "float" if values[0]["type"] == "f32" else "unsigned char" # zeros
    arrays = "".join(f"alignas(64) static {first if i == 0 else 'unsigned char'} a{i}[{a['bytes'] // (4 if i == 0 and first == 'float' else 1)}];\n"
                     for i, a in enumerate(values))
    text = MAIN.replace("@ARGUMENTS@", ", ".join(f"Any{{a[{i}]}}" for i in range(len(values)))).replace("@ARRAYS@", arrays)
    text = text.replace("@TYPE@", first)
    source, path = os.path.join(folder, "count.cpp"), os.path.join(folder, "count")
    with open(source, "w") as file:
        file.write(text.replace("@NAMES@", ", ".join(f"a{i}" for i in range(len(values)))).replace("@NAME@", model.name).replace("@PREFIX@", model.name.upper()))
    command(*compiler, "-std=c++17", "-O2", "-w", source, os.path.join(folder, model.name + ".cpp"), "-o", path)
    return path, report


def counted(pattern, *words):
    done = subprocess.run(words, capture_output=True, text=True)
    found = re.search(pattern, done.stderr)
    if done.returncode or not found:
        raise SystemExit(f"failed ({done.returncode}): {' '.join(words)}\n{done.stderr[-2000:]}")
    return int(found[1])


def of_third_call(path, pattern, *words):
    """Of the third call: what starting costs is in both counts."""
    return counted(pattern, *words, path, "3") - counted(pattern, *words, path, "2")


def x86(model, module, folder, arguments):
    path, report = program(model, module, folder, arguments, "x86-64-v3", "g++", "-march=x86-64-v3")
    return report, of_third_call(path, r"Collected\s*:\s*(\d+)", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")


def avx512(model, module, folder, arguments):
    path, report = program(model, module, folder, arguments, "x86-64-v4", "g++", "-march=x86-64-v4", '-DMARK=__asm__ volatile("int3")')
    steps = os.path.join(folder, "step_count")
    command("gcc", "-O2", os.path.join(HERE, "step_count.c"), "-o", steps)
    return report, counted(r"instructions (\d+)", steps, path, "3")


def emulated(target):
    def count(model, module, folder, arguments):
        os.environ["HLO2CPP_BINARY"] = os.path.abspath(arguments.tool)
        compiled = hlo2cpp.compile(module, name=model.name, target=target, options=["--optimize", arguments.optimize])
        given = [a for a in compiled.report["arguments"] if a["direction"] != "out"]
        values = [np.linspace(-1, 1, a["elements"]).reshape(a["dimensions"]).astype(FLOATS.get(a["type"], np.int8)) for a in given]
        return compiled.report, compiled.emulate(*values).instructions
    return count


def has_avx512():
    with open("/proc/cpuinfo") as file:
        return "avx512vl" in file.read()


MACHINES = {"x86-64-v3": (x86, ["valgrind"]), "cortex-a72": (emulated("cortex-a"), ["aarch64-linux-gnu-gcc", "qemu-aarch64"]),
            "cortex-m7": (emulated("cortex-m7"), ["arm-none-eabi-gcc", "qemu-system-arm"])}
SLOW_MACHINES = {"x86-64-v4": (avx512, ["gcc"])} if has_avx512() else {} # microseconds an instruction


def cell(report, instructions):
    work = report["multiply_adds"]
    return f"{instructions:,}" + (f" ({instructions / work:.2f})" if work else "")


def main():
    arguments = parse_arguments()
    machines = {name: count for name, (count, tools) in MACHINES.items() if all(map(shutil.which, tools))}
    lines = [["model", *machines]]
    for model in chosen_models(arguments):
        print(f"{model.name}: counting", file=sys.stderr)
        line = [model.name]
        for name, count in machines.items():
            folder = os.path.join(arguments.folder, "counts", name, model.name)
            try:
                line.append(cell(*count(model, module_of(model, folder), folder, arguments)))
            except hlo2cpp.CompileError as error: # the board has 4 MB of flash
                print(f"{model.name}: left out on {name}: {str(error).strip().splitlines()[-2]}", file=sys.stderr)
                line.append("")
        lines.append(line)
    print_table(lines)


if __name__ == "__main__":
    main()
