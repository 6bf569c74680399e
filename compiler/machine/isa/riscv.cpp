// RISC-V: compilers find the instructions themselves; products that are rounded are kept from being fused.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::RoundedProduct: return rounded_product(intrinsic, "defined(__riscv_flen)", "f");
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, "defined(__riscv_vector)", "m");
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::riscv = {.text = text};

} // namespace hlo2cpp
