"""Compiles what `hlo2cpp compile` writes with the warnings that its files promise to be free of."""

import shlex
import subprocess
import tempfile

WARNINGS = (
    "-std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Wvla -Wcast-align "
    "-Wcast-qual -Wold-style-cast -Wundef -Wmissing-declarations -Werror"
)
COMPILERS = {
    "generic": ["g++ -O3", "clang++ -O2"],
    "x86-64-v2": ["g++ -O3 -march=x86-64-v2", "clang++ -O2 -march=x86-64-v2"],
    "x86-64-v3": ["g++ -O3 -march=x86-64-v3", "clang++ -O2 -march=x86-64-v3"],
    "cortex-m7": ["arm-none-eabi-g++ -O2 -mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16"],
}


def complaint(tool, text, options):
    """None, or what a compiler said first of the code for one of the targets."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/module.hlo", "w") as f:
            f.write(text)
        for target, compilers in COMPILERS.items():
            commands = [f"{tool} compile {folder}/module.hlo --output-dir {folder} --target {target} {shlex.join(options)}"]
            commands += [f"{c} {WARNINGS} -c {folder}/module.cpp -o {folder}/module.o" for c in compilers]
            for command in commands:
                p = subprocess.run(shlex.split(command), capture_output=True, stdin=subprocess.DEVNULL)
                if p.returncode != 0:
                    said = p.stderr.decode(errors="replace").replace(folder + "/", "")
                    return f"{target}, {command.split()[0]}: {said[:600]}"
    return None
