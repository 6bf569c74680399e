#include "read/stablehlo/to_module/call_graph.h"

#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "read/stablehlo/to_module/error.h"
#include "support/listed.h"
#include "support/nearest.h"

namespace hlo2cpp::stablehlo {
namespace {

const std::string& name_of(const Operation& function) {
    static const std::string kNone;
    const auto* name = function.get<std::string>("sym_name");
    return name == nullptr ? kNone : *name;
}

// A call, and the name of the function that it calls.
struct CallSite {
    const Operation* operation = nullptr;
    std::string_view callee;
};

void collect_calls(const Region& region, std::vector<CallSite>& calls) {
    for (const Operation& operation : region.operations) {
        for (const char* attribute : {"callee", "decomposition"})
            if (const auto* callee = operation.get<std::string>(attribute)) calls.push_back({&operation, *callee});
        if (const auto* callees = operation.get<Attribute::List>("called_computations"))
            for (const Attribute& callee : *callees)
                if (const auto* name = callee.get<std::string>()) calls.push_back({&operation, *name});
        for (const Region& inside : operation.regions) collect_calls(inside, calls);
    }
}

// Compares what the function returns with what its type says.
void check_returned(const Document& document, const Operation& function) {
    const auto* type = function.get<TypePtr>("function_type");
    if (type == nullptr || function.regions[0].operations.empty()) return; // the conversion says so
    const Operation& end = function.regions[0].operations.back();
    const std::span said = std::span((*type)->items).subspan((*type)->parameters);
    if (end.operands.size() != said.size())
        throw ErrorAtOperation(document, end,
                               "it returns " + std::to_string(end.operands.size()) +
                                   " results, but the function's type says " + std::to_string(said.size()));
    for (std::size_t i = 0; i < said.size(); ++i)
        if (const Type& returned = document.type_of(end.operands[i]); !(returned == *said[i]))
            throw ErrorAtOperation(document, end,
                                   "it returns " + to_string(returned) + ", but the function's type says " +
                                       to_string(*said[i]));
}

// The functions that can be an entry, in the order of the program: the public ones; where there are none, all.
std::vector<const Operation*> candidates_of(const Document& document) {
    std::vector<const Operation*> all, open;
    for (const Region& region : document.module.regions)
        for (const Operation& operation : region.operations) {
            if (operation.name != "func.func" || operation.regions.empty()) continue;
            all.push_back(&operation);
            if (operation.get<std::string>("sym_visibility") == nullptr) open.push_back(&operation);
        }
    return open.empty() ? all : open;
}

[[noreturn]] void throw_no_entry(const Document& document) {
    std::vector<const Operation*> modules;
    for (const Region& region : document.module.regions)
        for (const Operation& operation : region.operations)
            if (operation.name == "builtin.module") modules.push_back(&operation);
    if (modules.empty()) throw InputError("the program has no function with a body, which would be its entry");
    if (modules.size() == 1)
        throw ErrorAtOperation(document, *modules[0],
                               "hlo2cpp reads one module, but this one is inside of another: write it alone");
    throw ErrorAtOperation(document, *modules[1],
                           "hlo2cpp reads one module, but this is the second of " + std::to_string(modules.size()) +
                               ": write each into a file of its own");
}

} // namespace

Functions functions_of(const Document& document) {
    Functions functions;
    for (const Region& region : document.module.regions)
        for (const Operation& operation : region.operations)
            if (operation.name == "func.func" && !functions.emplace(name_of(operation), &operation).second)
                throw ErrorAtOperation(document, operation, "there is another function of this name");
    return functions;
}

const Operation* default_entry(const Document& document, const Functions& functions) {
    const auto main = functions.find("main");
    if (main != functions.end() && !main->second->regions.empty()) return main->second;
    const std::vector<const Operation*> candidates = candidates_of(document);
    return candidates.size() == 1 ? candidates[0] : nullptr;
}

const Operation& entry_of(const Document& document, const Functions& functions, const std::string& asked) {
    const auto found = functions.find(asked);
    const Operation* entry = asked.empty()              ? default_entry(document, functions)
                             : found == functions.end() ? nullptr
                                                        : found->second;
    if (entry != nullptr && !entry->regions.empty()) return *entry;
    std::vector<std::string> names;
    for (const Operation* function : candidates_of(document)) names.push_back(printable(name_of(*function), 80));
    if (names.empty()) throw_no_entry(document);
    if (!asked.empty())
        throw InputError("--entry " + printable(asked, 80) +
                         ": the program has no function of that name with a body, but " + listed(names) +
                         did_you_mean(asked, names));
    throw InputError(
        "the program has several functions and none is called main: choose its entry with --entry NAME, of " +
        listed(names));
}

std::vector<const Operation*> needed_functions(const Document& document, const Functions& functions,
                                               const Operation& entry) {
    struct Visit {
        const Operation* function = nullptr;
        std::vector<CallSite> calls;
        std::size_t next = 0;
    };
    enum class State : std::uint8_t { Open, Done };
    std::unordered_map<const Operation*, State> states;
    std::vector<const Operation*> order;
    std::vector<Visit> stack;
    const auto enter = [&](const Operation& function) {
        states[&function] = State::Open;
        stack.push_back({.function = &function, .calls = {}});
        collect_calls(function.regions[0], stack.back().calls);
    };
    enter(entry);
    while (!stack.empty()) {
        Visit& visit = stack.back();
        if (visit.next == visit.calls.size()) {
            states[visit.function] = State::Done;
            check_returned(document, *visit.function);
            order.push_back(visit.function);
            stack.pop_back();
            continue;
        }
        const CallSite call = visit.calls[visit.next++];
        const auto found = functions.find(call.callee);
        const std::string name = printable(call.callee, 80);
        if (found == functions.end() || found->second->regions.empty() || found->second->regions[0].operations.empty())
            throw ErrorAtOperation(document, *call.operation, "there is no function " + name + " with a body");
        const auto state = states.find(found->second);
        if (state != states.end() && state->second == State::Open)
            throw ErrorAtOperation(document, *call.operation, "the function " + name + " calls itself");
        if (state == states.end()) enter(*found->second);
    }
    return order;
}

} // namespace hlo2cpp::stablehlo
