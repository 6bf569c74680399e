// Scans, whose groups of operands and results have sizes.
module @scans {
  func.func public @main(%x: tensor<3x5xf32>, %y: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xf32>, tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>) {
    %c = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
    %d = stablehlo.constant dense<2.000000e+00> : tensor<5xf32>
    %0:2 = chlo.scan(%x) inits (%c) dimension=1 attributes {is_associative = true, is_reverse = true} {
    ^bb0(%a: tensor<3xf32>, %carry: tensor<3xf32>):
      %2 = stablehlo.add %a, %carry : tensor<3xf32>
      stablehlo.return %2, %2 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<3x5xf32>, tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
    %1:3 = chlo.scan(%x, %y) inits (%d, %d) dimension=0 {
    ^bb0(%a: tensor<5xf32>, %b: tensor<5xf32>, %carry: tensor<5xf32>, %other: tensor<5xf32>):
      %2 = stablehlo.add %a, %carry : tensor<5xf32>
      %3 = stablehlo.multiply %b, %other : tensor<5xf32>
      stablehlo.return %3, %2, %3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
    } : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>)
    return %0#0, %0#1, %1#0, %1#1, %1#2 : tensor<3x5xf32>, tensor<3xf32>, tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>
  }
}
