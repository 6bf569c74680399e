"""Runs each call of FOLDER/calls in a process of its own, so that an emulator which ends early takes one fixture with it.

    python3 tests/emulated/run_calls.py FOLDER EMULATOR...

Writes FOLDER/results, and FOLDER/list without the fixtures whose process ended early, which it prints.
"""
import concurrent.futures
import os
import pathlib
import struct
import subprocess
import sys


def calls_in(data):
    """The number of each call in the list, and its bytes (runner.cpp has the form)."""
    at = 0
    while at < len(data):
        begin, (number, pointers) = at, struct.unpack_from("<II", data, at)
        at += 8
        for _ in range(pointers): at += 4 + struct.unpack_from("<I", data, at)[0]
        yield number, data[begin:at]


def main():
    folder, emulator = pathlib.Path(sys.argv[1]), sys.argv[2:]
    lines, results = (folder / "list").read_text().splitlines(), []

    def run(call):
        return call[0], subprocess.run([*emulator, folder / "runner"], input=call[1], capture_output=True)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as processes:
        for number, done in processes.map(run, calls_in((folder / "calls").read_bytes())):
            if done.returncode == 0:
                results.append(done.stdout)
                continue
            path = lines[number].split()[0]
            lines[number] = path + " -1"
            print(f"{path} ended with {done.returncode}: {done.stderr.decode()[-120:].strip()}")
    (folder / "list").write_text("\n".join(lines) + "\n")
    (folder / "results").write_bytes(b"".join(results))


if __name__ == "__main__":
    main()
