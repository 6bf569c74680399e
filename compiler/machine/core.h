// Cores of microcontrollers, with the cycles that their instructions take, for estimates of time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

// Kinds of instructions that differ in their cycles.
enum class InstructionKind : std::uint8_t {
    Integer,
    IntegerProduct,
    IntegerDivision,
    Load,
    Store,
    Branch, // that is taken
    Float,  // addition, product, comparison, conversion of f32
    FusedFloat,
    FloatDivision,
    FloatRoot,
    Double, // the same of f64
    FusedDouble,
    DoubleDivision,
    DoubleRoot,
    Vector, // any instruction on a vector
};
constexpr std::size_t kInstructionKinds = static_cast<std::size_t>(InstructionKind::Vector) + 1;

// A number for each kind.
struct InstructionCounts {
    std::array<double, kInstructionKinds> of = {};
    double& operator[](InstructionKind kind) { return of[static_cast<std::size_t>(kind)]; }
    double operator[](InstructionKind kind) const { return of[static_cast<std::size_t>(kind)]; }
    InstructionCounts& operator+=(const InstructionCounts& more);
    InstructionCounts operator*(double times) const;
    double times(const std::array<double, kInstructionKinds>& each) const; // the sum of products
    double sum() const;
};

struct Core {
    std::string_view name;
    std::vector<std::string_view> targets; // whose code it runs
    std::array<double, kInstructionKinds> cycles;
    std::array<double, kInstructionKinds> instructions; // that the library runs where the core has none: more than one
    double faster;                                      // its cycles are those of the table, divided by this
    std::string_view source;                            // of the cycles
    bool runs(std::string_view target) const;
};

const std::vector<Core>& cores();
const Core* find_core(std::string_view name); // null: there is none

} // namespace hlo2cpp
