#include "ir/exchange.h"

#include <algorithm>
#include <array>

namespace hlo2cpp {
namespace {

constexpr std::array<std::string_view, 8> kTargets = {"",
                                                      "hlo2cpp.device",
                                                      "hlo2cpp.all_gather",
                                                      "hlo2cpp.all_to_all",
                                                      "hlo2cpp.all_to_all_ragged",
                                                      "hlo2cpp.broadcast",
                                                      "hlo2cpp.permute",
                                                      "hlo2cpp.wait"};

} // namespace

std::string_view target_of(Exchange exchange) {
    return kTargets[static_cast<std::size_t>(exchange)];
}

Exchange exchange_of(const Instruction& instruction) {
    if (instruction.opcode != Opcode::CustomCall) return Exchange::None;
    const auto found = std::ranges::find(kTargets, instruction.attributes.custom_call_target);
    return found == kTargets.end() ? Exchange::None : static_cast<Exchange>(found - kTargets.begin());
}

} // namespace hlo2cpp
