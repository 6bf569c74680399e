"""All-reduce of f32[COUNT] by jax.lax.psum over gloo: jax_gloo.py RANK PROCESSES PORT COUNT..."""
import sys

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from timing import in_a_loop, print_times

rank, processes, port = (int(argument) for argument in sys.argv[1:4])
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_cpu_collectives_implementation", "gloo")
jax.distributed.initialize(f"localhost:{port}", processes, rank)
mesh = Mesh(np.array(jax.devices()), ("devices",))
parts = PartitionSpec("devices")


def repeated(calls):
    def of_device(own):
        return in_a_loop(calls, own, lambda x: jax.lax.psum(x, "devices"))

    return jax.jit(jax.shard_map(of_device, mesh=mesh, in_specs=parts, out_specs=parts, check_vma=False))


def on_all(own):
    shards = [jax.device_put(own, jax.local_devices()[0])]
    return jax.make_array_from_single_device_arrays((processes * own.size,), NamedSharding(mesh, parts), shards)


print_times(rank, processes, [int(argument) for argument in sys.argv[4:]], repeated, on_all,
            lambda result: np.asarray(result.addressable_data(0)))
