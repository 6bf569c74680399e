// The constants of the program under their names in the file.
#pragma once

#include <vector>

#include "program/constant_names.h"
#include "program/names.h"

namespace hlo2cpp {

// Whether the file holds the array as a string of bytes: as numbers, large ones take compilers ten times as long.
bool is_byte_string(const ProgramInput& input, ConstantId id);

class Weights {
public:
    // A name for each array is added to `globals`, none of them in `avoid`.
    Weights(const ProgramInput& input, const Names& avoid, Names& globals);
    // The array; it is in the file because it is asked for.
    tree::Expression array(ConstantId id);
    // In the order in which they were asked for.
    std::vector<NamedConstant> take() const;

private:
    const ProgramInput& input_;
    std::vector<ConstantName> names_; // by constant
    std::vector<bool> is_used_;
    std::vector<ConstantId> used_; // in the order in which they were asked for
};

} // namespace hlo2cpp
