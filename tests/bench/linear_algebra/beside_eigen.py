#!/usr/bin/env python3
"""Decompositions of small matrices as generated code, beside Eigen with fixed sizes, both with the same flags.

    beside_eigen.py --tool build/hlo2cpp --eigen DIR [--sizes 3,6,12,32,64] [--ops cholesky,lu,solve,inverse,qr,eigh,svd]
                    [--flags="-O2 -march=x86-64-v3"] [--target x86-64-v3]

Prints microseconds, their ratio, bytes of .text, and how far the results are apart (of qr: |A - QR| / |A|). Needs jax and a C++
compiler; DIR holds the header Eigen/Dense.
"""

import argparse
import pathlib
import shlex
import subprocess
import tempfile

import jax
import jax.numpy as jnp

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


def measure(op, n, args, folder):
    (folder / "m.pb").write_bytes(module_of(op, n))
    target = ["--target", args.target]
    subprocess.run([args.tool, "compile", folder / "m.pb", "--output-dir", folder, *target], check=True)
    compiler = [args.cxx, "-std=c++17", *shlex.split(args.flags)]
    subprocess.run([*compiler, "-c", folder / "m.cpp", "-o", folder / "m.o"], check=True)
    source = pathlib.Path(__file__).with_suffix(".cpp")
    defines = [f"-DDECOMPOSITION={op}", f"-DSIZE={n}", "-DPREFIX=m_run", '-DHEADER="m.h"', f"-I{folder}", f"-isystem{args.eigen}", "-DNDEBUG"]
    subprocess.run([*compiler, *defines, "-DONLY_EIGEN", "-c", source, "-o", folder / "eigen.o"], check=True)
    subprocess.run([*compiler, *defines, source, folder / "m.o", "-o", folder / "timer"], check=True)
    times = subprocess.run([folder / "timer"], check=True, capture_output=True, text=True).stdout.split()
    return *map(float, times), text_bytes(folder / "m.o"), text_bytes(folder / "eigen.o")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/hlo2cpp")
    parser.add_argument("--eigen", required=True)
    parser.add_argument("--sizes", default="3,6,12,32,64")
    parser.add_argument("--ops", default=",".join(FUNCTIONS))
    parser.add_argument("--flags", default="-O2 -march=x86-64-v3")
    parser.add_argument("--target", default="x86-64-v3")
    parser.add_argument("--cxx", default="g++")
    args = parser.parse_args()
    print("| | n | us | Eigen | ratio | .text | Eigen | apart |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for op in args.ops.split(","):
        for n in map(int, args.sizes.split(",")):
            with tempfile.TemporaryDirectory() as name:
                ours, eigen, apart, text, eigen_text = measure(op, n, args, pathlib.Path(name))
            row = f"{ours * 1e6:.3g} | {eigen * 1e6:.3g} | {ours / eigen:.2f} | {text} | {eigen_text} | {apart:.1e}"
            print(f"| {op} | {n} | {row} |", flush=True)


if __name__ == "__main__":
    main()
