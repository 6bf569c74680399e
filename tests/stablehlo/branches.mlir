module @jit_branches attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i1>) -> (tensor<2x3xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<2x3xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.clamp %c, %arg2, %c_0 : tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %4 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
      stablehlo.return %4 : tensor<2x3xf32>
    }, {
      %4 = stablehlo.subtract %arg0, %arg1 : tensor<2x3xf32>
      stablehlo.return %4 : tensor<2x3xf32>
    }, {
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
      %5 = stablehlo.multiply %arg0, %4 : tensor<2x3xf32>
      stablehlo.return %5 : tensor<2x3xf32>
    }) : (tensor<i32>) -> tensor<2x3xf32>
    %2 = stablehlo.convert %arg3 : (tensor<i1>) -> tensor<i32>
    %3:2 = "stablehlo.case"(%2) ({
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %4 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
      %5 = stablehlo.negate %arg1 : tensor<2x3xf32>
      stablehlo.return %4, %5 : tensor<f32>, tensor<2x3xf32>
    }, {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %4, %arg1 : tensor<f32>, tensor<2x3xf32>
    }) : (tensor<i32>) -> (tensor<f32>, tensor<2x3xf32>)
    return %1, %3#0, %3#1 : tensor<2x3xf32>, tensor<f32>, tensor<2x3xf32>
  }
}

// in0 f32[2,3]
//   0.12573022 -0.13210486 0.64042264 0.104900114 -0.5356694 0.36159506
// in1 f32[2,3]
//   0.34558418 0.82161814 0.33043706 -1.3031572 0.9053559 0.44637457
// in2 s32[]
//   1
// in3 pred[]
//   0
// out0 f32[2,3]
//   -0.21985397 -0.953723 0.30998558 1.4080573 -1.4410253 -0.0847795
// out1 f32[]
//   0.64042264
// out2 f32[2,3]
//   -0.34558418 -0.82161814 -0.33043706 1.3031572 -0.9053559 -0.44637457
