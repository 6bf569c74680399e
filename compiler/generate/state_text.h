// The text of what lives in the context from call to call: a struct with one array a state parameter, and the functions
// that bring it to its initial values. All empty where nothing is kept.
#pragma once

#include <string>
#include <vector>

#include "generate/code.h"

namespace hlo2cpp {

class StateText {
public:
    explicit StateText(const GenerateInput& input) : input_(input), arrays_(input.program.state()) {}

    // Of the header.
    std::string type() const;      // comment and struct
    std::string member() const;    // of the context
    std::string functions() const; // declarations
    // Of the source.
    std::string own_definitions() const; // of those that work on the file's own state
    std::string definitions() const;     // of the others

private:
    const GenerateInput& input_;
    std::vector<Argument> arrays_;
};

} // namespace hlo2cpp
