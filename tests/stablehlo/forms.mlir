module @forms {
  func.func private @twice(%x: tensor<2x1xf32>) -> tensor<2x1xf32> {
    %0 = "stablehlo.add"(%x, %x) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
    return %0 : tensor<2x1xf32>
  }
  func.func public @only(%x: tensor<2x1xf32>, %y: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<3xi32>, tensor<2xf32>) {
    %0 = call @twice(%x) : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.reduce(%y init: %2) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
    %4 = stablehlo.constant dense<[1.5, -2.5]> : tensor<2xf32>
    %5 = stablehlo.convert %y : (tensor<2x3xi32>) -> tensor<2x3xf32>
    %6 = stablehlo.dot_general %1, %5, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
    %7 = stablehlo.clamp %4, %6, %4 : tensor<2xf32>
    return %1, %3, %7 : tensor<2x3xf32>, tensor<3xi32>, tensor<2xf32>
  }
}

// in0 f32[2,1]
//   0.12573022 -0.13210486
// in1 s32[2,3]
//   1 -2 3 4 5 -6
// out0 f32[2,3]
//   0.25146043 0.25146043 0.25146043 -0.26420972 -0.26420972 -0.26420972
// out1 s32[3]
//   4 5 3
// out2 f32[2]
//   1.5 -2.5
