"""How both peers are timed: calls in a compiled loop, and alone."""
import os
import time

import jax
import numpy as np

ROUNDS = 5


def calls_for(count, processes):
    """Few where processes share processors: a call may take a time slice of the system then."""
    calls = max(5, min(500, 10_000_000 // (count + 10_000)))
    return calls if processes <= os.cpu_count() else max(2, calls // 20)


def in_a_loop(calls, own, all_reduce):
    """The result of the last of so many calls. Each call needs the result before it, so none can leave the loop."""
    def one(_, state):
        x, last = state
        x = x.at[0].add(last[0] * 0)
        return x, all_reduce(x)

    return jax.lax.fori_loop(0, calls, one, (own, own))[1]


def least_time(run):
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def print_times(rank, processes, counts, repeated, on_all, values_of):
    """Prints on process 0 the least time of one all-reduce for each count, in seconds.

    repeated(calls) makes a compiled function of so many all-reduces, whose result is the last one's."""
    for count in counts:
        place = np.arange(count)
        own = on_all(((place + rank) % 1000).astype(np.float32))
        times = []
        for calls in 1, calls_for(count, processes):
            function = repeated(calls)
            result = values_of(jax.block_until_ready(function(own)))
            np.testing.assert_array_equal(result, sum((place + other) % 1000 for other in range(processes)))
            times.append(least_time(lambda: jax.block_until_ready(function(own))) / calls)
        if rank == 0:
            print(min(times), flush=True)
