// An instruction set: the text of intrinsics for which it has instructions. One file each defines one; a row of
// machine/targets.def names it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "machine/intrinsic.h"
#include "machine/intrinsic_text.h"
#include "support/template.h"

namespace hlo2cpp {

struct Isa {
    // Text of an intrinsic; none: the portable text serves, or the machine has nothing for so many lanes.
    std::optional<IntrinsicText> (*text)(const Intrinsic& intrinsic);
};
namespace isa {
#define ISA(name) extern const Isa name;
#define TARGET(...)
#include "machine/targets.def"
} // namespace isa

// Text of an intrinsic from the instruction set, or else from isa::portable.
IntrinsicText text_of(const Intrinsic& intrinsic, const Isa& isa);

// ---- functions that the files of instruction sets share
// Portable text of products of small integers and of their words; nothing for any other intrinsic.
std::optional<IntrinsicText> portable_products(const Intrinsic& intrinsic);
// Text of these for x86.
std::optional<IntrinsicText> x86_products(const Intrinsic& intrinsic);
// Portable text of arithmetic and products of f16; nothing for any other intrinsic. Text of these for Neon.
std::optional<IntrinsicText> portable_halves(const Intrinsic& intrinsic);
std::optional<IntrinsicText> neon_halves(const Intrinsic& intrinsic);
// Arithmetic of halves: helpers that the portable text calls, and values of @name@, @bits@, @parameters@ and @lanes@,
// the statements of that text.
std::vector<std::string> helpers_of_halves(IntrinsicId id);
TemplateValues values_of_halves(const Intrinsic& intrinsic);
// Fills a text: its holes @name@ and @vector@ with the intrinsic's, the others with `values`.
std::string fill_intrinsic(std::string_view text, const Intrinsic& intrinsic, TemplateValues values);
bool is_wide(const Intrinsic& intrinsic);             // of f64
std::string formula_text(const Intrinsic& intrinsic); // its formula as an expression of its operands
// "{a[0], a[1], ...}" with each lane in the place of '#'.
std::string by_lanes(const Intrinsic& intrinsic, const std::string& lane);
// The function of the machine where the condition of the preprocessor holds, else the portable one.
IntrinsicText own_or_portable(const Intrinsic& intrinsic, const std::string& condition, const std::string& own);
// A fused multiply-add of vectors of four f32 on Arm's 32-bit machines, and their quotient, for which these divide
// scalars alone.
std::string arm_fma(const Intrinsic& intrinsic);
std::string arm_ratio(const Intrinsic& intrinsic);
// The include of such a function's header, where the condition holds.
std::string include_text(const std::string& condition, const std::string& header);
// A function of registers of 16 bytes, whose text has the hole @letter@ for an instruction's f64, d, or f32, s; the
// portable one where the condition does not hold, and nothing for shorter vectors.
std::optional<IntrinsicText> by_instruction(const Intrinsic& intrinsic, const std::string& condition,
                                            std::string_view text);
// A conversion of integers in memory, by instructions that fill the register `integers` from the memory operand `%1`;
// `portable`: where the compiler finds them itself, or the machine has none.
struct Widening {
    std::string portable, instructions, register_class;
};
IntrinsicText from_integers(const Intrinsic& conversion, const std::optional<Widening>& widening);
// A product that compilers see as any number, in a register that the constraint names, where the condition holds.
IntrinsicText rounded_product(const Intrinsic& intrinsic, const std::string& condition, const std::string& constraint);
// Integers as they are narrowed to the type in memory, in steps that GCC compiles well.
std::string narrowed_integers(const Intrinsic& conversion);
// Values of @name@, @bytes@ (the vector of four integers in memory for each lane), and @vector@ where it has sums.
TemplateValues dots_values(const Intrinsic& intrinsic);
// The same of AddRaise, whose bytes are s8.
TemplateValues raise_values(const Intrinsic& intrinsic);
// Value of @bytes@, the vector of as many integers in memory, of ShortProducts.
TemplateValues short_values(const Intrinsic& intrinsic);
// Values that fill the holes of texts of halves: @vector@, @bits@ and @words@.
TemplateValues half_values(const Intrinsic& intrinsic);

} // namespace hlo2cpp
