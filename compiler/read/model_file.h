// Facts in a model's file beside its module.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// An argument that the model's file declares as state, and its initial value.
struct KeptArgument {
    std::string name;
    LiteralPtr initial;
};

struct ModelFile {
    Module module;
    std::vector<KeptArgument> kept;
    std::vector<std::string> result_names; // one a result; empty: they have none
};

// Sizes of inputs that the model leaves open, by name.
using InputShapes = std::map<std::string, std::vector<std::int64_t>>;

// What a model's file leaves open, as the person wants it.
struct ReadOptions {
    InputShapes input_shapes;
    std::string entry; // the function of a StableHLO program that is its entry; empty: `main`, or the only public one
};

} // namespace hlo2cpp
