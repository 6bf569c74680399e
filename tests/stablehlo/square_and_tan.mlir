module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf32>, %arg1: tensor<5xcomplex<f32>>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}, tensor<5xcomplex<f32>> {jax.result_info = "result[2]"}) {
    %0 = chlo.square %arg0 : tensor<5xf32> -> tensor<5xf32>
    %1 = stablehlo.tan %arg0 : tensor<5xf32>
    %2 = chlo.square %arg1 : tensor<5xcomplex<f32>> -> tensor<5xcomplex<f32>>
    return %0, %1, %2 : tensor<5xf32>, tensor<5xf32>, tensor<5xcomplex<f32>>
  }
}

// in0 f32[5]
//   0.12573022 -0.13210486 0.64042264 0.104900114 -0.5356694
// in1 c64[5]
//   0.12573022,0.34558418 -0.13210486,0.82161814 0.64042264,0.33043706 0.104900114,-1.3031572 -0.5356694,0.9053559
// out0 f32[5]
//   0.015808087 0.017451694 0.41014117 0.011004034 0.28694168
// out1 f32[5]
//   0.12639695 -0.13287875 0.745201 0.10528659 -0.59355813
// out2 c64[5]
//   -0.10362034,0.08690075 -0.6576047,-0.21707949 0.3009525,0.42323875 -1.6872147,-0.2734027 -0.53272754,-0.96994287
