// The example's call as C: its numbers, the call, and the lines that print results.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "generate/code.h"
#include "project/example_call.h"
#include "support/template.h"

namespace hlo2cpp {

class ExampleText {
public:
    ExampleText(const GenerateInput& input, const ExampleCall& call);

    std::string header() const;   // NAME_example.h
    std::string expected() const; // what a program prints, but for errors of rounding
    std::string origin() const;   // "that were made up", where the numbers come from

private:
    // A result that is shown: the argument of the entry that holds it after the call.
    struct Shown {
        std::string name;
        ElementType type;
        std::int64_t count = 0; // of its first elements
        std::string expected;   // " 0.250000 1.000000"
    };
    const std::string& name() const { return input_.options.name; }
    std::string function(const std::string& file, const TemplateValues& more = {}) const;
    std::string functions() const;
    std::string values() const;
    std::string members() const;
    std::string fills() const;
    std::string arguments() const;
    std::string shows() const;

    const GenerateInput& input_;
    const ExampleCall& call_;
    std::vector<Shown> shown_;
};

} // namespace hlo2cpp
