#!/usr/bin/env python3
"""Changes NNEF models at random and has hlo2cpp read them: each must be read, or refused with a message, in bounded time and
memory; nothing may crash.

    python3 tests/fuzz/nnef.py --tool build/hlo2cpp [--seconds 600] [--seed 0] [FOLDER...]

FOLDER: models, found below it; default: those of tests/nnef and samples/. What fails is kept in build/fuzz-nnef.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT_S = 20
NUMBERS = ["0", "-1", "1", "2", "3", "7", "1000000", "2147483647", "2147483648", "4611686018427387904",
           "9223372036854775807", "99999999999999999999", "1.0", "0.0", "-1e30", "1e400", "1e-400"]
WORDS = ["if", "else", "for", "in", "yield", "true", "false", "[", "]", "(", ")", "{", "}", "<", ">", "<?>", "?", "=", "==",
         "^", "*", "+", "-", "/", "&&", "||", "!", ",", ":", ";", "->", "'a'", '"', "#", "version", "graph", "fragment",
         "extension", "tensor", "tensor<>", "integer", "scalar", "logical", "string", "extent", "shape_of", "length_of",
         "range_of", "[]", "[for i in [1,2] yield i]", "external", "variable", "constant", "update", "x", "y", "w",
         "'../w'", "'/etc/passwd'", "'ignore'", "'reflect'", "(0,0)", "[1,1]", "[0]"]
OPERATIONS = re.findall(r"^fragment (\w+)", (SOURCE / "compiler/read/nnef/standard.nnef").read_text(), re.M)
TOKEN = re.compile(r"\s+|#[^\n]*|[A-Za-z_]\w*|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|'[^'\n]*'|\"[^\"\n]*\"|->|[<>=!]=|&&|\|\||.", re.S)


def mutate_tokens(text, rng):
    tokens = TOKEN.findall(text) or [""]
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        at = rng.randrange(len(tokens))
        kind = rng.randrange(8)
        if kind == 0:
            tokens[at] = ""
        elif kind == 1:
            tokens.insert(at, tokens[rng.randrange(len(tokens))])
        elif kind == 2:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            tokens[at] = rng.choice(WORDS)
        elif kind == 4:
            numbers = [i for i, token in enumerate(tokens) if token[:1].isdigit()]
            if numbers:
                tokens[rng.choice(numbers)] = rng.choice(NUMBERS)
        elif kind == 5:
            names = [i for i, token in enumerate(tokens[:-1]) if tokens[i + 1] == "(" and token.isidentifier()]
            if names:
                tokens[rng.choice(names)] = rng.choice(OPERATIONS)
        elif kind == 6:
            begin, end = sorted(rng.randrange(len(tokens) + 1) for _ in "ab")
            repeats = rng.choice([1, 1, 2, 5, 300]) if end - begin < 50 else 1
            tokens[end:end] = tokens[begin:end] * repeats
        else:
            tokens.insert(at, rng.choice(["(", "[", "-", "!"]) * rng.choice([1, 3, 500, 100000]))
    return "".join(tokens)


def mutate_bytes(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        kind = rng.randrange(4)
        # The header of a .dat file is where most of its meaning is.
        at = rng.randrange(min(len(data), 60) if rng.random() < 0.7 and data else len(data) or 1)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << rng.randrange(8)
        elif kind == 1 and data:
            data[at % len(data)] = rng.choice([0, 1, 2, 5, 127, 128, 255])
        elif kind == 2:
            del data[at:]
        else:
            data[at:at] = rng.randbytes(rng.choice([1, 4, 100]))
    return bytes(data)


def mutate(folder, rng):
    """Changes one file of the model, mostly its graph."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix in (".nnef", ".dat", ".quant")]
    texts = [path for path in files if path.suffix != ".dat"]
    data = [path for path in files if path.suffix == ".dat"]
    path = rng.choice(data) if data and rng.random() < 0.2 else rng.choice(texts)
    content = path.read_bytes()
    if path.suffix == ".dat" or rng.random() < 0.1:
        path.write_bytes(mutate_bytes(content, rng))
    else:
        path.write_bytes(mutate_tokens(content.decode("latin-1"), rng).encode("latin-1"))


def failure(tool, model, memory):
    """What is wrong with how the tool takes the model, or None."""
    limit = lambda: memory and resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with tempfile.TemporaryDirectory() as out:
        command = [tool, "compile", str(model), "--output-dir", out, "--stop-after", "bound"]
        try:
            run = subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return f"no answer in {TIMEOUT_S} s"
        if run.returncode not in (0, 1):
            return f"status {run.returncode}: {run.stderr.decode(errors='replace')[-300:]}"
        if run.returncode == 1 and not run.stderr.strip():
            return "refused without a message"
        if b"not enough memory" in run.stderr:
            return f"takes more than {memory} bytes of memory"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=[SOURCE / "tests/nnef", SOURCE / "samples"], type=pathlib.Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--memory", type=int, default=1 << 30, help="bytes that the tool may use; 0, for sanitizers: any")
    args = parser.parse_args()
    models = sorted({path.parent for folder in args.folders for path in folder.rglob("graph.nnef")})
    kept = SOURCE / "build/fuzz-nnef"
    end, count, failed = time.monotonic() + args.seconds, 0, 0
    while time.monotonic() < end:
        rng = random.Random(args.seed * 1_000_003 + count)
        with tempfile.TemporaryDirectory() as scratch:
            model = pathlib.Path(scratch) / "model"
            shutil.copytree(rng.choice(models), model, ignore=shutil.ignore_patterns("*.npy", "*.h", "*.cpp"))
            for _ in range(rng.choice([1, 1, 2])):
                mutate(model, rng)
            why = failure(os.path.abspath(args.tool), model, args.memory)
            if why:
                failed += 1
                shutil.copytree(model, kept / str(count), dirs_exist_ok=True)
                print(f"FAILED {kept / str(count)}: {why}", flush=True)
        count += 1
    print(f"{count} models, {failed} failed")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
