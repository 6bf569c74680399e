#loc2 = loc("-":3:26)
#loc3 = loc("-":3:47)
#loc7 = loc("-":7:10)
#loc8 = loc("-":7:29)
#loc12 = loc("-":12:10)
#loc13 = loc("-":12:29)
#loc14 = loc("-":12:48)
#loc15 = loc("-":12:71)
"builtin.module"() <{sym_name = "scans"}> ({
  "func.func"() <{function_type = (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xf32>, tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x5xf32> loc("-":3:26), %arg1: tensor<3x5xf32> loc("-":3:47)):
    %0 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<3xf32>}> : () -> tensor<3xf32> loc(#loc4)
    %1 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<5xf32>}> : () -> tensor<5xf32> loc(#loc5)
    %2:2 = "chlo.scan"(%arg0, %0) <{dimension = 1 : i64, is_associative = true, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: tensor<3xf32> loc("-":7:10), %arg7: tensor<3xf32> loc("-":7:29)):
      %6 = "stablehlo.add"(%arg6, %arg7) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> loc(#loc9)
      "stablehlo.return"(%6, %6) : (tensor<3xf32>, tensor<3xf32>) -> () loc(#loc10)
    }) : (tensor<3x5xf32>, tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>) loc(#loc6)
    %3:3 = "chlo.scan"(%arg0, %arg1, %1, %1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 2, 2>, resultSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg2: tensor<5xf32> loc("-":12:10), %arg3: tensor<5xf32> loc("-":12:29), %arg4: tensor<5xf32> loc("-":12:48), %arg5: tensor<5xf32> loc("-":12:71)):
      %4 = "stablehlo.add"(%arg2, %arg4) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> loc(#loc16)
      %5 = "stablehlo.multiply"(%arg3, %arg5) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> loc(#loc17)
      "stablehlo.return"(%5, %4, %5) : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> () loc(#loc18)
    }) : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>) loc(#loc11)
    "func.return"(%2#0, %2#1, %3#0, %3#1, %3#2) : (tensor<3x5xf32>, tensor<3xf32>, tensor<3x5xf32>, tensor<5xf32>, tensor<5xf32>) -> () loc(#loc19)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("-":2:1)
#loc1 = loc("-":3:3)
#loc4 = loc("-":4:10)
#loc5 = loc("-":5:10)
#loc6 = loc("-":6:12)
#loc9 = loc("-":8:12)
#loc10 = loc("-":9:7)
#loc11 = loc("-":11:12)
#loc16 = loc("-":13:12)
#loc17 = loc("-":14:12)
#loc18 = loc("-":15:7)
#loc19 = loc("-":17:5)
