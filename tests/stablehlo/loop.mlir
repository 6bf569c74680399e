module @jit_loop_with_values_around attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32>, %arg1: tensor<i32>, %arg2: tensor<f32>) -> (tensor<i32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:5 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg2, %iterArg_1 = %0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<i32>, tensor<f32>, tensor<3xf32>, tensor<i32>, tensor<3xf32>
    cond {
      %2 = stablehlo.compare LT, %iterArg_2, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_2, %c_4 : tensor<i32>
      %3 = stablehlo.broadcast_in_dim %iterArg_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %4 = stablehlo.multiply %iterArg_3, %3 : tensor<3xf32>
      %5 = stablehlo.add %4, %iterArg_1 : tensor<3xf32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %2, %5 : tensor<i32>, tensor<f32>, tensor<3xf32>, tensor<i32>, tensor<3xf32>
    }
    return %1#3, %1#4 : tensor<i32>, tensor<3xf32>
  }
}

// in0 f32[3]
//   0.12573022 -0.13210486 0.64042264
// in1 s32[]
//   4
// in2 f32[]
//   0.5
// out0 s32[]
//   4
// out1 f32[3]
//   0.0078581385 1.8667434 3.7900264
