#!/usr/bin/env python3
"""Decompositions of small matrices as generated code, beside Eigen with fixed sizes, both with the same flags.

    beside_eigen.py --tool build/hlo2cpp --eigen DIR [--sizes 3,6,12,32,64] [--ops cholesky,lu,solve,inverse,qr,eigh,svd]
                    [--flags="-O2 -march=x86-64-v3"] [--target x86-64-v3] [--board]

Prints microseconds (with --board instructions on a Cortex-M7 in QEMU, -O2), their ratio, bytes of .text, and how far the results are apart (of qr: |A - QR| / |A|). Needs jax and a C++
compiler; DIR holds the header Eigen/Dense.
"""

import argparse
import pathlib
import shlex
import subprocess
import tempfile

import jax
import jax.numpy as jnp

BOARD = pathlib.Path(__file__).resolve().parents[3] / "samples" / "board"
CORTEX_M7 = "-O2 -mcpu=cortex-m7 -mfpu=fpv5-d16 -mthumb -mfloat-abi=hard -fno-exceptions -fno-rtti -fno-math-errno -fno-threadsafe-statics -ffunction-sections"

FUNCTIONS = {
    "cholesky": lambda a: jnp.linalg.cholesky(a, symmetrize_input=False),
    "lu": lambda a: jax.scipy.linalg.lu_factor(a),
    "solve": jnp.linalg.solve,
    "inverse": jnp.linalg.inv,
    "qr": lambda a: tuple(jnp.linalg.qr(a)),
    "eigh": lambda a: tuple(jnp.linalg.eigh(a, symmetrize_input=False)),
    "svd": lambda a: tuple(jnp.linalg.svd(a)),
}


def module_of(op, n):
    shapes = [jax.ShapeDtypeStruct((n, n), jnp.float32)]
    if op == "solve":
        shapes.append(jax.ShapeDtypeStruct((n,), jnp.float32))
    return jax.jit(FUNCTIONS[op]).lower(*shapes).compiler_ir("hlo").as_serialized_hlo_module_proto()


def text_bytes(path):
    return int(subprocess.run(["size", path], check=True, capture_output=True, text=True).stdout.split("\n")[1].split()[0])


def run_on_board(folder):
    """What the program prints; nothing where its stack grew into its variables: it ends, or counts what cannot be."""
    command = "qemu-system-arm -M mps2-an500 -display none -monitor none -serial none -icount shift=0 -kernel timer"
    semihosting = ["-semihosting-config", "enable=on,target=native"]
    run = subprocess.run([*command.split(), *semihosting], cwd=folder, capture_output=True, text=True)
    counts = [float(number) for number in run.stderr.split()[:2]] if run.returncode == 0 else []
    return run.stderr if counts and max(counts) < 1e12 else None


def measure(op, n, args, folder):
    (folder / "m.pb").write_bytes(module_of(op, n))
    target = ["--target", args.target]
    subprocess.run([args.tool, "compile", folder / "m.pb", "--output-dir", folder, *target], check=True)
    compiler = [args.cxx, "-std=c++17", *shlex.split(args.flags)]
    subprocess.run([*compiler, "-c", folder / "m.cpp", "-o", folder / "m.o"], check=True)
    source = pathlib.Path(__file__).with_suffix(".cpp")
    defines = [f"-DDECOMPOSITION={op}", f"-DSIZE={n}", "-DPREFIX=m_run", '-DHEADER="m.h"', f"-I{folder}", f"-isystem{args.eigen}", "-DNDEBUG"]
    subprocess.run([*compiler, *defines, "-DONLY_EIGEN", "-c", source, "-o", folder / "eigen.o"], check=True)
    sources = [source, folder / "m.o"]
    if args.board:
        defines += ["-DBOARD", f"-I{BOARD}", "-nostartfiles", f"-L{BOARD}", f"-T{BOARD}/mps2_an500.ld", "-Wl,--gc-sections"]
        sources.append(BOARD / "start.cpp")
    subprocess.run([*compiler, *defines, *sources, "-o", folder / "timer"], check=True)
    run = [folder / "timer"]
    printed = run_on_board(folder) if args.board else subprocess.run(run, check=True, capture_output=True, text=True).stdout
    if printed is None:
        return None
    return *map(float, printed.split()), text_bytes(folder / "m.o"), text_bytes(folder / "eigen.o")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/hlo2cpp")
    parser.add_argument("--eigen", required=True)
    parser.add_argument("--sizes", default="3,6,12,32,64")
    parser.add_argument("--ops", default=",".join(FUNCTIONS))
    parser.add_argument("--flags", default="-O2 -march=x86-64-v3")
    parser.add_argument("--target", default="x86-64-v3")
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--board", action="store_true")
    args = parser.parse_args()
    if args.board:
        args.cxx, args.flags, args.target = "arm-none-eabi-g++", CORTEX_M7, "cortex-m7"
    unit = "instructions" if args.board else "us"
    print(f"| | n | {unit} | Eigen | ratio | .text | Eigen | apart |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for op in args.ops.split(","):
        for n in map(int, args.sizes.split(",")):
            with tempfile.TemporaryDirectory() as name:
                measured = measure(op, n, args, pathlib.Path(name))
            if measured is None:
                print(f"| {op} | {n} | the board's stack of 64 KB is too small for Eigen |", flush=True)
                continue
            ours, eigen, apart, text, eigen_text = measured
            scale, form = (1, ".0f") if args.board else (1e6, ".3g")
            row = f"{ours * scale:{form}} | {eigen * scale:{form}} | {ours / eigen:.2f} | {text} | {eigen_text} | {apart:.1e}"
            print(f"| {op} | {n} | {row} |", flush=True)


if __name__ == "__main__":
    main()
