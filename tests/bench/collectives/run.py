"""Times all-reduces of f32 between processes of one machine, and prints the times and their ratios to plain MPI's:

    run.py --tool build/hlo2cpp --folder FOLDER [--mpi openmpi,mpich] [--processes 2,4] [--counts 1,16384,1048576]
        [--rounds 5] [--target native]

The generated code and plain MPI take turns in one program; jax with gloo and mpi4jax are processes of their own. All take
turns --rounds times, and the least time of each counts. FOLDER/openmpi and FOLDER/mpich are virtual environments with jax and
mpi4jax."""
import argparse
import os
import pathlib
import socket
import subprocess

here = pathlib.Path(__file__).resolve().parent
tables = here.parents[2] / "samples" / "replicas"
LAUNCH = {"openmpi": "mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -np".split(),
          "mpich": "mpirun.mpich -np".split()}
LIMIT = 300  # seconds, against hanging
MODULE = """HloModule all_reduce, replica_count={processes}

add {{
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}}

ENTRY all {{
  x = f32[{count}] parameter(0)
  ROOT sum = f32[{count}] all-reduce(x), replica_groups={{}}, to_apply=add
}}
"""


def build(options, mpi, processes, count):
    folder = options.folder / f"{mpi}_{processes}_{count}"
    folder.mkdir(parents=True, exist_ok=True)
    module = folder / "all_reduce.hlo"
    module.write_text(MODULE.format(processes=processes, count=count))
    subprocess.run([options.tool, "compile", module, "--output-dir", folder, "--name", "all_reduce", "--target",
                    options.target, "--optimize", "speed"], check=True, stdout=subprocess.DEVNULL)
    flags = ["-O2", f"-DCOUNT={count}", "-I", folder, "-I", tables]
    sources = [here / "program.cpp", folder / "all_reduce.cpp", tables / "collectives_mpi.cpp"]
    program = folder / "program"
    machine = [] if options.target == "generic" else [f"-march={options.target}"]
    subprocess.run([f"mpicxx.{mpi}", *flags, *machine, *sources, "-o", program], check=True)
    return program


def numbers(command, **how):
    run = subprocess.run(command, check=True, timeout=LIMIT, text=True, stdout=subprocess.PIPE, **how)
    return [float(word) for word in run.stdout.split()]


def time_programs(mpi, processes, programs):
    pairs = [numbers([*LAUNCH[mpi], str(processes), program]) for program in programs]
    generated, plain = zip(*pairs)
    return {"generated": generated, "plain": plain}


def time_mpi4jax(options, mpi, processes):
    python = options.folder / mpi / "bin" / "python"
    return numbers([*LAUNCH[mpi], str(processes), python, here / "jax_mpi.py", *map(str, options.counts)])


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("localhost", 0))
        return any_port.getsockname()[1]


def time_gloo(options, mpi, processes):
    command = [options.folder / mpi / "bin" / "python", here / "jax_gloo.py"]
    rest = [str(processes), str(free_port()), *map(str, options.counts)]
    others = [subprocess.Popen([*command, str(rank), *rest], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
              for rank in range(1, processes)]
    lines = subprocess.run([*command, "0", *rest], check=True, timeout=LIMIT, text=True, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL).stdout.splitlines()
    for other in others:
        other.wait()
    return [float(line) for line in lines if not line.startswith("[")]


def least(times, more):
    for engine, values in more.items():
        times[engine] = [min(pair) for pair in zip(times.get(engine, values), values)]


def measure(options, mpi, processes):
    programs = [build(options, mpi, processes, count) for count in options.counts]
    times = {}
    for _ in range(options.rounds):
        least(times, time_programs(mpi, processes, programs))
        least(times, {"gloo": time_gloo(options, mpi, processes)})
        least(times, {"mpi4jax": time_mpi4jax(options, mpi, processes)})
    return times


def print_lines(mpi, processes, counts, times):
    for i, count in enumerate(counts):
        plain = times["plain"][i]
        ratios = [times[engine][i] / plain for engine in ("generated", "mpi4jax", "gloo")]
        cells = [mpi, processes, count, f"{1e6 * times['generated'][i]:.1f}", f"{1e6 * plain:.1f}",
                 f"{4e-9 * count / times['generated'][i]:.2f}", *(f"{ratio:.2f}" for ratio in ratios)]
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def words(text):
    return text.split(",")


def whole_numbers(text):
    return [int(word) for word in words(text)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=os.path.abspath, required=True)
    parser.add_argument("--folder", type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--mpi", type=words, default=["openmpi", "mpich"])
    parser.add_argument("--processes", type=whole_numbers, default=[2, 4])
    parser.add_argument("--counts", type=whole_numbers, default=[1, 16384, 1048576])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--target", default="native")
    options = parser.parse_args()
    print("| MPI | processes | floats | generated, µs | plain, µs | generated, GB/s | generated / plain "
          "| mpi4jax / plain | gloo / plain |\n" + "| --- " * 3 + "| ---: " * 6 + "|")
    for mpi in options.mpi:
        for processes in options.processes:
            print_lines(mpi, processes, options.counts, measure(options, mpi, processes))


if __name__ == "__main__":
    main()
