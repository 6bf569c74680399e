// Text of --cooperative: NAME_begin and NAME_step, which run one part of `run` a call. All texts are empty without it.
#pragma once

#include <string>

#include "generate/code.h"

namespace hlo2cpp {

class CooperativeText {
public:
    explicit CooperativeText(const GenerateInput& input) : input_(input) {}

    // Parts of the header.
    std::string members() const; // of the context
    std::string errors() const;
    std::string declarations() const;
    // Parts of the source.
    std::string macro() const;
    std::string run() const; // all parts
    // `check`: what returns an error of a context. `memory`: of a context, as arguments of `run`.
    std::string definitions(const std::string& check, const std::string& memory) const;
    std::string end_of_begun() const; // statements of a function that uses the context for something else
    std::string initial() const;      // statements that make a context that has begun nothing

private:
    bool used() const { return input_.options.cooperative; }
    std::string begin_entry() const;

    const GenerateInput& input_;
};

} // namespace hlo2cpp
