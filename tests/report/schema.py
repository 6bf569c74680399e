#!/usr/bin/env python3
"""Reports of compiled modules against compiler/report/report.schema.json (needs python3-jsonschema), and against the headers
beside them.

    python3 tests/report/schema.py build/hlo2cpp
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILTER = ROOT / "samples/control_loop"
SCHEMA = json.loads((ROOT / "compiler/report/report.schema.json").read_text())


def macros(header):
    words = (line.split() for line in header.read_text().splitlines() if line.startswith("#define "))
    return {word[1]: word[2].strip('"') for word in words if len(word) > 2}


def compile_module(tool, folder, module, *options):
    """The report, and the macros of the header."""
    path = folder / "report.json"
    subprocess.run([tool, "compile", module, "--output-dir", folder, "--report", path, "--name", "net", *options], check=True)
    return json.loads(path.read_text()), macros(folder / "net.h")


def check_header(report, header):
    for key in ("arena_bytes", "arena_alignment", "weights_bytes", "version", "module_sha256"):
        assert header["NET_" + key.upper()] == str(report[key]), key
    assert header["NET_HASH"] == f"0x{report['hash']}u"
    for argument in report["arguments"]:
        assert header[f"NET_{argument['name'].upper()}_ELEMENTS"] == str(argument["elements"]), argument
    if report["state"]:
        assert header["NET_STATE_BYTES"] == str(report["state_bytes"])
        last = report["state"][-1]
        assert last["offset"] + last["bytes"] == report["state_bytes"]
    if "stack_bytes" in report:
        assert header["NET_STACK_BYTES"] == str(report["stack_bytes"])


def check_results(report):
    """Each result is an argument, or is written into one."""
    results = [a["result"] for a in report["arguments"] + report["state"] if a["result"] is not None]
    assert sorted(results) == list(range(len(results))), results
    assert all((a["result"] is None) == (a["direction"] == "in") for a in report["arguments"])


def check_buffers(report):
    """Buffers lie in the arena; those of one step do not overlap, and are as large as the step says."""
    for number, step in enumerate(report["steps"]):
        alive = [b for b in report["buffers"] if b["first_step"] <= number <= b["last_step"]]
        for region in report.get("regions", [report]):
            inside = [b for b in alive if b.get("region") == (region["name"] if "regions" in report else None)]
            inside.sort(key=lambda buffer: buffer["offset"])
            ends = [buffer["offset"] + buffer["bytes"] for buffer in inside]
            assert all(end <= region["arena_bytes"] for end in ends), step
            assert all(end <= after["offset"] for end, after in zip(ends, inside[1:])), step
        assert sum(buffer["bytes"] for buffer in alive) == step["bytes_live"], step
    for buffer in report["buffers"]:
        assert buffer["first_step"] <= buffer["last_step"] < len(report["steps"]), buffer


def check_work(report):
    """No number where data says how often something runs."""
    steps, loops = report["steps"], report["time_depends_on"]
    kinds = ("multiply_adds", "operations", "functions")
    assert all((report[kind] is None) == bool(loops) for kind in kinds)
    assert [loop["step"] for loop in loops] == [n for n, step in enumerate(steps) if step.get("max_trips", 0) is None]
    for loop in loops:
        assert loop["loop"] == steps[loop["step"]]["name"]
        inside = [step for step in steps if step.get("round_of") == loop["step"]]
        assert all(loop[f"{kind}_a_round"] == sum(step[kind] for step in inside) for kind in kinds), loop
    assert all((step["runs"] is None) == ("round_of" in step) for step in steps)
    for kind in kinds:
        assert report[f"{kind}_fixed"] == sum(step[kind] for step in steps if "round_of" not in step)


def check_devices(report, header):
    """What a device sends in a call is the sum of what its exchanges send."""
    if "devices" not in report:
        return
    devices = report["devices"]
    assert header["NET_DEVICES"] == str(devices["replicas"] * devices["partitions"])
    assert header["NET_TICKETS"] == str(devices["tickets"])
    assert devices["bytes_sent"] == sum(step.get("bytes_sent", 0) * step["runs"] for step in report["steps"]) > 0


def main(tool):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    runs = [(module,) for folder in ("tests/firmware/programs", "tests/golden") for module in sorted((ROOT / folder).glob("*.hlo"))]
    runs.append((FILTER / "filter.pb", "--state", "state_x", f"state_P={FILTER / 'P.npy'}", "--trace", "--self-test", "--optimize", "size",
                 "--deterministic", "--measure", "g++ -O1"))
    runs.append((ROOT / "tests/golden/report.hlo", "--max-trips", "50"))
    runs.append((ROOT / "samples/threads/network.hlo", "--threads", "3", "--core", "cortex-m3@72MHz"))
    runs.append((ROOT / "samples/digits/digits.pb", "--memory", "dtcm=2500,sram=1M,psram=1M"))
    runs.append((ROOT / "tests/replicas/cases/two_in_flight.hlo",))
    seen, endless = set(), 0
    with tempfile.TemporaryDirectory() as folder:
        for module, *options in runs:
            report, header = compile_module(tool, pathlib.Path(folder), module, *options)
            for error in validator.iter_errors(report):
                sys.exit(f"{module}: {error.json_path}: {error.message}")
            check_header(report, header)
            check_results(report)
            check_buffers(report)
            check_work(report)
            check_devices(report, header)
            endless += bool(report["time_depends_on"])
            seen |= report.keys()
    assert endless, "no module has a loop that data ends"
    missing = SCHEMA["properties"].keys() - seen
    assert not missing, f"the schema has what no report has: {missing}"
    print(f"{len(runs)} reports are as the schema says")


main(sys.argv[1])
