#include "program/arguments.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "program/comments.h"
#include "program/input.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::string padding_note(const Shape& shape) {
    const std::string text = padding_text(shape);
    return text.empty() ? "" : ", " + text;
}

class Collector {
public:
    Collector(const ProgramInput& input, const Names& reserved)
        : input_(input), entry_(input.schedule.entries.front()), reserved_(reserved) {}

    std::vector<Argument> collect() {
        const Computation& entry = input_.module.entry_computation();
        for (std::size_t p = 0; p < input_.module.parameter_shapes.size(); ++p) {
            const Instruction& parameter = entry[entry.parameters[p]];
            // Frameworks give parameters the name of the variable; a path names a place in the program.
            const bool variable =
                !parameter.metadata.op_name.empty() && parameter.metadata.op_name.find('/') == std::string::npos;
            add_parameter(p, variable ? parameter.metadata.op_name : parameter.name);
        }
        std::vector<Shape> leaves;
        for_each_leaf(input_.module.result_shape, [&](const Shape& leaf) { leaves.push_back(leaf); });
        check_internal(leaves.size() == entry_.results.size(), "the schedule does not have one value a result");
        for (std::size_t i = 0; i < leaves.size(); ++i) add_result(leaves, i);
        return std::move(arguments_);
    }

private:
    void add_parameter(std::size_t number, const std::string& name) {
        std::vector<Shape> leaves;
        for_each_leaf(input_.module.parameter_shapes[number], [&](const Shape& leaf) { leaves.push_back(leaf); });
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const ValueId id = entry_.parameters[arguments_.size()];
            const std::string part = leaves.size() == 1 ? "" : "_" + std::to_string(i);
            std::string note = "parameter " + std::to_string(number);
            if (!part.empty()) note += ", leaf " + std::to_string(i);
            arguments_.push_back({.name = unique(identifier(name) + part),
                                  .shape = leaves[i],
                                  .state = input_[id].kind == ValueKind::State,
                                  .starts_as_zeros = !input_.constants.of_value[id.index()].valid(),
                                  .value = id,
                                  .leaf = static_cast<std::int64_t>(arguments_.size()),
                                  .note = note + ", \"" + comment_text(name, 80) + "\"" + padding_note(leaves[i])});
        }
    }

    void add_result(const std::vector<Shape>& leaves, std::size_t leaf) {
        const Value& value = input_[entry_.results[leaf]];
        const std::string number = leaves.size() == 1 ? "" : std::to_string(leaf);
        if (is_parameter(value)) {
            Argument& parameter = arguments_[static_cast<std::size_t>(value.leaf)];
            parameter.written = true;
            if (parameter.state) return;
            parameter.note += "; then holds result" + (number.empty() ? "" : " " + number);
            return;
        }
        arguments_.push_back({.name = unique("out" + number),
                              .shape = leaves[leaf],
                              .result = true,
                              .leaf = static_cast<std::int64_t>(leaf),
                              .note = "result" + (number.empty() ? "" : " " + number) + padding_note(leaves[leaf])});
    }

    // Of an identifier. Names differ in capitals, because macros are made of them.
    std::string unique(const std::string& wanted) {
        for (int& number = last_number_[upper_case(wanted)];;) {
            const std::string name = ++number == 1 ? wanted : wanted + "_" + std::to_string(number);
            if (!reserved_.taken(name) && taken_.emplace(upper_case(name)).second) return name;
        }
    }

    const ProgramInput& input_;
    const Entry& entry_; // the module has one
    const Names& reserved_;
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, int> last_number_; // by wanted name
    std::vector<Argument> arguments_;
};

} // namespace

std::vector<Argument> arguments_of(const ProgramInput& input, const Names& reserved) {
    return Collector(input, reserved).collect();
}

} // namespace hlo2cpp
