#!/usr/bin/env python3
"""Writes expected.hlo: a module for each of the calls in builder_test.cpp, as XLA's own builder makes it.

Needs a jaxlib whose xla_client still has the builder: pip install "jaxlib==0.4.38" "numpy<2.3"
"""

import os

import numpy as np
from jaxlib import xla_client

ops = xla_client.ops
TYPES = xla_client.PrimitiveType
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected.hlo")


def shape(dtype, *dims):
    return xla_client.Shape.array_shape(np.dtype(dtype), dims)


def f32(*dims):
    return shape("float32", *dims)


def parameters(builder, *shapes):
    return [ops.Parameter(builder, i, s) for i, s in enumerate(shapes)]


def scalar_function(op, dtype="float32"):
    """op(x, y) of scalars, as a computation."""
    builder = xla_client.XlaBuilder("f")
    return builder.build(op(*parameters(builder, shape(dtype), shape(dtype))))


def convolution_numbers():
    return xla_client.make_convolution_dimension_numbers(("NHWC", "HWIO", "NHWC"), 2)


def padding(*triples):
    config = xla_client.PaddingConfig()
    for low, high, interior in triples:
        dimension = xla_client.PaddingConfigDimension()
        dimension.edge_padding_low, dimension.edge_padding_high, dimension.interior_padding = low, high, interior
        config.dimensions.append(dimension)
    return config


def gather_numbers():
    numbers = xla_client.GatherDimensionNumbers()
    numbers.offset_dims.append(1)
    numbers.collapsed_slice_dims.append(0)
    numbers.start_index_map.append(0)
    numbers.index_vector_dim = 1
    return numbers


def scatter_numbers():
    numbers = xla_client.ScatterDimensionNumbers()
    numbers.update_window_dims.append(1)
    numbers.inserted_window_dims.append(0)
    numbers.scatter_dims_to_operand_dims.append(0)
    numbers.index_vector_dim = 1
    return numbers


def dot_numbers():
    numbers = xla_client.DotDimensionNumbers()
    numbers.lhs_contracting_dimensions.append(2)
    numbers.rhs_contracting_dimensions.append(1)
    numbers.lhs_batch_dimensions.append(0)
    numbers.rhs_batch_dimensions.append(0)
    return numbers


def triangular_options():
    return ops.TriangularSolveOptions_Transpose.ADJOINT


def step(builder):
    return ops.Add(ops.Parameter(builder, 0, f32(3)), ops.Constant(builder, np.float32(1)))


def below(builder):
    x = ops.Parameter(builder, 0, f32(3))
    return ops.Lt(ops.Reshape(ops.Slice(x, [0], [1], [1]), []), ops.Constant(builder, np.float32(5)))


def computation(body):
    builder = xla_client.XlaBuilder("f")
    return builder.build(body(builder))


CONSTANT = ops.Constant

# name: shapes of the parameters, and the calls, of the builder and the parameters
CALLS = {
    "add_of_a_scalar": ([f32(), f32(2, 1)], lambda b, x: ops.Add(x[0], x[1])),
    "add_of_rows": ([f32(2, 3), f32(3)], lambda b, x: ops.Add(x[0], x[1], [1])),
    "add_of_columns_first": ([f32(2), f32(2, 3)], lambda b, x: ops.Add(x[0], x[1], [0])),
    "add_of_extents_of_1": ([f32(1, 3), f32(2, 1)], lambda b, x: ops.Add(x[0], x[1])),
    "add_of_lower_rank_and_extent_1": ([f32(1), f32(2, 4)], lambda b, x: ops.Add(x[0], x[1], [0])),
    "and": ([shape("int32", 4)] * 2, lambda b, x: ops.And(x[0], x[1])),
    "atan2": ([f32(4)] * 2, lambda b, x: ops.Atan2(x[0], x[1])),
    "batch_dot": ([f32(2, 3, 4), f32(2, 4, 5)], lambda b, x: ops.DotGeneral(x[0], x[1], dot_numbers())),
    "bitcast_convert": ([f32(4)], lambda b, x: ops.BitcastConvertType(x[0], TYPES.S32)),
    "broadcast": ([f32(2)], lambda b, x: ops.Broadcast(x[0], (3,))),
    "broadcast_in_dim": ([f32(3, 2)], lambda b, x: ops.BroadcastInDim(x[0], (3, 2, 4), (0, 1))),
    "broadcast_in_dim_of_extent_1": ([f32(1, 2)], lambda b, x: ops.BroadcastInDim(x[0], (3, 2, 4), (0, 1))),
    "broadcast_in_dim_of_the_same": ([f32(3, 2)], lambda b, x: ops.BroadcastInDim(x[0], (3, 2), (0, 1))),
    "call": ([f32(), f32()], lambda b, x: ops.Call(b, scalar_function(ops.Sub), x)),
    "cholesky": ([f32(3, 3)], lambda b, x: ops.Cholesky(x[0], True)),
    "clamp": ([shape("int32"), shape("int32", 4), shape("int32")], lambda b, x: ops.Clamp(*x)),
    "collapse": ([f32(4, 2, 3)], lambda b, x: ops.Collapse(x[0], (1, 2))),
    "collapse_of_one": ([f32(4, 2, 3)], lambda b, x: ops.Neg(ops.Collapse(x[0], (1,)))),
    "collective_permute": ([f32(4)], lambda b, x: ops.CollectivePermute(x[0], [(0, 0)])),
    "compare": ([f32(2, 3), f32()], lambda b, x: ops.Le(x[0], x[1])),
    "complex": ([f32(4)] * 2, lambda b, x: ops.Complex(x[0], x[1])),
    "concat_in_dim": ([f32(2, 3), f32(2, 4)], lambda b, x: ops.ConcatInDim(b, x, 1)),
    "conj": ([shape("complex64", 4)], lambda b, x: ops.Conj(x[0])),
    "constant_of_equal_elements": ([], lambda b, x: CONSTANT(b, np.zeros((3,), np.float32))),
    "constant": ([], lambda b, x: CONSTANT(b, np.arange(3, dtype=np.float32))),
    "conv_general_dilated": (
        [f32(2, 5, 6, 3), f32(3, 2, 3, 4)],
        lambda b, x: ops.ConvGeneralDilated(
            x[0], x[1], (1, 2), ((1, 1), (0, 2)), (2, 1), (1, 2), convolution_numbers(), 1, 1
        ),
    ),
    "convert_complex_to_real": ([shape("complex64", 4)], lambda b, x: ops.ConvertElementType(x[0], TYPES.F32)),
    "convert_real_to_complex": ([f32(4)], lambda b, x: ops.ConvertElementType(x[0], TYPES.C64)),
    "conditional": (
        [shape("bool"), f32(3), f32(3)],
        lambda b, x: ops.Conditional(x[0], x[1], computation(step), x[2], computation(step)),
    ),
    "conditional_by_index": (
        [shape("int32"), f32(3)],
        lambda b, x: ops.Conditional(x[0], [computation(step)] * 3, [x[1]] * 3),
    ),
    "cross_replica_sum": ([f32(4)], lambda b, x: ops.CrossReplicaSum(x[0])),
    "cross_replica_sum_of_pred": ([shape("bool", 4)], lambda b, x: ops.CrossReplicaSum(x[0])),
    "custom_call": ([f32(4)], lambda b, x: ops.CustomCall(b, b"f", x, f32(2))),
    "dot_by_rank": ([f32(2, 3, 4), f32(3, 5)], lambda b, x: ops.Dot(x[0], x[1])),
    "dot_of_vectors": ([f32(3)] * 2, lambda b, x: ops.Dot(x[0], x[1])),
    "dynamic_slice": ([f32(4, 3)] + [shape("int32")] * 2, lambda b, x: ops.DynamicSlice(x[0], x[1:], (2, 2))),
    "dynamic_update_slice": (
        [f32(4, 3), f32(2, 2)] + [shape("int32")] * 2,
        lambda b, x: ops.DynamicUpdateSlice(x[0], x[1], x[2:]),
    ),
    "fft": ([shape("complex64", 4, 8)], lambda b, x: ops.Fft(x[0], xla_client.FftType.IFFT, (8,))),
    "gather": ([f32(4, 3), shape("int32", 5, 1)], lambda b, x: ops.Gather(x[0], x[1], gather_numbers(), (1, 3))),
    "get_dimension_size": ([f32(4, 3)], lambda b, x: ops.GetDimensionSize(x[0], 1)),
    "infeed": ([], lambda b, x: ops.InfeedWithToken(ops.CreateToken(b), f32(4))),
    "iota": ([], lambda b, x: ops.Iota(b, TYPES.F32, 4)),
    "iota_of_a_shape": ([], lambda b, x: ops.Iota(b, shape("int32", 4, 3), 1)),
    "is_finite": ([f32(4)], lambda b, x: ops.IsFinite(x[0])),
    "map": ([f32(4)] * 2, lambda b, x: ops.Map(b, x, scalar_function(ops.Mul), [0])),
    "optimization_barrier": ([f32(4)], lambda b, x: ops.OptimizationBarrier(x[0])),
    "outfeed": ([f32(4)], lambda b, x: ops.OutfeedWithToken(x[0], ops.CreateToken(b), f32(4))),
    "pad": ([f32(2, 3), f32()], lambda b, x: ops.Pad(x[0], x[1], padding((1, 2, 1), (-1, 0, 2)))),
    "population_count": ([shape("int32", 4)], lambda b, x: ops.PopulationCount(x[0])),
    "real_of_imag": ([shape("complex64", 4)], lambda b, x: ops.Add(ops.Real(x[0]), ops.Imag(x[0]))),
    "reciprocal": ([f32(4)], lambda b, x: ops.Reciprocal(x[0])),
    "reduce": (
        [f32(4, 3)],
        lambda b, x: ops.Reduce(b, x, [CONSTANT(b, np.float32(0))], scalar_function(ops.Add), [0]),
    ),
    "reduce_precision": ([f32(4)], lambda b, x: ops.ReducePrecision(x[0], 5, 10)),
    "reduce_window": (
        [f32(4, 6)],
        lambda b, x: ops.ReduceWindowWithGeneralPadding(
            x[0], CONSTANT(b, np.float32(0)), scalar_function(ops.Max), (2, 3), (2, 1), (1, 2), (2, 1), ((0, 1), (1, 0))
        ),
    ),
    "remove_dynamic_dimension": ([f32(4)], lambda b, x: ops.RemoveDynamicDimension(x[0], 0)),
    "replica_id": ([], lambda b, x: ops.ReplicaId(b)),
    "reshape": ([f32(4, 2, 3)], lambda b, x: ops.Reshape(x[0], (8, 3))),
    "reshape_in_another_order": ([f32(4, 2, 3)], lambda b, x: ops.Reshape(x[0], (1, 2, 0), (24,))),
    "reshape_in_order": ([f32(4, 2, 3)], lambda b, x: ops.Reshape(x[0], (0, 1, 2), (24,))),
    "rev": ([f32(4, 3)], lambda b, x: ops.Rev(x[0], (0, 1))),
    "rng_bit_generator": (
        [shape("uint64", 2)],
        lambda b, x: ops.RngBitGenerator(ops.RandomAlgorithm.RNG_PHILOX, x[0], shape("uint32", 4)),
    ),
    "rng_normal": ([f32()] * 2, lambda b, x: ops.RngNormal(x[0], x[1], f32(4))),
    "rng_uniform": ([f32()] * 2, lambda b, x: ops.RngUniform(x[0], x[1], f32(4))),
    "round": ([f32(4)], lambda b, x: ops.Round(x[0])),
    "scatter": (
        [f32(4, 3), shape("int32", 5, 1), f32(5, 3)],
        lambda b, x: ops.Scatter(x[0], x[1], x[2], scalar_function(ops.Add), scatter_numbers()),
    ),
    "select_and_scatter": (
        [f32(4, 6), f32(2, 2)],
        lambda b, x: ops.SelectAndScatterWithGeneralPadding(
            x[0],
            scalar_function(ops.Ge),
            (2, 3),
            (2, 3),
            ((0, 0), (0, 0)),
            x[1],
            CONSTANT(b, np.float32(0)),
            scalar_function(ops.Add),
        ),
    ),
    "select_by_a_scalar": ([shape("bool"), f32(4), f32(4)], lambda b, x: ops.Select(*x)),
    "select_of_a_scalar": ([shape("bool", 4), f32(), f32(4)], lambda b, x: ops.Select(*x)),
    "select_of_tuples": (
        [shape("bool"), f32(4), f32(4)],
        lambda b, x: ops.Select(x[0], ops.Tuple(b, [x[1]]), ops.Tuple(b, [x[2]])),
    ),
    "set_dimension_size": ([f32(4), shape("int32")], lambda b, x: ops.SetDimensionSize(x[0], x[1], 0)),
    "shift_left": ([shape("uint32", 4)] * 2, lambda b, x: ops.ShiftLeft(x[0], x[1])),
    "slice": ([f32(4, 3)], lambda b, x: ops.Slice(x[0], (1, 0), (4, 3), (2, 1))),
    "slice_in_dim": ([f32(4, 3)], lambda b, x: ops.SliceInDim(x[0], 1, 3, 1, 0)),
    "sort_without_a_comparator": (
        [f32(4), shape("int32", 4)],
        lambda b, x: ops.Sort(b, x, dimension=0),
    ),
    "sort_of_integers": ([shape("int32", 4)], lambda b, x: ops.Sort(b, x, dimension=0)),
    "square": ([f32(4)], lambda b, x: ops.Square(x[0])),
    "transpose": ([f32(2, 3)], lambda b, x: ops.Transpose(x[0], (1, 0))),
    "triangular_solve": (
        [f32(3, 3), f32(3, 2)],
        lambda b, x: ops.TriangularSolve(x[0], x[1], True, True, False, triangular_options()),
    ),
    "tuple": ([f32(2), f32(3)], lambda b, x: ops.GetTupleElement(ops.Tuple(b, x), 1)),
    "while": ([f32(3)], lambda b, x: ops.While(computation(below), computation(step), x[0])),
}


def main():
    with open(FILE, "w") as f:
        for name, (shapes, calls) in CALLS.items():
            builder = xla_client.XlaBuilder(name)
            root = calls(builder, parameters(builder, *shapes))
            f.write(builder.build(root).as_hlo_text().strip() + "\n\n")


if __name__ == "__main__":
    main()
