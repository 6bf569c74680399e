#include "rewrite/pass_verify.h"

#include <string_view>
#include <unordered_set>

#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

struct PassChecker : ComputationChecker {
    void ids() const;
    void parameters() const;
    void names() const;
    void shapes() const;
};

void PassChecker::ids() const {
    const std::size_t count = computation.instructions.size();
    if (!computation.root.valid() || computation.root.index() >= count) broken("the root is missing");
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& instruction = computation.instructions[i];
        for (InstructionId operand : instruction.operands)
            if (!operand.valid() || operand.index() >= i) // cannot be described
                broken("an operand of instruction " + printable(instruction.name, 80) + " does not come before it");
        for (ComputationId callee : instruction.called)
            check(callee.valid() && callee.index() < module.computations.size(), instruction,
                  "a called one is missing");
    }
}

void PassChecker::parameters() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (instruction.opcode != Opcode::Parameter) continue;
        ++count;
        const auto number = static_cast<std::size_t>(instruction.attributes.parameter_number);
        check(number < computation.parameters.size() && computation.parameters[number] == InstructionId(i), instruction,
              "a parameter is not listed under its number");
    }
    if (count != computation.parameters.size()) broken("parameters are listed that are not there");
}

void PassChecker::names() const {
    std::unordered_set<std::string_view> names;
    names.reserve(computation.instructions.size());
    for (const Instruction& instruction : computation.instructions)
        check(names.insert(instruction.name).second, instruction, "a name is there twice");
}

void PassChecker::shapes() const {
    for (const Instruction& instruction : computation.instructions) {
        const OpDefinition* definition = definition_of(instruction.opcode);
        check(definition != nullptr, instruction, "an op is not supported");
        try {
            const Shape inferred = infer_shape({module, computation, instruction});
            if (!same_shape(inferred, instruction.shape))
                broken(instruction, "the shape should be " + to_string(inferred));
        } catch (const InputError& error) {
            broken(instruction, error.diagnostic.message);
        }
    }
}

} // namespace

void ComputationChecker::broken(const std::string& what) const {
    throw InternalError("hlo2cpp has a bug: after " + std::string(when) + ", in computation " +
                        printable(computation.name, 80) + ", " + what);
}

void ComputationChecker::broken(const Instruction& instruction, const std::string& what) const {
    throw InternalError("hlo2cpp has a bug: after " + std::string(when) + ", " + what + ": " +
                        describe(computation, instruction));
}

void ComputationChecker::check(bool condition, const Instruction& instruction, const char* what) const {
    if (!condition) broken(instruction, what);
}

void verify_pass(const Module& module, const char* pass) {
    for (const Computation& computation : module.computations) {
        const PassChecker checker{{module, computation, pass}};
        checker.ids();
        checker.parameters();
        checker.names();
    }
    for (const Computation& computation : module.computations) PassChecker{{module, computation, pass}}.shapes();
}

} // namespace hlo2cpp
