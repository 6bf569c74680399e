#include "verify/verify.h"

#include <algorithm>
#include <set>
#include <string>

#include "ir/dynamic_shapes.h"
#include "ops/op.h"
#include "verify/devices.h"
#include "verify/feeds.h"
#include "verify/structure.h"
#include "verify/support.h"

namespace hlo2cpp {
namespace {

// By instruction: true if its shape is unbounded. Computed once, because a tuple may have many elements and readers.
std::vector<bool> unbounded_shapes(const Computation& computation) {
    std::vector<bool> unbounded;
    for (const Instruction& instruction : computation.instructions)
        unbounded.push_back(instruction.shape.is_unbounded());
    return unbounded;
}

// Checks the declared shape against the shape that the op infers.
void check_shape(const Module& module, const Computation& computation, const Instruction& instruction,
                 Diagnostics& diagnostics) {
    if (definition_of(instruction.opcode) == nullptr) return;
    try {
        const Shape inferred = infer_shape({module, computation, instruction});
        if (!same_shape(inferred, instruction.shape))
            diagnostics.error(about(computation, instruction,
                                    "its declared shape is " + to_string(instruction.shape) +
                                        ", but its operands and attributes give " + to_string(inferred)));
    } catch (const InputError& error) {
        diagnostics.error(error.diagnostic);
    }
}

void check_shapes(const Module& module, const Computation& computation, Diagnostics& diagnostics) {
    const std::vector<bool> unbounded = unbounded_shapes(computation);
    const auto is_unbounded = [&](InstructionId id) { return unbounded[id.index()]; };
    for (std::size_t i = 0; i < unbounded.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (diagnostics.errors().size() >= kMaxVerifyErrors) return;
        if (!unbounded[i] && std::ranges::none_of(instruction.operands, is_unbounded))
            check_shape(module, computation, instruction, diagnostics);
    }
}

void check_entry(const Module& module, Diagnostics& diagnostics) {
    const Computation& entry = module.entry_computation();
    const Shape& root = entry[entry.root].shape;
    if (!same_shape(module.result_shape, root))
        diagnostics.error("the module declares the result " + to_string(module.result_shape) +
                          ", but its entry computation gives " + to_string(root));
    if (module.parameter_shapes.size() != entry.parameters.size())
        return diagnostics.error("the module declares " + std::to_string(module.parameter_shapes.size()) +
                                 " parameters, but its entry computation takes " +
                                 std::to_string(entry.parameters.size()));
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
        const Instruction& parameter = entry[entry.parameters[i]];
        if (!same_shape(module.parameter_shapes[i], parameter.shape))
            diagnostics.error(about(entry, parameter,
                                    "the module declares parameter " + std::to_string(i) + " as " +
                                        to_string(module.parameter_shapes[i])));
    }
}

// `computations` is ordered callees first.
void check_nesting(const Module& module, const std::vector<ComputationId>& computations, Diagnostics& diagnostics) {
    std::vector<int> depth(module.computations.size()); // of the computation, with its callees
    for (const ComputationId id : computations) {
        int& deepest = depth[id.index()];
        for (const Instruction& instruction : module[id].instructions) {
            const int nested = is_inlined(instruction.opcode) ? 0 : 1;
            for (const ComputationId called : instruction.called)
                deepest = std::max(deepest, depth[called.index()] + nested);
            if (deepest <= kMaxNesting) continue;
            return diagnostics.error(about(module[id], instruction,
                                           "loops, conditionals and the like are nested deeper than " +
                                               std::to_string(kMaxNesting) +
                                               ": export the function with fewer of them inside each other"));
        }
    }
}

void check_aliases(const Module& module, Diagnostics& diagnostics) {
    const std::vector<Shape> outputs = leaves_of(module.result_shape), parameters = leaves_of(module.parameter_shapes);
    std::set<std::int64_t> taken_outputs, taken_parameters;
    for (const auto& [output, parameter, must] : module.aliases) {
        const std::string what = "the alias of result " + std::to_string(output) + " with parameter " +
                                 std::to_string(parameter) + " (leaves) ";
        const auto inside = [](std::int64_t i, const std::vector<Shape>& leaves) {
            return i >= 0 && i < static_cast<std::int64_t>(leaves.size());
        };
        if (!inside(output, outputs) || !inside(parameter, parameters)) {
            diagnostics.error(what + "names one that does not exist");
            continue;
        }
        const Shape& a = outputs[static_cast<std::size_t>(output)];
        const Shape& b = parameters[static_cast<std::size_t>(parameter)];
        if (a.type != b.type || a.elements() != b.elements())
            diagnostics.error(what + "joins different arrays, " + to_string(a) + " and " + to_string(b));
        else if (memory_bytes(a) != memory_bytes(b))
            diagnostics.error(what + "joins arrays with different padding");
        if (!taken_outputs.insert(output).second || !taken_parameters.insert(parameter).second)
            diagnostics.error(what + "names one that is aliased already");
    }
}

} // namespace

void verify(const Module& source, Diagnostics& diagnostics) {
    const std::vector<ComputationId> computations = check_structure(source, diagnostics);
    if (computations.empty()) return;
    check_support(source, computations, diagnostics);
    // Ops infer bounds of dimensions by the rules for sizes.
    const bool dynamic = has_dynamic_dimensions(source);
    const Module bounds = dynamic ? at_bounds(source) : Module();
    const Module& module = dynamic ? bounds : source;
    Diagnostics found;
    for (const ComputationId id : computations) check_shapes(module, module[id], found);
    check_feeds(module, computations, found);
    check_exchanges(module, computations, found);
    check_nesting(module, computations, found);
    check_entry(module, found);
    check_aliases(module, found);
    for (const Diagnostic& error : found.errors()) diagnostics.error(error);
}

} // namespace hlo2cpp
