#include "unit/ir/builder/same_module.h"

namespace hlo2cpp::testing {
namespace {

std::string difference_of_computations(const Module& a, ComputationId i, const Module& b, ComputationId j);

bool equal_literals(const Instruction& x, const Instruction& y) {
    if (x.literal == nullptr || y.literal == nullptr) return x.literal == y.literal;
    return x.literal->bytes == y.literal->bytes;
}

// Small modules: what is used twice is compared twice.
std::string difference_of(const Module& a, const Computation& ca, InstructionId i, const Module& b,
                          const Computation& cb, InstructionId j) {
    const Instruction &x = ca[i], &y = cb[j];
    const bool alike = x.opcode == y.opcode && same_shape(x.shape, y.shape) && x.attributes == y.attributes &&
                       x.operands.size() == y.operands.size() && x.called.size() == y.called.size() &&
                       x.shape.is_dynamic() == y.shape.is_dynamic() && equal_literals(x, y);
    if (!alike) return describe(ca, x) + " is not " + describe(cb, y);
    for (std::size_t k = 0; k < x.operands.size(); ++k)
        if (std::string d = difference_of(a, ca, x.operands[k], b, cb, y.operands[k]); !d.empty()) return d;
    for (std::size_t k = 0; k < x.called.size(); ++k)
        if (std::string d = difference_of_computations(a, x.called[k], b, y.called[k]); !d.empty()) return d;
    return {};
}

std::string difference_of_computations(const Module& a, ComputationId i, const Module& b, ComputationId j) {
    return difference_of(a, a[i], a[i].root, b, b[j], b[j].root);
}

} // namespace

std::string difference_of_modules(const Module& a, const Module& b) {
    return difference_of_computations(a, a.entry, b, b.entry);
}

} // namespace hlo2cpp::testing
