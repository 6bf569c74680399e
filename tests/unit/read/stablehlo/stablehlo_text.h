// StableHLO texts in tests.
#pragma once

#include <string>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// A function with the parameters %x, %y: tensor<2x3xf32>, %s: tensor<f32>, %i, %j: tensor<i32>, %p: tensor<i1>,
// %v: tensor<6xf32>, %n: tensor<2xi32> and %c: tensor<2xcomplex<f32>>, which gives nothing.
std::string in_function(const std::string& body);
// The canonical form of the function with that body.
std::string read_body(const std::string& body);
// Canonical form of an attribute and of a type.
std::string read_attribute(const std::string& text);
std::string read_type(const std::string& text);
// The same of the operation `stablehlo.constant`: its attribute `value`.
std::string read_constant(const std::string& text);
// "LINE:COLUMN: message" of what is wrong with a text; empty where nothing is.
std::string text_complaint(const std::string& text);
std::string body_complaint(const std::string& body); // the body begins in line 2
std::string attribute_complaint(const std::string& text);
std::string constant_complaint(const std::string& text);

} // namespace hlo2cpp::stablehlo
