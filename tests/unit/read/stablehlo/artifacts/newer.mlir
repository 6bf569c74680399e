// What later versions of VHLO added, and operations of other dialects, which artifacts have as they are.
module @newer {
  func.func public @main(%x: tensor<3x5xf32>, %i: tensor<3x2x1xi32>) -> tensor<3x5xf32> {
    %0 = chlo.erf_inv %x : tensor<3x5xf32> -> tensor<3x5xf32> loc("jit(f)/erf_inv")
    %1 = stablehlo.exponential %0 {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<3x5xf32>
    %2:2 = chlo.top_k(%1, k = 2) : tensor<3x5xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
    %3 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x3xf32>
    %4 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x5xf32>, tensor<3x2x1xi32>) -> tensor<3x2xf32>
    %5 = stablehlo.composite "my.square" %1 {composite_attributes = {n = 2 : i64, text = "a"}, decomposition = @square, version = 1 : i32} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %6 = stablehlo.custom_call @ffi(%5) {api_version = 4 : i32, backend_config = {flag = true, list = [1 : i64], number = 2.5 : f32}} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %7 = stablehlo.tan %6 : tensor<3x5xf32>
    return %7 : tensor<3x5xf32>
  }
  func.func private @square(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %0 = stablehlo.multiply %x, %x : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
}
