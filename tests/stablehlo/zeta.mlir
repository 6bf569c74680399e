module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> (tensor<8xf64> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
    %1 = chlo.zeta %arg2, %arg3 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
    return %0, %1 : tensor<8xf64>, tensor<8xf32>
  }
}

// in0 f64[8]
//   1.5 2 3.7 1 0.5 4 3.5 6
// in1 f64[8]
//   1 0.5 2.25 3 1 -1.5 -1.5 -2
// in2 f32[8]
//   1.5 2 3.7 1 0.5 4 3.5 6
// in3 f32[8]
//   1 0.5 2.25 3 1 -1.5 -1.5 -2
// out0 f64[8]
//   2.6123753486854886 4.93480220054468 0.0726782888174922 inf nan 32.432379369864606 nan inf
// out1 f32[8]
//   2.6123753 4.934802 0.0726783 inf nan 32.43238 nan inf
