#include "program/arguments.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "program/comments.h"
#include "program/input.h"
#include "program/parameter_names.h"
#include "support/ascii_case.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::string padding_note(const Shape& shape) {
    const std::string text = padding_text(shape);
    return text.empty() ? "" : ", " + text;
}

// The dynamic dimension whose size the leaf is, or none.
const SizeLeaf* size_of(const std::vector<SizeLeaf>& sizes, std::size_t leaf) {
    const auto found = std::ranges::find(sizes, static_cast<std::int64_t>(leaf), &SizeLeaf::size);
    return found == sizes.end() ? nullptr : &*found;
}

// Number of the leaves in front of `leaf` that are no sizes, as text.
std::string number_of(const std::vector<SizeLeaf>& sizes, std::size_t leaf) {
    const auto before =
        std::ranges::count_if(sizes, [&](const SizeLeaf& s) { return s.size < static_cast<std::int64_t>(leaf); });
    return std::to_string(static_cast<std::int64_t>(leaf) - before);
}

bool is_read_scalar(const Argument& argument) {
    const Shape& shape = argument.shape;
    return direction_of(argument) == std::string("in") && shape.dims.empty() && !is_complex(shape.type);
}

class Collector {
public:
    Collector(const ProgramInput& input, const Names& reserved)
        : input_(input), entry_(input.schedule.entries.front()), reserved_(reserved) {}

    std::vector<Argument> collect() {
        const Computation& entry = input_.module.entry_computation();
        for (std::size_t p = 0; p < input_.module.parameter_shapes.size(); ++p)
            add_parameter(p, name_of_parameter(entry[entry.parameters[p]]));
        const std::vector<Shape> leaves = leaves_of(input_.module.result_shape);
        check_internal(leaves.size() == entry_.results.size(), "the schedule does not have one value a result");
        for (std::size_t i = 0; i < leaves.size(); ++i) add_result(leaves, i);
        if (input_.options.scalars_by_value)
            for (Argument& argument : arguments_) argument.by_value = is_read_scalar(argument);
        return std::move(arguments_);
    }

private:
    void add_parameter(std::size_t number, const std::string& name) {
        const std::vector<Shape> leaves = leaves_of(input_.module.parameter_shapes[number]);
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const ValueId id = entry_.parameters[arguments_.size()];
            const std::string part = leaves.size() == 1 ? "" : "_" + std::to_string(i);
            const std::vector<SizeLeaf>& sizes = input_.module.parameter_sizes;
            const SizeLeaf* const size = size_of(sizes, arguments_.size());
            std::string note = "parameter " + (sizes.empty() ? std::to_string(number) : number_of(sizes, number));
            if (!part.empty()) note += ", leaf " + std::to_string(i);
            note += ", \"" + comment_text(name, 80) + "\"" + padding_note(leaves[i]);
            if (size != nullptr) note = used_note(*size, arguments_[static_cast<std::size_t>(size->array)].name);
            arguments_.push_back({.name = unique(identifier(name) + part),
                                  .shape = leaves[i],
                                  .state = input_[id].kind == ValueKind::State,
                                  .starts_as_zeros = !input_.constants.of_value[id.index()].valid(),
                                  .value = id,
                                  .leaf = static_cast<std::int64_t>(arguments_.size()),
                                  .note = note});
        }
    }

    void add_result(const std::vector<Shape>& leaves, std::size_t leaf) {
        const Value& value = input_[entry_.results[leaf]];
        const std::vector<SizeLeaf>& sizes = input_.module.result_sizes;
        const SizeLeaf* const size = size_of(sizes, leaf);
        const std::size_t array = size == nullptr ? leaf : static_cast<std::size_t>(size->array);
        const std::string number = leaves.size() == sizes.size() + 1 ? "" : number_of(sizes, array);
        if (is_parameter(value)) {
            Argument& parameter = arguments_[static_cast<std::size_t>(value.leaf)];
            parameter.written = true;
            if (parameter.state) return;
            parameter.note += "; then holds result" + (number.empty() ? "" : " " + number);
            return;
        }
        const std::vector<std::string>& names = input_.options.result_names;
        const std::string name = leaf < names.size() ? identifier(names[leaf]) : "out" + number;
        const std::string quoted = leaf < names.size() ? ", \"" + comment_text(names[leaf], 80) + "\"" : "";
        arguments_.push_back({.name = unique(size == nullptr ? name : name + "_size" + std::to_string(size->dimension)),
                              .shape = leaves[leaf],
                              .result = true,
                              .leaf = static_cast<std::int64_t>(leaf),
                              .note = size == nullptr ? "result" + (number.empty() ? "" : " " + number) + quoted +
                                                            padding_note(leaves[leaf])
                                                      : used_note(*size, name)});
    }

    static std::string used_note(const SizeLeaf& size, const std::string& array) {
        return "how much of " + array + " is used along dimension " + std::to_string(size.dimension);
    }

    // Returns `wanted` as an identifier of its own, with a number if it is taken. Identifiers also differ in upper
    // case, because macros are made of them.
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

std::string direction_of(const Argument& argument) {
    if (argument.state) return "state";
    if (argument.result) return "out";
    return argument.written ? "inout" : "in";
}

std::vector<Argument> arguments_of(const ProgramInput& input, const Names& reserved) {
    return Collector(input, reserved).collect();
}

} // namespace hlo2cpp
