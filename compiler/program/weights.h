// The constants of the program under their names in the file.
#pragma once

#include <vector>

#include "program/constant_names.h"
#include "program/names.h"

namespace hlo2cpp {

// True if the file holds the array as a string of bytes: compilers take ten times as long for large arrays of numbers.
bool is_byte_string(const ProgramInput& input, ConstantId id);

class Weights {
public:
    // A name for each array is added to `globals`, none of them in `avoid`.
    Weights(const ProgramInput& input, const Names& avoid, Names& globals);
    // Name of the array; the file contains the arrays that are asked for.
    tree::Expression array(ConstantId id);
    // Arrays in the order in which they were asked for.
    std::vector<NamedConstant> take() const;

private:
    const ProgramInput& input_;
    std::vector<ConstantName> names_; // by constant
    std::vector<bool> is_used_;
    std::vector<ConstantId> used_; // in the order in which they were asked for
};

} // namespace hlo2cpp
