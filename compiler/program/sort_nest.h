// The line that is sorted is a struct of pointers, one an output, with the functions that runtime_lib/sort_line.h asks
// for.
#pragma once

#include "nest/nest.h"
#include "program/emitter.h"

namespace hlo2cpp {

class SortedLines {
public:
    SortedLines(const LoopNest& nest, Emitter& emitter, const Pointer& pointer);

    // Adds the types of an element and of a line.
    void declare();
    // Puts the line at the emitter's point in order.
    tree::Expression sort_call();

private:
    using Expression = tree::Expression;

    std::string unique(std::string_view wanted) { return emitter_.names().unique(wanted); }
    std::vector<std::string> numbered(const std::string& wanted);
    // The place of an output's left runs, in the scratch.
    Expression room_aside(std::size_t output) const;
    std::int64_t room() const; // elements of the largest left run
    tree::Record element_record() const;
    tree::Record line_record();
    Expression at(const std::string& pointer, std::int64_t stride) const;
    tree::Function get(const char* name, const std::vector<std::string>& pointers, std::int64_t stride,
                       std::int64_t size) const;
    tree::Function put(const char* name, const std::vector<std::string>& pointers, std::int64_t stride,
                       std::int64_t size) const;
    Expression field(const std::string& element, std::size_t i) const;
    tree::Function before(); // the comparison of two elements
    // True if the comparison needs the slot: elements a (even) and b (odd) of each output.
    bool compares(std::int64_t slot) const;
    bool compares_side(std::int64_t side) const;

    const LoopNest& nest_;
    Emitter& emitter_;
    const Pointer& pointer_;
    const Kernel& kernel_;
    const Sort& sort_;
    const bool merges_;
    std::vector<ElementType> types_; // by output
    tree::Type element_, line_;
    std::string index_, moved_;
    std::vector<std::string> fields_, heads_, asides_; // members, by output
};

} // namespace hlo2cpp
