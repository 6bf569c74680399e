module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x4xf32>, %arg1: tensor<3xi32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<5x4xf32> {jax.result_info = "result[1]"}, tensor<2x2xf32> {jax.result_info = "result[2]"}, tensor<6x6xf32> {jax.result_info = "result[3]"}, tensor<2x5xf32> {jax.result_info = "result[4]"}, tensor<5x3xf32> {jax.result_info = "result[5]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<3xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<3xi1>, tensor<3xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %8 = stablehlo.compare LT, %arg1, %7, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_2 = stablehlo.constant dense<5> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %10 = stablehlo.add %arg1, %9 : tensor<3xi32>
    %11 = stablehlo.select %8, %10, %arg1 : tensor<3xi1>, tensor<3xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %14 = "stablehlo.scatter"(%arg0, %12, %13) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %27 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %27 : tensor<f32>
    }) : (tensor<5x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<5x4xf32>
    %15 = stablehlo.slice %arg1 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
    %16 = stablehlo.reshape %15 : (tensor<1xi32>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.compare LT, %16, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<5> : tensor<i32>
    %18 = stablehlo.add %16, %c_4 : tensor<i32>
    %19 = stablehlo.select %17, %18, %16 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %20 = stablehlo.dynamic_slice %arg0, %19, %c_5, sizes = [2, 2] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %21 = call @_pad(%arg0, %c_6) : (tensor<5x4xf32>, tensor<i32>) -> tensor<6x6xf32>
    %22 = stablehlo.slice %arg0 [0:5, 1:4:2] : (tensor<5x4xf32>) -> tensor<5x2xf32>
    %23 = stablehlo.reverse %22, dims = [0] : tensor<5x2xf32>
    %24 = stablehlo.transpose %23, dims = [1, 0] : (tensor<5x2xf32>) -> tensor<2x5xf32>
    %25 = stablehlo.slice %arg0 [0:5, 0:1] : (tensor<5x4xf32>) -> tensor<5x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x3xf32>
    return %6, %14, %20, %21, %24, %26 : tensor<3x4xf32>, tensor<5x4xf32>, tensor<2x2xf32>, tensor<6x6xf32>, tensor<2x5xf32>, tensor<5x3xf32>
  }
  func.func private @_pad(%arg0: tensor<5x4xf32>, %arg1: tensor<i32>) -> tensor<6x6xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<5x4xf32>, tensor<f32>) -> tensor<6x6xf32>
    return %1 : tensor<6x6xf32>
  }
}

// in0 f32[5,4]
//   0.12573022 -0.13210486 0.64042264 0.104900114 -0.5356694 0.36159506 1.304 0.94708097 -0.70373523 -1.2654215
//   -0.62327445 0.04132598 -2.3250308 -0.21879166 -1.245911 -0.7322674 -0.544259 -0.31630015 0.41163054 1.0425134
// in1 s32[3]
//   3 1 3
// out0 f32[3,4]
//   -2.3250308 -0.21879166 -1.245911 -0.7322674 -0.5356694 0.36159506 1.304 0.94708097 -2.3250308 -0.21879166
//   -1.245911 -0.7322674
// out1 f32[5,4]
//   0.12573022 -0.13210486 0.64042264 0.104900114 0.4643306 1.361595 2.304 1.947081 -0.70373523 -1.2654215
//   -0.62327445 0.04132598 -0.3250308 1.7812083 0.754089 1.2677326 -0.544259 -0.31630015 0.41163054 1.0425134
// out2 f32[2,2]
//   -2.3250308 -0.21879166 -0.544259 -0.31630015
// out3 f32[6,6]
//   0 0 0 0 0 0 0.12573022 -0.13210486 0.64042264 0.104900114 0 0 -0.5356694 0.36159506 1.304 0.94708097 0 0
//   -0.70373523 -1.2654215 -0.62327445 0.04132598 0 0 -2.3250308 -0.21879166 -1.245911 -0.7322674 0 0 -0.544259
//   -0.31630015 0.41163054 1.0425134 0 0
// out4 f32[2,5]
//   -0.31630015 -0.21879166 -1.2654215 0.36159506 -0.13210486 1.0425134 -0.7322674 0.04132598 0.94708097 0.104900114
// out5 f32[5,3]
//   0.12573022 0.12573022 0.12573022 -0.5356694 -0.5356694 -0.5356694 -0.70373523 -0.70373523 -0.70373523 -2.3250308
//   -2.3250308 -2.3250308 -0.544259 -0.544259 -0.544259
