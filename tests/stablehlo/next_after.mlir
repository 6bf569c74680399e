module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> (tensor<8xf64> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}) {
    %0 = chlo.next_after %arg0, %arg1 : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
    %1 = chlo.next_after %arg2, %arg3 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
    return %0, %1 : tensor<8xf64>, tensor<8xf32>
  }
}

// in0 f64[8]
//   1 1 0 -0 0 -1 3 nan
// in1 f64[8]
//   2 0 1 -1 0 -2 3 1
// in2 f32[8]
//   1 1 0 -0 0 -1 3 nan
// in3 f32[8]
//   2 0 1 -1 0 -2 3 1
// out0 f64[8]
//   1.0000000000000002 0.9999999999999999 5e-324 -5e-324 0 -1.0000000000000002 3 nan
// out1 f32[8]
//   1.0000001 0.99999994 1e-45 -1e-45 0 -1.0000001 3 nan
