// Text of the state, which a context keeps from call to call: a struct with one array per state parameter, and
// functions that set its initial values. All texts are empty without state.
#pragma once

#include <string>
#include <vector>

#include "generate/code.h"

namespace hlo2cpp {

class StateText {
public:
    explicit StateText(const GenerateInput& input) : input_(input), arrays_(input.program.state()) {}

    // Parts of the header.
    std::string type() const;      // comment and struct
    std::string member() const;    // of the context
    std::string functions() const; // declarations
    // Parts of the source.
    std::string own_definitions() const; // of functions on the file's own state
    std::string definitions() const;     // of functions on a context's state

private:
    const GenerateInput& input_;
    std::vector<Argument> arrays_;
};

} // namespace hlo2cpp
