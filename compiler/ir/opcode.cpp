#include "ir/opcode.h"

#include <array>
#include <string>
#include <unordered_map>

namespace hlo2cpp {
namespace {

constexpr std::array<std::string_view, 256> kNames = {
#define OP(name, text, symbol) text,
#define NOT_SUPPORTED_OP(name, text) text,
#include "ir/ops.def"
};

} // namespace

std::string_view name_of(Opcode opcode) {
    return kNames[static_cast<std::size_t>(opcode)];
}

std::optional<Opcode> opcode_from_name(std::string_view name) {
    static const auto by_name = [] {
        std::unordered_map<std::string_view, Opcode> map;
        for (std::size_t i = 0; i < kNames.size() && !kNames[i].empty(); ++i)
            map.emplace(kNames[i], static_cast<Opcode>(i));
        return map;
    }();
    const auto found = by_name.find(name);
    if (found == by_name.end()) return std::nullopt;
    return found->second;
}

} // namespace hlo2cpp
