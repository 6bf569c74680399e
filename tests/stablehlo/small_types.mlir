module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xf32>, %arg1: tensor<6xi32>) -> (tensor<6xf32> {jax.result_info = "result[0]"}, tensor<6xi32> {jax.result_info = "result[1]"}, tensor<6xui8> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<6xf32>) -> tensor<6xf8E4M3FN>
    %1 = stablehlo.convert %0 : (tensor<6xf8E4M3FN>) -> tensor<6xf32>
    %2 = stablehlo.convert %arg1 : (tensor<6xi32>) -> tensor<6xi4>
    %c = stablehlo.constant dense<3> : tensor<i4>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i4>) -> tensor<6xi4>
    %4 = stablehlo.add %2, %3 : tensor<6xi4>
    %5 = stablehlo.convert %4 : (tensor<6xi4>) -> tensor<6xi32>
    %6 = stablehlo.convert %arg1 : (tensor<6xi32>) -> tensor<6xui8>
    return %1, %5, %6 : tensor<6xf32>, tensor<6xi32>, tensor<6xui8>
  }
}

// in0 f32[6]
//   0.12573022 -0.13210486 0.64042264 0.104900114 -0.5356694 0.36159506
// in1 s32[6]
//   -3 -2 -1 0 1 2
// out0 f32[6]
//   0.125 -0.125 0.625 0.1015625 -0.5625 0.375
// out1 s32[6]
//   0 1 2 3 4 5
// out2 u8[6]
//   253 254 255 0 1 2
