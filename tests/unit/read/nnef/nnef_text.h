// NNEF texts in tests.
#pragma once

#include <string>
#include <vector>

#include "read/model_file.h"

namespace hlo2cpp::nnef {

// A graph of the compositional syntax with an input x of three scalars, whose body assigns y; `fragments` come before.
std::string graph_text(const std::string& body, const std::string& fragments = {});
// The model of a text, without files beside it.
ModelFile model_of(const std::string& text, const InputShapes& input_shapes = {});
// "LINE:COLUMN: message" of what is wrong with it; empty where nothing is.
std::string complaint(const std::string& text);
// The elements of the first result where x is {1, 2, 3}.
std::vector<double> first_result(const std::string& text);
// What the expression is, where a scalar is expected, computed at compile time.
double scalar_of(const std::string& expression, const std::string& fragments = {});

} // namespace hlo2cpp::nnef
