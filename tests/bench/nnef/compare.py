#!/usr/bin/env python3
"""The same networks from NNEF and from JAX: what hlo2cpp makes of each. Needs jax and valgrind.

    python3 tests/bench/nnef/compare.py --tool build/hlo2cpp [--target generic]
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

import numpy as np

from networks import NETWORKS, write

MAIN = """
#include "{name}.h"
#include <cstdio>
alignas(64) static float in[{ins}], out[{outs}];
int main(int, char** argv) {{
    std::FILE* file = std::fopen(argv[1], "rb");
    if (std::fread(in, 4, {ins}, file) != {ins} || {name}_run(in, out) != 0) return 1;
    return std::fwrite(out, 4, {outs}, stdout) == {outs} ? 0 : 1;
}}
"""


def measure(tool, module, name, folder, x, expected, target):
    """Arena bytes, weights' bytes, and instructions of one run."""
    folder.mkdir()
    report = folder / "report.json"
    subprocess.run([tool, "compile", module, "--name", name, "--output-dir", folder, "--target", target, "--report", report],
                   check=True)
    (folder / "main.cpp").write_text(MAIN.format(name=name, ins=x.size, outs=expected.size))
    x.tofile(folder / "x.bin")
    flags = [] if target == "generic" else [f"-march={target}"]
    subprocess.run(["c++", "-std=c++17", "-O2", *flags, folder / "main.cpp", folder / f"{name}.cpp", "-o", folder / "run"],
                   check=True)
    result = np.frombuffer(subprocess.run([folder / "run", folder / "x.bin"], check=True, capture_output=True).stdout,
                           np.float32).reshape(expected.shape)
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-4 * max(1, np.abs(expected).max()))
    count = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind",
                            f"--toggle-collect={name}_run", folder / "run", folder / "x.bin"], check=True,
                           capture_output=True, text=False).stderr.decode()
    made = json.loads(report.read_text())
    return made["arena_bytes"], made["weights_bytes"], int(re.search(r"Collected : (\d+)", count).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--target", default="generic")
    args = parser.parse_args()
    print(f"{'':12} {'arena':>15} {'weights':>17} {'instructions':>21}\n{'':12} {'NNEF':>7} {'JAX':>7} {'NNEF':>8} {'JAX':>8} "
          f"{'NNEF':>10} {'JAX':>10}  ratio")
    for name in NETWORKS:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            x, expected = write(name, folder)
            nnef = measure(args.tool, folder / "nnef", name, folder / "n", x, expected, args.target)
            jax = measure(args.tool, folder / "jax.pb", name, folder / "j", x, expected, args.target)
        print(f"{name:12} {nnef[0]:7} {jax[0]:7} {nnef[1]:8} {jax[1]:8} {nnef[2]:10} {jax[2]:10}  {nnef[2] / jax[2]:.2f}",
              flush=True)


if __name__ == "__main__":
    main()
