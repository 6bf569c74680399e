#!/usr/bin/env python3
"""Changes StableHLO programs at random and has hlo2cpp read them: each must be read, or refused with a message, in bounded
time and memory; nothing may crash.

    python3 tests/fuzz/stablehlo.py --tool build/hlo2cpp [--seconds 600] [--seed 0] FOLDER...

FOLDER: programs, found below it: texts (.mlir) and bytecode (.mlirbc, .bin). What fails is kept in build/fuzz-stablehlo.
"""
import argparse
import os
import pathlib
import random
import re
import tempfile
import time

from nnef import NUMBERS, SOURCE, failure, mutate_bytes

SUFFIXES = (".mlir", ".mlirbc", ".bin")
LARGEST = 200_000  # bytes of a program
WORDS = ["(", ")", "[", "]", "{", "}", "<", ">", "->", "=", ",", ":", "%", "%x", "%0#1", ":2 =", "@", "@main", "^bb0", "^bb0(%a: f32):",
         "#a", "!t", "\n#a = [#a]\n", "\n!t = tuple<!t>\n", "\n#loc = loc(unknown)\n", "loc(", "loc(callsite(\"f\":1:2 at #loc))", "dense<",
         "dense<1> : tensor<2xi64>", "dense<\"0x00\">", "dense_resource<w> : tensor<2xf32>", "dense<...>", "array<i64: 1>", "tensor<?xf32>",
         "tensor<*xf32>", "tensor<4294967296x4294967296xf32>", "tensor<2x!quant.uniform<i8:f32, 0.1:3>>", "complex<f32>", "i1", "i4", "ui64",
         "f8E8M0FNU", "index", "none", "!stablehlo.token", "tuple<>", "() -> ()", "#stablehlo<precision HIGH>", "#stablehlo.bounds<4>",
         "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>", "#sdy.sharding<@m, []>", "{-# dialect_resources: {builtin: {w: \"0x\"}} #-}", "//",
         "\"", "\\", "unit", "true", "applies stablehlo.add", "return", "module {", "func.func @f() {", "stablehlo.while(", "\"stablehlo.if\"("]
TOKEN = re.compile(r'\s+|//[^\n]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][\w.$]*|[%@#!^][\w.$#]+|\d+(?:\.\d*(?:[eE][+-]?\d+)?)?|->|.', re.S)


def mutate_text(text, words, rng):
    tokens = TOKEN.findall(text) or [""]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(tokens))
        kind = rng.randrange(6)
        if kind == 0:
            tokens[at] = ""
        elif kind == 1:
            tokens[at] = rng.choice(words)
        elif kind == 2:
            tokens.insert(at, rng.choice(WORDS) * rng.choice([1, 1, 1, 3, 100, 10000]))
        elif kind == 3:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 4:
            numbers = [i for i, token in enumerate(tokens) if token[:1].isdigit()]
            if numbers:
                tokens[rng.choice(numbers)] = rng.choice(NUMBERS)
        else:
            end = min(len(tokens), at + rng.randrange(60))
            to = rng.randrange(len(tokens))
            tokens[to:to] = tokens[at:end]
    return "".join(tokens)


def mutate(program, words, rng):
    data = program.read_bytes()
    if program.suffix != ".mlir" or rng.random() < 0.1:
        return mutate_bytes(data, rng)
    return mutate_text(data.decode("latin-1"), words, rng).encode("latin-1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--memory", type=int, default=1 << 30, help="bytes that the tool may use; 0, for sanitizers: any")
    args = parser.parse_args()
    files = [path for folder in args.folders for path in folder.rglob("*") if path.suffix in SUFFIXES]
    programs = sorted(path for path in files if path.stat().st_size <= LARGEST)
    texts = [path for path in programs if path.suffix == ".mlir"]
    words = WORDS + [token for path in texts[:200] for token in TOKEN.findall(path.read_text("latin-1"))]
    kept = SOURCE / "build/fuzz-stablehlo"
    end, count, failed = time.monotonic() + args.seconds, 0, 0
    while time.monotonic() < end:
        rng = random.Random(args.seed * 1_000_003 + count)
        program = rng.choice(programs)
        with tempfile.TemporaryDirectory() as scratch:
            changed = pathlib.Path(scratch) / program.name
            changed.write_bytes(mutate(program, words, rng))
            why = failure(os.path.abspath(args.tool), changed, args.memory)
            if why:
                failed += 1
                kept.mkdir(parents=True, exist_ok=True)
                (kept / f"{count}{program.suffix}").write_bytes(changed.read_bytes())
                print(f"FAILED {kept / str(count)}{program.suffix}, from {program}: {why}", flush=True)
        count += 1
    print(f"{count} programs, {failed} failed")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
