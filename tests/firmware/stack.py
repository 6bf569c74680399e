"""The stack that --measure states, against the stack that was painted on a board.

    python3 tests/firmware/stack.py PRINTED PROGRAMS.su CODE

PRINTED holds the runner's lines "# mlp: stack 212 of 208, ...": painted, of what is stated. In the painted stack there is also what
the table's own function uses that calls the program (PROGRAMS.su, of CODE/programs.cpp), and what functions outside of the generated
file use, which its header names. Ends with 1 where more was painted than that, or less by more than a few words.
"""
import re
import sys

# Bytes that functions of libgcc and newlib may use; those of RISC-V have names such as __muldf3.
OUTSIDE = {"__aeabi_": 64, "mem": 16, "df": 64, "di": 64}
UNUSED = 16        # bytes of a frame that a call may leave as they are
UNUSED_RISCV = 32  # the same of RISC-V, whose frames are multiples of 16 bytes
# What the arguments do not reach: reduce_large_angle is for angles from 1600 or 2^22 on; at -O3 GCC's frame of a merge has a word
# more than the merges of these lines write, and for the Cortex-M55 that of a convolution.
NOT_REACHED = {"f64_filter": 80, "spectrum": 80, "sorting": 4, "batch_norms": 4}


def frames_of_callers(usage):
    """Of run_NAME, by NAME: "programs.cpp:12:12:int run_mlp(void**)\t24\tstatic", or Clang's "programs.cpp:12:_ZL7run_mlpPPv\t..."."""
    frames = {}
    for line in open(usage):
        function, size, _ = line.split("\t")
        if name := re.search(r"run_(\w+?)(PPv|\(void\*\*\))", function): frames[name[1]] = int(size)
    return frames


def allowance(header):
    named = re.search(r"without that of functions outside: (.*?) sizes ", re.sub(r"\n \* *", " ", header))
    return max([most for start, most in OUTSIDE.items() if named and start in named[1]], default=0)


def main():
    printed, usage, code = sys.argv[1:]
    callers, wrong, differences = frames_of_callers(usage), 0, []
    for line in open(printed):
        if not (found := re.match(r"# (\w+): stack (\d+) of (\d+)", line)): continue
        name, painted, stated = found[1], int(found[2]), int(found[3])
        used = painted - callers[name]
        header = open(f"{code}/{name}.h").read()
        more, unused = allowance(header), (UNUSED_RISCV if "-march=rv" in header else UNUSED) + NOT_REACHED.get(name, 0)
        differences.append(stated - used)
        if stated + more >= used >= stated - unused: continue
        wrong += 1
        print(f"{name}: {used} bytes of stack were used, stated are {stated}, and {more} for functions outside")
    if not differences: sys.exit("no stack was painted")
    print(f"stack of {len(differences)} programs: stated less painted is {min(differences)} to {max(differences)} bytes")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
