"""The generated code on machines of QEMU: boards of microcontrollers, and processors that run Linux."""
from __future__ import annotations

import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import dtypes
from .errors import CompileError

# By target. An ARMv6-M program runs on the Cortex-M4 of a board as it is.
_BOARDS = {"cortex-m0": "mps2-an386", "cortex-m0plus": "mps2-an386", "cortex-m3": "mps2-an385", "cortex-m4": "mps2-an386",
           "cortex-m7": "mps2-an500", "cortex-m23": "mps2-an505", "cortex-m33": "mps2-an505", "cortex-m33-nofp": "mps2-an505",
           "cortex-m55": "mps3-an547", "cortex-m85": "mps3-an547", "rv32imc": "virt", "rv32imafc": "virt"}
# Targets whose report names an emulator, for messages.
_OTHERS = "armv7, cortex-a, cortex-a76, cortex-a510, aarch64-sve256, rv64gc, rv64gcv, ppc64le"
# Debian's packages, by what the tools' names begin with; other compilers have a package of their name.
_PACKAGES = {"arm-none-eabi": "gcc-arm-none-eabi libnewlib-arm-none-eabi", "riscv64-unknown-elf": "gcc-riscv64-unknown-elf "
             "picolibc-riscv64-unknown-elf", "qemu-system-arm": "qemu-system-arm", "qemu-system-riscv32": "qemu-system-misc",
             "qemu-": "qemu-user", "cc": "gcc"}
_MAIN = """@INCLUDES@
#include "@NAME@.h"

@ARRAYS@
static void show(const unsigned char* bytes, uint32_t count) {
    const char* digits = "0123456789abcdef";
    char text[3] = {0, 0, 0};
    put("out ");
    for (uint32_t i = 0; i < count; ++i) {
        text[0] = digits[bytes[i] >> 4];
        text[1] = digits[bytes[i] & 15];
        put(text);
    }
    put("\\n");
}

@MAIN@
"""
_BOARD_MAIN = """static void number(const char* what, uint32_t value) {
    char text[12];
    char* at = text + sizeof text - 1;
    *at = 0;
    do *--at = static_cast<char>('0' + value % 10);
    while ((value /= 10) != 0);
    put(what);
    put(at);
    put("\\n");
}

int main() {
    @RESET@
    paint_stack();
    start_counting();
    const int code = @NAME@_run(@CALL@);
    const uint32_t instructions = static_cast<uint32_t>(counted_instructions());
    number("stack ", painted_stack_used());
    number("instructions ", instructions);
    @SHOW@
    return code;
}"""
# With an argument all but the call.
_LINUX_INCLUDES = """#include <stdint.h>
#include <stdio.h>
static void put(const char* text) {
    fputs(text, stdout);
}"""
_LINUX_MAIN = """int main(int words, char**) {
    @RESET@
    const int code = words == 1 ? @NAME@_run(@CALL@) : 0;
    @SHOW@
    return code;
}"""


@dataclass(frozen=True)
class Emulated:
    """results: as the model gives them. instructions: of the call, on a board to within 50. stack_bytes: painted before, looked at
    after; None on Linux. flash_bytes: of the whole program, start-up code and arguments included, and on Linux the C library."""
    results: Any
    instructions: int
    stack_bytes: int | None
    flash_bytes: int

    def __str__(self) -> str:
        stack = f"stack {self.stack_bytes:,} bytes, " if self.stack_bytes is not None else ""
        return f"{self.results}\n{self.instructions:,} instructions, {stack}flash {self.flash_bytes:,} bytes"


def emulate(source: Path, name: str, report: dict, arguments: list[np.ndarray]) -> tuple[list[bytes], Emulated]:
    """Builds a program for the target and runs it; `arguments` are the bytes of each argument of the entry. Gives the bytes of
    what the call wrote, in the entry's order."""
    target, machine = report["options"]["target"], report["machine"]
    if target in _BOARDS:
        return _on_board(source, name, report, arguments)
    if machine["emulator"]:
        return _on_linux(source, name, report, arguments)
    raise ValueError(f"{target} has no machine in QEMU; these have: {', '.join(_BOARDS)}, {_OTHERS}")


def _on_board(source: Path, name: str, report: dict, arguments: list[np.ndarray]) -> tuple[list[bytes], Emulated]:
    board, start = _BOARDS[report["options"]["target"]], _board_folder()
    arm = board != "virt"
    script = {"mps2-an385": "mps2_an386"}.get(board, board.replace("-", "_"))
    _write_main(source, name, report, arguments, '#include "board.h"', _BOARD_MAIN)
    # Of the driver for C, which asks for no library of C++: the packages for boards have none.
    image = _build(source, name, report, "-ffreestanding", "-ffunction-sections", f"-I{start}",
                   f"-D{name.upper()}_ARENA=__attribute__((section(\".bss.psram\")))", *([] if arm else ["--specs=picolibc.specs"]),
                   str(start / ("start.cpp" if arm else "start_riscv.cpp")), "-nostartfiles", "-Wl,--gc-sections", f"-L{start}",
                   f"-T{script}.ld")
    console = (["-serial", "none", "-semihosting-config", "enable=on,target=native"] if arm else
               ["-bios", "none", "-serial", "stdio"])
    text = _checked([f"qemu-system-{'arm' if arm else 'riscv32'}", "-M", board, "-display", "none", "-monitor", "none", *console,
                     "-icount", "shift=0", "-kernel", str(image)])
    return _written(text), Emulated(None, _number("instructions", text), _number("stack", text), _size(report, image))


def _on_linux(source: Path, name: str, report: dict, arguments: list[np.ndarray]) -> tuple[list[bytes], Emulated]:
    _write_main(source, name, report, arguments, _LINUX_INCLUDES, _LINUX_MAIN)
    image, plugin = _build(source, name, report, "-static"), source.parent / "qemu_count.so"
    _checked([*(shlex.split(os.environ.get("CC", "")) or ["cc"]), "-O2", "-shared", "-fPIC", str(Path(__file__).with_name("qemu_count.c")), "-o", str(plugin)])
    command = [*shlex.split(report["machine"]["emulator"]), "-plugin", str(plugin), str(image)]
    called, left_out = _checked(command), _checked([*command, "without"])
    instructions = _number("instructions", called) - _number("instructions", left_out)
    return _written(called), Emulated(None, instructions, None, _size(report, image))


def _build(source: Path, name: str, report: dict, *words: str) -> Path:
    machine, image = report["machine"], source.with_suffix(".elf")
    _checked([machine["tools"] + "gcc", "-std=c++17", "-O2", *shlex.split(machine["flags"]), "-fno-exceptions", "-fno-rtti", "-w",
              f"-I{source.parent}", str(source.with_name("emulated_main.cpp")), str(source), *words, "-lm", "-o", str(image)])
    return image


def _size(report: dict, image: Path) -> int:
    return int(_checked([report["machine"]["tools"] + "size", str(image)]).splitlines()[1].split()[0])


def _number(what: str, text: str) -> int:
    found = re.search(rf"^{what} (\d+)$", text, re.MULTILINE)
    if found is None:
        raise CompileError(f"the emulated program does not state its {what}:\n{text}")
    return int(found[1])


def _written(text: str) -> list[bytes]:
    return [bytes.fromhex(line[4:]) for line in text.splitlines() if line.startswith("out ")]


def _write_main(source: Path, name: str, report: dict, arguments: list[np.ndarray], includes: str, main: str) -> None:
    arrays, call, show = "", [], ""
    for i, (argument, memory) in enumerate(zip(report["arguments"], arguments)):
        count = max(1, argument["bytes"])
        kind = "const " if argument["direction"] == "in" else ""
        values = "" if argument["direction"] == "out" else " = {" + ",".join(map(str, memory.tolist())) + "}"
        if argument["direction"] == "inout":  # nothing is copied at start
            arrays += f"static const unsigned char from{i}[{count}]{values};\n"
            values = ""
        arrays += f"alignas(64) static {kind}unsigned char a{i}[{count}]{values};\n"
        call.append(f"{'*' if argument['by_value'] else ''}({kind}{_c_type(argument['type'])}*)a{i}")
        if argument["direction"] != "in":
            show += f"show(a{i}, {argument['bytes']});\n    "
    reset = "".join(f"for (unsigned i = 0; i < sizeof a{i}; ++i) a{i}[i] = from{i}[i];\n    "
                    for i, a in enumerate(report["arguments"]) if a["direction"] == "inout")
    if report["state"]:
        reset += f"{name}_reset();"
    holes = {"INCLUDES": includes, "MAIN": main, "NAME": name, "ARRAYS": arrays, "RESET": reset, "CALL": ", ".join(call), "SHOW": show}
    text = _MAIN
    for hole, value in holes.items():
        text = text.replace(f"@{hole}@", value)
    source.with_name("emulated_main.cpp").write_text(text)


def _c_type(hlo: str) -> str:
    dtype = dtypes.stored_dtype(hlo)
    if dtype.kind == "c":
        dtype = np.dtype("float32" if dtype.itemsize == 8 else "float64")
    known = {"float32": "float", "float64": "double", "bool": "uint8_t", "float16": "uint16_t", "bfloat16": "uint16_t"}
    return known.get(dtype.name) or ("uint8_t" if dtype.name.startswith("float") else f"{dtype.name}_t")


def _board_folder() -> Path:
    here = Path(__file__).resolve().parent
    for folder in (here / "board", here.parents[2] / "samples" / "board"):
        if (folder / "start.cpp").exists():
            return folder
    raise CompileError("the start-up code of the board is not installed with the package")


def _checked(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except FileNotFoundError as error:
        own = "gcc-" + command[0].removesuffix("-gcc")
        package = next((names for begin, names in _PACKAGES.items() if command[0].startswith(begin)), own)
        raise CompileError(f"emulating needs {command[0]}; Debian: apt-get install {package}") from error
    except subprocess.TimeoutExpired as error:
        raise CompileError(f"{command[0]} did not end in five minutes") from error
    if done.returncode:
        raise CompileError(f"{command[0]} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr  # semihosting writes to either
