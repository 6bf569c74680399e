module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<15xf64>, %arg1: tensor<15xf32>, %arg2: tensor<15xbf16>) -> (tensor<15xf64> {jax.result_info = "result[0]"}, tensor<15xf32> {jax.result_info = "result[1]"}, tensor<15xbf16> {jax.result_info = "result[2]"}) {
    %0 = chlo.erf_inv %arg0 : tensor<15xf64> -> tensor<15xf64>
    %1 = chlo.erf_inv %arg1 : tensor<15xf32> -> tensor<15xf32>
    %2 = chlo.erf_inv %arg2 : tensor<15xbf16> -> tensor<15xbf16>
    return %0, %1, %2 : tensor<15xf64>, tensor<15xf32>, tensor<15xbf16>
  }
}

// in0 f64[15]
//   0.5 -0.5 0.25 0.999 -0.999 1 -1 0.001 1e-06 -0.75 0 0.9999 -0.37 1e-20 1.5
// in1 f32[15]
//   0.5 -0.5 0.25 0.999 -0.999 1 -1 0.001 1e-06 -0.75 0 0.9999 -0.37 1e-20 1.5
// in2 bf16[15]
//   0.5 -0.5 0.25 1 -1 1 -1 9.994507e-04 9.983778e-07 -0.75 0 1 -0.36914062 1.0005577e-20 1.5
// out0 f64[15]
//   0.47693627620446977 -0.47693627620446977 0.22531205501217808 2.3267537655135273 -2.3267537655135273 inf -inf
//   8.862271574665522e-04 8.862269254529901e-07 -0.8134198475976187 0 2.7510639057121233 -0.34063232202099475
//   8.86226925452758e-21 nan
// out1 f32[15]
//   0.47693628 -0.47693628 0.22531207 2.3267577 -2.3267577 inf -inf 8.862271e-04 8.862268e-07 -0.8134198 0 2.7510269
//   -0.34063238 8.862268e-21 nan
// out2 bf16[15]
//   0.4765625 -0.4765625 0.22558594 inf -inf inf -inf 8.8500977e-04 8.866191e-07 -0.8125 0 inf -0.33984375
//   8.840906e-21 nan
