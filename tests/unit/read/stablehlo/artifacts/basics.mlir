// What VHLO has had from its first version on: structured attributes, regions, constants, types and locations.
module @basics attributes {mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x6xf32> {tf.aliasing_output = 0 : i32} loc("x"), %w: tensor<6x4xf32> loc("params['w']")) -> (tensor<4x4xf32> {jax.result_info = "out"}, tensor<i32>) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32> loc("jit(f)/dot"("model.py":3:7))
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32> loc(callsite("inner"("a.py":1:2) at "outer"("b.py":3:4)))
    %n = stablehlo.constant dense<3> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %3:2 = stablehlo.while(%i = %i0, %acc = %2) : tensor<i32>, tensor<4x4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.add %acc, %0 : tensor<4x4xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<4x4xf32>
    }
    %flag = stablehlo.constant dense<true> : tensor<i1>
    %4 = "stablehlo.case"(%3#0) ({
      %a = "stablehlo.if"(%flag) ({
        stablehlo.return %2 : tensor<4x4xf32>
      }, {
        stablehlo.return %0 : tensor<4x4xf32>
      }) : (tensor<i1>) -> tensor<4x4xf32>
      stablehlo.return %a : tensor<4x4xf32>
    }, {
      stablehlo.return %3#1 : tensor<4x4xf32>
    }) : (tensor<i32>) -> tensor<4x4xf32>
    %5 = call @"<lambda>"(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %5, %3#0 : tensor<4x4xf32>, tensor<i32>
  }
  func.func private @"<lambda>"(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.exponential %x {mhlo.frontend_attributes = {scope = "a"}} : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  func.func private @windows(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>, %zero: tensor<f32>) -> tensor<1x4x4x4xf32> {
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
    %1 = "stablehlo.reduce_window"(%0, %zero) <{padding = dense<[[0, 0], [0, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<1x8x8x4xf32>, tensor<f32>) -> tensor<1x4x4x4xf32>
    return %1 : tensor<1x4x4x4xf32>
  }
  func.func private @indices(%x: tensor<5x7xf32>, %i: tensor<3x1xi32>, %u: tensor<3x7xf32>, %start: tensor<i32>) -> (tensor<3x7xf32>, tensor<5x7xf32>, tensor<9x7xf32>, tensor<7x5xf32>) {
    %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<3x1xi32>) -> tensor<3x7xf32>
    %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }) : (tensor<5x7xf32>, tensor<3x1xi32>, tensor<3x7xf32>) -> tensor<5x7xf32>
    %2 = stablehlo.slice %x [0:4, 1:7:2] : (tensor<5x7xf32>) -> tensor<4x3xf32>
    %3 = stablehlo.dynamic_slice %x, %start, %start, sizes = [2, 7] : (tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<2x7xf32>
    %4 = stablehlo.dynamic_update_slice %x, %3, %start, %start : (tensor<5x7xf32>, tensor<2x7xf32>, tensor<i32>, tensor<i32>) -> tensor<5x7xf32>
    %zero = stablehlo.constant dense<-0.0> : tensor<f32>
    %5 = stablehlo.pad %4, %zero, low = [1, 0], high = [3, -1], interior = [0, 0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<9x6xf32>
    %6 = stablehlo.slice %x [0:5, 0:1] : (tensor<5x7xf32>) -> tensor<5x1xf32>
    %7 = stablehlo.pad %6, %zero, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<5x1xf32>, tensor<f32>) -> tensor<9x1xf32>
    %8 = stablehlo.concatenate %5, %7, dim = 1 : (tensor<9x6xf32>, tensor<9x1xf32>) -> tensor<9x7xf32>
    %9 = stablehlo.transpose %x, dims = [1, 0] : (tensor<5x7xf32>) -> tensor<7x5xf32>
    %10 = stablehlo.iota dim = 1 : tensor<7x5xi32>
    %11:2 = "stablehlo.sort"(%9, %10) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<7x5xf32>, tensor<7x5xi32>) -> (tensor<7x5xf32>, tensor<7x5xi32>)
    return %0, %1, %8, %11#0 : tensor<3x7xf32>, tensor<5x7xf32>, tensor<9x7xf32>, tensor<7x5xf32>
  }
  func.func private @constants() {
    %0 = stablehlo.constant dense<[true, false, true, true, false, false, false, true, false, true]> : tensor<10xi1>
    %1 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %2 = stablehlo.constant dense<true> : tensor<12xi1>
    %3 = stablehlo.constant dense<false> : tensor<i1>
    %4 = stablehlo.constant dense<[-3, 7, -8]> : tensor<3xi4>
    %5 = stablehlo.constant dense<[255, 0]> : tensor<2xui8>
    %6 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
    %7 = stablehlo.constant dense<[1.5, 0x7E01]> : tensor<2xf16>
    %8 = stablehlo.constant dense<[(1.0, -2.0), (0.0, 3.5)]> : tensor<2xcomplex<f32>>
    %9 = stablehlo.constant dense<> : tensor<0x3xf64>
    %10 = stablehlo.constant dense<[[1, 2], [3, -4]]> : tensor<2x2xi64>
    %11 = stablehlo.constant dense<2.5> : tensor<3x3xf64>
    %12 = stablehlo.constant dense<[0.5, -1.0]> : tensor<2xf8E4M3FN>
    return
  }
  func.func private @types(%d: tensor<?x3xf32>, %b: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %t: tuple<tensor<i32>, tuple<>>, %k: !stablehlo.token, %u: tensor<2xui32>, %c: tensor<2xcomplex<f64>>) -> tensor<i32> {
    %1 = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %2 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>, tuple<>>) -> tensor<i32>
    return %2 : tensor<i32>
  }
  func.func private @others(%x: tensor<4x4xf32>, %state: tensor<2xui64>) -> tensor<4x4xf32> {
    %0 = stablehlo.custom_call @target(%x) {api_version = 2 : i32, backend_config = "opaque", has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %2 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
    %3 = stablehlo.cholesky %0, lower = true : tensor<4x4xf32>
    %4 = "stablehlo.triangular_solve"(%3, %x) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = stablehlo.reduce_precision %5, format = e5m10 : tensor<4x4xf32>
    %7 = stablehlo.optimization_barrier %6 : tensor<4x4xf32>
    return %7 : tensor<4x4xf32>
  }
}
