"""The generated code on a Cortex-M of QEMU."""
from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import dtypes
from .errors import CompileError

_BOARDS = {"cortex-m4": ("an386", ["-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16"]),
           "cortex-m7": ("an500", ["-mcpu=cortex-m7", "-mfpu=fpv5-d16"])}
_MAIN = """#include "board.h"
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

static void number(const char* what, uint32_t value) {
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
}
"""


@dataclass(frozen=True)
class Emulated:
    """results: as the model gives them. instructions: of the call, to within 40. stack_bytes: painted before, looked at after.
    flash_bytes: of the whole image, start-up code and arguments included."""
    results: Any
    instructions: int
    stack_bytes: int
    flash_bytes: int

    def __str__(self) -> str:
        return f"{self.results}\n{self.instructions:,} instructions, stack {self.stack_bytes:,} bytes, flash {self.flash_bytes:,} bytes"


def emulate(source: Path, name: str, target: str, report: dict, arguments: list[np.ndarray]) -> tuple[list[bytes], Emulated]:
    """Builds an image with the start-up code of samples/board and runs it; `arguments` are the bytes of each argument of
    the entry. Gives the bytes of what the call wrote, in the entry's order."""
    if target not in _BOARDS:
        raise ValueError(f"{target} has no board in QEMU; these have: {', '.join(_BOARDS)}")
    board, machine = _BOARDS[target]
    folder = source.parent
    (folder / "board_main.cpp").write_text(_main_text(name, report, arguments))
    image = folder / f"{name}.elf"
    start = _board_folder()
    # Of the driver for C, which asks for no library of C++: the packages for boards have none.
    _checked(["arm-none-eabi-gcc", "-std=c++17", "-O2", *machine, "-mthumb", "-mfloat-abi=hard", "-ffreestanding",
              "-fno-exceptions", "-fno-rtti", "-ffunction-sections", "-w", f"-I{start}", f"-I{folder}",
              f"-D{name.upper()}_ARENA=__attribute__((section(\".bss.psram\")))", str(start / "start.cpp"),
              str(folder / "board_main.cpp"), str(source), "-nostartfiles", "-Wl,--gc-sections", f"-L{start}",
              f"-Tmps2_{board}.ld", "-o", str(image)])
    size = _checked(["arm-none-eabi-size", str(image)]).splitlines()[1].split()
    text = _checked(["qemu-system-arm", "-M", f"mps2-{board}", "-display", "none", "-monitor", "none", "-serial", "none",
                     "-semihosting-config", "enable=on,target=native", "-icount", "shift=0", "-kernel", str(image)])
    lines = [line.split(" ", 1) for line in text.splitlines() if " " in line]
    numbers = {what: int(value) for what, value in lines if what in ("stack", "instructions")}
    written = [bytes.fromhex(value) for what, value in lines if what == "out"]
    return written, Emulated(None, numbers["instructions"], numbers["stack"], int(size[0]))


def _main_text(name: str, report: dict, arguments: list[np.ndarray]) -> str:
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
    text = _MAIN.replace("@NAME@", name).replace("@ARRAYS@", arrays).replace("@RESET@", reset)
    return text.replace("@CALL@", ", ".join(call)).replace("@SHOW@", show)


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
        raise CompileError(f"a board needs {command[0]}; Debian: apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi "
                           "qemu-system-arm") from error
    if done.returncode:
        raise CompileError(f"{command[0]} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr  # semihosting writes to either
