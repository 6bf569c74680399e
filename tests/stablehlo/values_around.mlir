func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> (tensor<3xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<3xf32>
  %y = stablehlo.add %x, %half : tensor<3xf32>
  %r:2 = stablehlo.while(%s = %x, %i = %zero) : tensor<3xf32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %odd = stablehlo.remainder %i, %n : tensor<i32>
    %t = "stablehlo.case"(%odd) ({
      %a = stablehlo.multiply %s, %y : tensor<3xf32>
      stablehlo.return %a : tensor<3xf32>
    }, {
      %p = stablehlo.compare GT, %next, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %b = "stablehlo.if"(%p) ({
        %c = stablehlo.subtract %s, %half : tensor<3xf32>
        stablehlo.return %c : tensor<3xf32>
      }, {
        stablehlo.return %x : tensor<3xf32>
      }) : (tensor<i1>) -> tensor<3xf32>
      stablehlo.return %b : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    stablehlo.return %t, %next : tensor<3xf32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<i32>
}

// in0 f32[3]
//   0.12573022 -0.13210486 0.64042264
// in1 s32[]
//   3
// out0 f32[3]
//   -0.9213268 -1.0486007 -0.26964754
// out1 s32[]
//   3
