// The text of what lives in the context from call to call: a struct with one array a state parameter, and the functions
// that bring it to its initial values.
#pragma once

#include <string>
#include <vector>

#include "generate/arguments.h"
#include "generate/weights.h"

namespace hlo2cpp {

class StateText {
public:
    // Initial values other than zeros become constants.
    StateText(const Program& program, const std::vector<Argument>& arguments, Weights& weights, bool has_arena);

    bool any() const { return !arrays_.empty(); }
    std::int64_t bytes() const; // without what a compiler adds behind the last array

    // Of the header.
    std::string type() const;      // comment and struct
    std::string member() const;    // of the context
    std::string functions() const; // declarations
    // Of the source.
    std::string reset() const;         // sets every array, inside the namespace
    std::string static_object() const; // the state that NAME_run works on
    std::string definitions() const;   // of `functions`

private:
    bool starts_as_zeros() const;

    const Program& program_;
    std::vector<Argument> arrays_;     // the strictest alignment first, so that no compiler puts gaps between them
    std::vector<std::string> initial_; // the names of their constants; empty: zeros
    bool has_arena_;
};

} // namespace hlo2cpp
