module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x7xf32>) -> (tensor<2x3xf32> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}) {
    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<2x7xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %values, %indices : tensor<2x3xf32>, tensor<2x3xi32>
  }
}

// in0 f32[2,7]
//   0.12573022 -0.13210486 0.64042264 0.104900114 -0.5356694 0.36159506 1.304 0.94708097 -0.70373523 -1.2654215
//   -0.62327445 0.04132598 -2.3250308 -0.21879166
// out0 f32[2,3]
//   1.304 0.64042264 0.36159506 0.94708097 0.04132598 -0.21879166
// out1 s32[2,3]
//   6 2 5 0 4 6
