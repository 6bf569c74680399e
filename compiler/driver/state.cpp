#include "driver/state.h"

#include <algorithm>
#include <charconv>

#include "evaluate/tensor.h"
#include "ir/layout_order.h"
#include "program/parameter_names.h"
#include "support/listed.h"

namespace hlo2cpp {
namespace {

struct Leaf {
    std::string name;                 // as the module has it
    std::vector<std::string> aliases; // names by which it goes as well
    Shape shape;
};

bool is_number(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<Leaf> named_leaves(const Module& module) {
    const Computation& entry = module.entry_computation();
    std::vector<Leaf> leaves;
    for (std::size_t p = 0; p < module.parameter_shapes.size(); ++p) {
        const Instruction& parameter = entry[entry.parameters[p]];
        const std::vector<Shape> shapes = leaves_of(module.parameter_shapes[p]);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const std::string part = shapes.size() == 1 ? "" : "_" + std::to_string(i);
            std::vector<std::string> aliases = names_of_parameter(parameter); // of all its leaves, and of this one
            for (std::size_t a = aliases.size(); a-- > 0 && !part.empty();) aliases.push_back(aliases[a] + part);
            leaves.push_back({name_of_parameter(parameter) + part, std::move(aliases), shapes[i]});
        }
    }
    return leaves;
}

// "s" names s, s['x'], s.y and s[0], as JAX spells the leaves of an argument.
bool begins(const Leaf& leaf, const std::string& name) {
    return std::ranges::any_of(leaf.aliases, [&](const std::string& alias) {
        return alias.size() > name.size() && alias.starts_with(name) &&
               (alias[name.size()] == '[' || alias[name.size()] == '.');
    });
}

class Resolver {
public:
    Resolver(const Module& module, Diagnostics& diagnostics)
        : diagnostics_(diagnostics), leaves_(named_leaves(module)), aliases_(module.aliases),
          results_(leaves_of(module.result_shape)) {}

    void resolve(const StateRequest& request) {
        const std::string option = "--state " + printable(request.name, 80);
        // A whole name goes before the beginning of others.
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < leaves_.size(); ++i)
            if (std::ranges::find(leaves_[i].aliases, request.name) != leaves_[i].aliases.end()) found.push_back(i);
        const bool whole = !found.empty();
        for (std::size_t i = 0; i < leaves_.size() && !whole; ++i)
            if (begins(leaves_[i], request.name)) found.push_back(i);
        if (found.empty()) return diagnostics_.error(option + ": no argument has that name. " + candidates());
        if (found.size() > 1 && (request.result || request.initial))
            return diagnostics_.error(option + ": these are " + std::to_string(found.size()) +
                                      " arguments; give each its own --state to name a result or a file");
        for (const std::size_t leaf : found) add(option, leaf, request);
    }

    std::vector<StateArray> take() { return std::move(state_); }

private:
    void add(const std::string& option, std::size_t leaf, const StateRequest& request) {
        const auto number = static_cast<std::int64_t>(leaf);
        if (std::ranges::find(state_, number, &StateArray::parameter_leaf) != state_.end())
            return diagnostics_.error(option + ": the argument is named twice");
        if (request.result && !pair(option, leaf, *request.result)) return;
        const auto alias = std::ranges::find(aliases_, number, &Alias::parameter_leaf);
        if (alias == aliases_.end())
            return diagnostics_.error(
                option +
                ": no result is written into this argument, so that it has no next value. Donate it (in "
                "JAX jax.jit(f, donate_argnums=...)), or name the result: --state " +
                printable(request.name, 80) + "=RESULT. " + candidates());
        StateArray array{.parameter_leaf = number,
                         .result_leaf = alias->output_leaf,
                         .name = leaves_[leaf].name,
                         .initial = request.value};
        if (request.initial) array.initial = initial(request, leaves_[leaf].shape);
        state_.push_back(std::move(array));
    }

    // Makes the result the argument's next value.
    bool pair(const std::string& option, std::size_t leaf, std::int64_t result) {
        const auto fail = [&](const std::string& why) {
            diagnostics_.error(option + "=" + std::to_string(result) + ": " + why);
            return false;
        };
        const auto parameter = static_cast<std::int64_t>(leaf);
        if (result >= static_cast<std::int64_t>(results_.size()))
            return fail("there are only " + std::to_string(results_.size()) + " results");
        const Shape &from = results_[static_cast<std::size_t>(result)], &to = leaves_[leaf].shape;
        if (!same_shape(from, to) || from.minor_to_major() != to.minor_to_major() ||
            memory_bytes(from) != memory_bytes(to))
            return fail("the result is " + to_string(from, true) + ", the argument " + to_string(to, true));
        for (const Alias& alias : aliases_) {
            if (alias.output_leaf == result && alias.parameter_leaf == parameter) return true;
            if (alias.output_leaf == result) return fail("the result is written into another argument");
            if (alias.parameter_leaf == parameter)
                return fail("result " + std::to_string(alias.output_leaf) + " is written into the argument");
        }
        aliases_.push_back({.output_leaf = result, .parameter_leaf = parameter});
        return true;
    }

    static LiteralPtr initial(const StateRequest& request, const Shape& shape) {
        const Literal literal = to_literal(*request.initial, shape, "the initial value, " + request.file);
        return std::make_shared<Literal>(
            Literal{.shape = memory_shape(shape), .bytes = to_layout(literal.bytes, shape), .tuple = {}});
    }

    std::string candidates() const {
        const auto described = [](const Leaf& leaf) { return printable(leaf.name, 80) + " " + to_string(leaf.shape); };
        std::vector<std::string> donated, all;
        for (const Alias& alias : aliases_)
            donated.push_back(described(leaves_[static_cast<std::size_t>(alias.parameter_leaf)]));
        if (!donated.empty()) return "What can be state: " + listed(donated);
        for (const Leaf& leaf : leaves_) all.push_back(described(leaf));
        return all.empty() ? "The module has no arguments"
                           : "No argument of this module is donated; its arguments are " + listed(all);
    }

    Diagnostics& diagnostics_;
    const std::vector<Leaf> leaves_;
    std::vector<Alias> aliases_; // of the module and of requests
    std::vector<Shape> results_;
    std::vector<StateArray> state_;
};

} // namespace

StateRequest parse_state(const std::string& text) {
    StateRequest request{.name = text.substr(0, text.find('=')), .result = {}, .file = {}, .initial = {}, .value = {}};
    if (request.name.empty()) throw InputError("--state " + text + ": expected NAME, NAME=RESULT or NAME=FILE.npy");
    std::string rest = text.size() > request.name.size() ? text.substr(request.name.size() + 1) : "";
    const std::string first = rest.substr(0, rest.find('='));
    if (is_number(first)) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), number);
        if (error != std::errc()) throw InputError("--state " + text + ": there is no result of that number");
        request.result = number;
        rest = first.size() == rest.size() ? "" : rest.substr(first.size() + 1);
    }
    request.file = rest;
    return request;
}

std::vector<StateArray> resolve_state(const Module& module, const std::vector<StateRequest>& requests,
                                      Diagnostics& diagnostics) {
    if (requests.empty()) return {};
    if (!module.parameter_sizes.empty() || !module.result_sizes.empty()) {
        diagnostics.error("--state: not supported where arguments or results have dynamic dimensions; export the "
                          "function with static shapes");
        return {};
    }
    Resolver resolver(module, diagnostics);
    for (const StateRequest& request : requests) resolver.resolve(request);
    return resolver.take();
}

StateArray random_state(const Module& module, std::uint64_t seed) {
    const Alias& alias = module.aliases.back();
    constexpr std::uint64_t kFirst = 0x7012395; // lower half of the count
    Tensor initial(module.parameter_shapes.back());
    initial.integers()(0) = static_cast<std::int64_t>(kFirst);
    initial.integers()(1) = static_cast<std::int64_t>(seed);
    return {.parameter_leaf = alias.parameter_leaf,
            .result_leaf = alias.output_leaf,
            .name = named_leaves(module).back().name,
            .initial = std::make_shared<Literal>(to_literal(initial))};
}

} // namespace hlo2cpp
