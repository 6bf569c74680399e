module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> (tensor<8xf64> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}) {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
    %1 = chlo.polygamma %arg2, %arg3 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
    return %0, %1 : tensor<8xf64>, tensor<8xf32>
  }
}

// in0 f64[8]
//   0 1 2 3 5 0.5 -1 1
// in1 f64[8]
//   1.5 0.5 2.25 3 1 2 2 30
// in2 f32[8]
//   0 1 2 3 5 0.5 -1 1
// in3 f32[8]
//   1.5 0.5 2.25 3 1 2 2 30
// out0 f64[8]
//   0.03648997397857712 4.93480220054468 -0.30373993753691997 0.11893940226682921 122.08116743813397 nan nan
//   0.033895060357739946
// out1 f32[8]
//   0.036490083 4.934802 -0.30374002 0.1189395 122.08129 nan nan 0.03389506
