"""All-reduce of f32[COUNT] by mpi4jax: mpirun -np PROCESSES python jax_mpi.py COUNT..."""
import sys

import jax

jax.config.update("jax_platforms", "cpu")
import mpi4jax
import numpy as np
from mpi4py import MPI

from timing import in_a_loop, print_times

ranks = MPI.COMM_WORLD


def all_reduce(x):
    return mpi4jax.allreduce(x, op=MPI.SUM, comm=ranks)


def repeated(calls):
    return jax.jit(lambda own: in_a_loop(calls, own, all_reduce))


print_times(ranks.Get_rank(), ranks.Get_size(), [int(argument) for argument in sys.argv[1:]], repeated, jax.numpy.array,
            np.asarray)
