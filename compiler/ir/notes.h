// Notes: what a program says of an instruction, or of itself, that changes no result.
//
// The readers keep it for the writers of HLO, and `lower` drops it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace hlo2cpp {

enum class Precision : std::uint8_t { Default, High, Highest };

struct Notes {
    std::vector<Precision> operand_precision; // of a product; empty: Default
    std::string algorithm;                    // of a dot, as in HLO text: dot_bf16_bf16_f32_x3
    bool indices_are_sorted = false;          // of gather and scatter
    bool unique_indices = false;              // of scatter
    std::map<std::string, std::string> frontend_attributes;
    std::string sharding; // as in HLO text: {devices=[2,1]<=[2]}
    friend bool operator==(const Notes&, const Notes&) = default;
};
using NotesPtr = std::shared_ptr<const Notes>; // null: nothing

} // namespace hlo2cpp
