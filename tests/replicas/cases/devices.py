"""Cases of several devices: a module as HLO text, and arguments and results of each device, in one file that is HLO text.

XLA:CPU is the oracle where it can run the module. Other results come from the semantics, in NumPy; where there are both,
they must be equal."""

import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "ops"))
import fixture
import jax
import oracle

DEVICES = 20
jax.config.update("jax_num_cpu_devices", DEVICES)


def on_devices(mesh, arrays):
    """An array of JAX that is another one on each device; it believes that they are equal, and does not look."""
    everywhere = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())
    shards = [jax.device_put(array, device) for array, device in zip(arrays, mesh.devices)]
    return jax.make_array_from_single_device_arrays(arrays[0].shape, everywhere, shards)


def computed_by_xla(text, replicas, partitions, arguments):
    """The results [device][result]."""
    xla = oracle.xla
    module = oracle.hlo.hlo_module_from_text(oracle.without_layouts(text))
    options = xla.CompileOptions()
    options.num_replicas, options.num_partitions = replicas, partitions
    options.executable_build_options.num_replicas = replicas
    options.executable_build_options.num_partitions = partitions
    options.executable_build_options.use_spmd_partitioning = partitions > 1
    devices = jax.devices("cpu")[: replicas * partitions]
    grid = np.arange(replicas * partitions).reshape(replicas, partitions)
    options.device_assignment = xla.DeviceAssignment.create(grid)
    executable = devices[0].client.compile_and_load(
        xla.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto()), xla.DeviceList(tuple(devices)), options
    )
    mesh = jax.sharding.Mesh(np.array(devices), ("devices",))
    placed = [on_devices(mesh, [own[i] for own in arguments]) for i in range(len(arguments[0]))]
    results = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
    return [[np.asarray(parts[d]) for parts in results] for d in range(len(devices))]


def are_equal(some, others):
    pairs = [(a, b) for own, other in zip(some, others, strict=True) for a, b in zip(own, other, strict=True)]
    return all(a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in pairs)


def sections(label, arrays):
    """What all devices have in common, and what each has of its own."""
    texts = ["".join(fixture.data(f"{label}{i}", array) for i, array in enumerate(own)) for own in arrays]
    return (texts[0], [""] * len(texts)) if len(set(texts)) == 1 else ("", texts)


def write(name, text, arguments, results, is_exact):
    common_in, own_in = sections("in", arguments)
    common_out, own_out = sections("out", results)
    content = text.strip() + "\n\n" + ("// exact\n" if is_exact else "") + common_in + common_out
    for device, (of_in, of_out) in enumerate(zip(own_in, own_out)):
        content += f"// device {device}\n{of_in}{of_out}"
    with open(os.path.join(HERE, name + ".hlo"), "w") as file:
        file.write(content)


def case(name, text, replicas, partitions, arguments, expected=None, runs_in_xla=True, is_exact=True):
    """arguments and expected: [device][number]. `is_exact`: the results have the oracle's bits."""
    header = f"HloModule {name}, replica_count={replicas}, num_partitions={partitions}\n\n"
    arguments = [[np.asarray(a) for a in own] for own in arguments]
    results = computed_by_xla(header + text, replicas, partitions, arguments) if runs_in_xla else None
    if expected is not None:
        expected = [[np.asarray(e) for e in own] for own in expected]
        if results is not None and not are_equal(results, expected):
            raise AssertionError(f"{name}: XLA:CPU has {results}, the semantics say {expected}")
    write(name, header + text, arguments, results if expected is None else expected, is_exact)


def entry(arguments, lines, roots, extra=""):
    """The text behind the header: parameters x0, x1, ... like the arguments of device 0."""
    return fixture.module("m", arguments[0], lines, roots, extra).split("\n\n", 1)[1]


def numbers(devices, *dims, dtype="f32", most=9, seed=0):
    """Small whole numbers, other ones on each device: sums of a few of them are exact in every type."""
    random = np.random.default_rng(seed)
    least = 0 if dtype[0] in "up" else -most
    draws = random.integers(least, most + 1, (devices, *dims))
    dtypes = oracle.DTYPES | oracle.SMALL_FLOATS | oracle.NARROW_INTEGERS
    return [own.astype(dtypes[dtype]) for own in draws]


def by_device(*arrays):
    """Arrays [number][device] as [device][number]."""
    return [list(own) for own in zip(*arrays)]


def folded(values, combine):
    """One after the other, rounded after each step."""
    result = values[0]
    for value in values[1:]:
        result = np.asarray(combine(result, value)).astype(result.dtype)
    return result


def over_groups(groups, values, result_of):
    """result_of(values of the members, place) on each device; its own value where it is in no group."""
    results = list(values)
    for group in groups:
        for place, device in enumerate(group):
            results[device] = result_of([values[member] for member in group], place)
    return results


def reduced(groups, values, combine):
    return over_groups(groups, values, lambda members, place: folded(members, combine))


def gathered(groups, values, axis):
    return over_groups(groups, values, lambda members, place: np.concatenate(members, axis))


def scattered(groups, values, combine, axis):
    return over_groups(
        groups, values, lambda members, place: np.split(folded(members, combine), len(members), axis)[place]
    )


def exchanged(groups, values, split, concat):
    def of_place(members, place):
        return np.concatenate([np.split(member, len(members), split)[place] for member in members], concat)

    return over_groups(groups, values, of_place)


def sent(pairs, values):
    """Zeros where no pair has the device as its target."""
    results = [np.zeros_like(value) for value in values]
    for source, target in pairs:
        results[target] = values[source]
    return results
