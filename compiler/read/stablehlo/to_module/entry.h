// Arguments and results of the entry function: names, shapes, and which results are written into arguments.
#pragma once

#include <string>
#include <vector>

#include "ir/builder/builder.h"
#include "read/model_file.h"
#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// Names of the arguments: of their locations, where these differ, else arg0, arg1, ...
std::vector<std::string> argument_names(const Document& document, const Operation& entry);
// Shapes of the arguments; the input shapes give sizes that the program leaves open. Throws InputError for those that
// are missing or do not fit.
std::vector<Shape> argument_shapes(const Document& document, const Operation& entry,
                                   const std::vector<std::string>& names, const InputShapes& input_shapes);
// Names of the results, like ["loss"] of a dictionary; empty where they have none but numbers.
std::vector<std::string> result_names(const Operation& entry);
// Tells the builder which results are written into which arguments.
void set_aliases(const Document& document, const Operation& entry, std::size_t results, builder::Builder& builder);
// Lays arguments and results out in memory as the program's attributes want it; without these, row-major.
void set_layouts(const Document& document, Module& module);

} // namespace hlo2cpp::stablehlo
