"""The stack that the header of a generated file names, against what GCC and Clang use (-fstack-usage).

    python3 tests/firmware/stack.py TOOL TARGET[,TARGET...] MODULE...

Compiles every module for every target with both compilers at -O1, -O2, -O3 and -Os, adds up the frames of the entry's deepest
chain of calls, and ends with 1 where the most of these is more than the header says. "high" marks what says over 1.5 times it.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

ARM = "-mthumb -mfloat-abi=hard -ffreestanding -mcpu="
M4, M7 = ARM + "cortex-m4 -mfpu=fpv4-sp-d16", ARM + "cortex-m7 -mfpu=fpv5-d16"
BARE = "clang++ --target=thumbv7em-none-eabihf -isystem /usr/include/newlib "
COMPILERS = {
    "generic": ["g++", "clang++"],
    "x86-64-v3": ["g++ -march=x86-64-v3", "clang++ -march=x86-64-v3"],
    "x86-64-v4": ["g++ -march=x86-64-v4", "clang++ -march=x86-64-v4"],
    "cortex-m4": ["arm-none-eabi-g++ " + M4, BARE + M4],
    "cortex-m7": ["arm-none-eabi-g++ " + M7, BARE + M7],
    "cortex-a": ["aarch64-linux-gnu-g++", "clang++ --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include"],
}
LEVELS = ["-O1", "-O2", "-O3", "-Os"]
# A call pushes the return address, which Clang's figures leave out.
RETURN_ADDRESS = {"generic": 8, "x86-64-v3": 8, "x86-64-v4": 8}
SOFTWARE_ARITHMETIC = 32  # bytes that functions like __aeabi_dmul use


def frames_and_calls(assembly, usage):
    """Functions with their own frames and what they call. Both files list the functions in the same order."""
    frames = [(int(line.split("\t")[1]), line.split("\t")[0]) for line in open(usage)]
    calls, names, name = {}, [], None
    for line in open(assembly):
        if kind := re.match(r"\s+\.type\s+([\w.$]+),\s*[@%]function", line):
            if ".cold" not in kind[1]:
                names.append(kind[1])
                calls[kind[1]] = set()
        elif label := re.match(r"([\w.$]+):", line):
            if label[1].split(".cold")[0] in calls: name = label[1].split(".cold")[0]
        elif name and (call := re.match(r"\s+(call|bl|jmp|b|b\.w)q?\s+([A-Za-z_][\w.$]*)", line)):
            calls[name].add((call[2], call[1] in ("call", "bl")))
    assert len(names) == len(frames), (assembly, len(names), len(frames))
    return {name: frame for name, frame in zip(names, frames)}, calls


def depth(name, frames, calls, known):
    """A function's frame with those of what it calls; a jump to a function comes after the frame is gone."""
    if name in known: return known[name]
    own = frames.get(name, (0, ""))[0]
    deepest = own
    known[name] = own
    for callee, returns in calls.get(name, ()):
        if callee.split(".")[0] == name: continue
        below = SOFTWARE_ARITHMETIC if callee.startswith("__aeabi_") else depth(callee, frames, calls, known)
        deepest = max(deepest, own + below if returns else below)
    known[name] = deepest
    return deepest


def compile_one(folder, compiler, level, target):
    base = os.path.join(folder, re.sub(r"\W+", "_", compiler.split()[0]) + level)
    subprocess.run(f"{compiler} -std=c++17 {level} -fno-exceptions -fstack-usage -w -S {folder}/n.cpp -o {base}.s".split(),
                   check=True, timeout=400)
    frames, calls = frames_and_calls(base + ".s", base + ".su")
    if "clang" in compiler:
        frames = {name: (size + RETURN_ADDRESS.get(target, 0), at) for name, (size, at) in frames.items()}
    os.remove(base + ".s")
    return frames, calls


def measure(tool, module, target, folder, pool):
    """What the header says, and the stack for each compiler and level."""
    subprocess.run([tool, "compile", module, "--output-dir", folder, "--name", "n", "--target", target], check=True)
    said = int(re.search(r"stack\s+\D*(\d+)", open(folder + "/n.h").read())[1])
    keys = [(compiler, level) for compiler in COMPILERS[target] for level in LEVELS]
    results = pool.map(lambda key: compile_one(folder, *key, target), keys)
    return said, {key: result for key, result in zip(keys, results)}


def main():
    tool, targets, modules = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as folder:
        for target in targets:
            for module in modules:
                said, results = measure(tool, module, target, folder, pool)
                uses = {key: max(depth(f, frames, calls, {}) for f in ("n_run", "n_run_in")) for key, (frames, calls) in results.items()}
                most = max(uses, key=uses.get)
                verdict = "FAILED" if said < uses[most] else "high" if said > 1.5 * uses[most] else "ok"
                wrong += verdict == "FAILED"
                print(f"{verdict:6} {target:9} {os.path.splitext(os.path.basename(module))[0]:24} says {said:5}"
                      f" most {uses[most]:5} {said / uses[most]:5.2f}  {most[0].split()[0]} {most[1]}", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
