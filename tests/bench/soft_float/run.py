#!/usr/bin/env python3
"""Instructions of floating-point arithmetic without an FPU: the compiler's library (libgcc) beside `hlo2cpp soft-float`, in QEMU.

    run.py [--build build] [--levels=-Os,-O2] [--models mlp,f64_filter,inverse_f64]

Prints two tables in Markdown: of one call (calls.cpp, less the loop around it) with soft_float.cpp compiled at each level, and of whole
programs of tests/firmware/programs at -O2, with the bytes that code and constants take in the image. Ends with 1 where results of the
two have other bits. BUILD has hlo2cpp and tests/firmware_programs; needs what tests/setup.sh names for boards and firmware.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BOARD, FIRMWARE = ROOT / "samples" / "board", ROOT / "tests" / "firmware"
ARM, RISCV = "arm-none-eabi-gcc -mthumb", "riscv64-unknown-elf-gcc --specs=picolibc.specs"
MPS2 = "qemu-system-arm -M mps2-an386 -serial none -semihosting-config enable=on,target=native"
VIRT = "qemu-system-riscv32 -M virt -bios none -serial stdio"
# name: compiler, emulator (an ARMv6-M or ARMv7-M program runs on the board's Cortex-M4 as it is), start-up code, linker script
MACHINES = {
    "Cortex-M0": (f"{ARM} -mcpu=cortex-m0", MPS2, "start.cpp", "mps2_an386.ld"),
    "Cortex-M3": (f"{ARM} -mcpu=cortex-m3", MPS2, "start.cpp", "mps2_an386.ld"),
    "Cortex-M4F": (f"{ARM} -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard", MPS2, "start.cpp", "mps2_an386.ld"),
    "RV32IMC": (f"{RISCV} -march=rv32imc -mabi=ilp32", VIRT, "start_riscv.cpp", "virt.ld"),
}
FREESTANDING = "-std=c++17 -ffreestanding -fno-exceptions -fno-rtti -ffunction-sections -fdata-sections -ffp-contract=off".split()


def run(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, text=True, **options)


def image_of(machine, folder, sources, level, soft_float):
    """The path of a linked program; soft_float is the level of soft_float.cpp, or None for the library's functions."""
    compiler, _, start, script = MACHINES[machine]
    objects = []
    levels = {source: level for source in [*sources, BOARD / start]}
    if soft_float: levels[folder / "soft_float.cpp"] = soft_float
    for source, optimised in levels.items():
        objects.append(folder / f"{source.stem}.o")
        includes = [f"-I{path}" for path in (ROOT, BOARD, FIRMWARE, source.parent)]
        run(*compiler.split(), *FREESTANDING, optimised, *includes, "-c", source, "-o", objects[-1])
    image = folder / "image"
    run(*compiler.split(), "-nostartfiles", "-Wl,--gc-sections", f"-L{BOARD}", f"-T{BOARD / script}", *objects, "-o", image)
    return image


def printed_by(machine, image):
    emulator = [*MACHINES[machine][1].split(), "-display", "none", "-monitor", "none", "-icount", "shift=0", "-kernel", image]
    # Semihosting writes to standard error.
    return run(*emulator, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600).stdout.splitlines()


def flash_bytes(image):
    return int(run("size", image, capture_output=True).stdout.splitlines()[1].split()[0])


def calls(machine, folder, level):
    lines = printed_by(machine, image_of(machine, folder, [HERE / "calls.cpp"], "-O2", level))
    split = [line.rsplit(" ", 2) for line in lines]
    return {name: (int(count), hash_) for name, count, hash_ in split}


def print_calls(folder, levels):
    """A row a function, a column a machine: library / own at each level, or the library's alone where that is used."""
    tables = {machine: [calls(machine, folder, level) for level in [None, *levels]] for machine in MACHINES}
    print(f"| | {' | '.join(MACHINES)} |\n| --- |{' ---: |' * len(MACHINES)}")
    same = True
    for name in next(iter(tables.values()))[0]:
        cells = []
        for library, *own in tables.values():
            same = same and all(table[name][1] == library[name][1] for table in own)
            counts = [library[name][0], *(table[name][0] for table in own)]
            cells.append(" / ".join(map(str, counts if len(set(counts)) > 1 else counts[:1])))
        print(f"| {name} | {' | '.join(cells)} |")
    return same


def print_models(build, folder, models):
    modules = folder / "modules"
    modules.mkdir()
    for model in models: shutil.copy(FIRMWARE / "programs" / f"{model}.hlo", modules)
    code = folder / "code"
    print("\n| program | machine | instructions, library | own | ratio | flash, library | own |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    same = True
    for machine in MACHINES:
        run(build / "tests" / "firmware_programs", "generate", modules, code, "cortex-m4" if machine == "Cortex-M4F" else "generic")
        sources = [*code.glob("*.cpp"), FIRMWARE / "runner.cpp", FIRMWARE / "on_board.cpp"]
        images = [(printed_by(machine, image), flash_bytes(image)) for image in
                  (image_of(machine, folder, sources, "-O2", level) for level in (None, "-Os"))]
        (library, library_flash), (own, own_flash) = images
        same = same and [line for line in library if line[0] != "#"] == [line for line in own if line[0] != "#"]
        for before, after in zip(library, own):
            if before[0] != "#": continue
            name, first, second = before.split()[1][:-1], int(before.split()[-1]), int(after.split()[-1])
            print(f"| {name} | {machine} | {first} | {second} | {first / second:.2f} | {library_flash} | {own_flash} |")
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", type=pathlib.Path)
    parser.add_argument("--levels", default="-Os,-O2")
    parser.add_argument("--models", default="mlp,f64_filter,inverse_f64")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(args.build / "hlo2cpp", "soft-float", "--output-dir", folder)
        same = print_calls(folder, args.levels.split(","))
        same = print_models(args.build, folder, args.models.split(",")) and same
    if not same: sys.exit("results of soft_float.cpp have other bits than the library's")


if __name__ == "__main__":
    main()
