#include "generate/half_text.h"

#include <array>
#include <set>
#include <utility>

#include "generate/template.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// How x86 converts so many lanes: "bits" are 16-bit integers, "x" are floats.
struct X86Form {
    std::int64_t lanes;
    const char *types, *more_types, *widened, *made_of_f16, *from_f16, *to_types, *to_f16;
};
constexpr auto kX86Forms = std::to_array<X86Form>({
    {4,
     "typedef short shorts __attribute__((vector_size(16)));\n"
     "typedef long long longs __attribute__((vector_size(16)));\n"
     "const shorts halves = reinterpret_cast<shorts>(longs{reinterpret_cast<long long>(bits), 0});",
     "", "__builtin_ia32_pmovzxwd128(halves)", "", "__builtin_ia32_vcvtph2ps(halves)",
     "typedef long long longs __attribute__((vector_size(16)));",
     "reinterpret_cast<longs>(__builtin_ia32_vcvtps2ph(x, 0))[0]"},
    {8,
     "typedef short shorts __attribute__((vector_size(16)));\n"
     "const shorts halves = reinterpret_cast<shorts>(bits);",
     "", "__builtin_ia32_pmovzxwd256(halves)", "", "__builtin_ia32_vcvtph2ps256(halves)", "",
     "__builtin_ia32_vcvtps2ph256(x, 0)"},
    {16,
     "typedef short shorts __attribute__((vector_size(32)));\n"
     "const shorts halves = reinterpret_cast<shorts>(bits);",
     "\ntypedef int ints __attribute__((vector_size(64)));",
     "__builtin_ia32_pmovzxwd512_mask(halves, ints{}, static_cast<uint16_t>(-1))",
     "\nf32x16 numbers; // the builtin's mask has one type in GCC, and another one in Clang\n"
     "__asm(\"vcvtph2ps %1, %0\" : \"=v\"(numbers) : \"v\"(halves));",
     "numbers",
     "u16x16 bits; // the builtin's mask has one type in GCC, and another one in Clang\n"
     "__asm(\"vcvtps2ph $0, %1, %0\" : \"=v\"(bits) : \"v\"(x));",
     "bits"},
});

const X86Form& x86_form(std::int64_t lanes) {
    for (const X86Form& form : kX86Forms)
        if (form.lanes == lanes) return form;
    throw InternalError("x86 has no vectors of so many halves");
}

// The helpers for vectors of one type.
class HalfHelpers {
public:
    HalfHelpers(ElementType type, std::int64_t lanes, VectorUnit unit)
        : type_(info(type).name), lanes_(lanes), neon_(unit == VectorUnit::Neon), is_f16_(type == ElementType::F16) {}

    std::string from_name() const { return vector_ + "_from_" + type_; }
    std::string round_name() const { return tree::vector_function("round_" + type_, ElementType::F32, lanes_); }
    std::string nearest_name() const { return tree::vector_function("nearest_" + type_, ElementType::F32, lanes_); }
    std::string spread_name() const { return tree::vector_function("spread_" + type_, ElementType::F32, lanes_); }
    std::string bits_name() const { return tree::vector_function(type_ + "_bits", ElementType::F32, lanes_); }

    std::string from() const {
        if (neon_) return fill("vector_from_" + type_ + "_neon", of_from());
        const X86Form& form = x86_form(lanes_);
        TemplateValues values = of_from();
        values.insert({{"types", form.types + std::string(is_f16_ ? form.made_of_f16 : form.more_types)},
                       is_f16_ ? Hole("converted", form.from_f16) : Hole("widened", form.widened)});
        return fill("vector_from_" + type_ + "_x86", std::move(values));
    }

    std::string spread() const {
        if (is_f16_) return fill("vector_spread_f16", plain());
        return fill(
            "vector_spread_bf16",
            {{"vector", vector_}, {"words", words_}, {"bytes", std::to_string(lanes_ * byte_size(ElementType::F32))}});
    }

    std::string bits() const {
        if (!is_f16_) return fill("vector_bits_bf16", with_words());
        if (neon_) return fill("vector_bits_f16_neon", plain());
        TemplateValues values = plain();
        values.insert({{"types", x86_form(lanes_).to_types}, {"converted", x86_form(lanes_).to_f16}});
        return fill("vector_bits_f16_x86", std::move(values));
    }

    std::string round() const {
        return is_f16_ ? fill("vector_round_f16", {{"vector", vector_}})
                       : fill("vector_round_bf16", {{"vector", vector_}, {"words", words_}});
    }

    std::string nearest() const { return fill("vector_nearest_" + type_, {{"vector", vector_}, {"words", words_}}); }

private:
    using Hole = TemplateValues::value_type;

    TemplateValues plain() const { return {{"vector", vector_}, {"bits", bits_}}; }
    TemplateValues with_words() const { return {{"vector", vector_}, {"bits", bits_}, {"words", words_}}; }
    TemplateValues of_from() const { return is_f16_ ? plain() : with_words(); }
    static std::string fill(const std::string& file, const TemplateValues& values) {
        return fill_template(file + ".tmpl", values);
    }

    std::string type_;
    std::int64_t lanes_;
    bool neon_, is_f16_;
    std::string vector_ = tree::vector_typedef(ElementType::F32, lanes_);
    std::string words_ = tree::vector_typedef(ElementType::U32, lanes_);
    std::string bits_ = tree::vector_typedef(ElementType::U16, lanes_);
};

template <typename Visit>
void for_each_half(const Used& used, const Target& target, Visit&& visit) {
    if (target.unit == VectorUnit::None) return;
    std::set<std::int64_t> widths;
    for (const auto& [element, lanes] : used.vectors)
        if (element == ElementType::F32 || element == ElementType::U16) widths.insert(lanes);
    for (const std::int64_t lanes : widths)
        for (const ElementType type : {ElementType::F16, ElementType::BF16})
            visit(type, lanes, HalfHelpers(type, lanes, target.unit));
}

} // namespace

Used with_halves(Used used, const Target& target) {
    const Used given = used;
    for_each_half(given, target, [&](ElementType type, std::int64_t lanes, const HalfHelpers& helpers) {
        const bool spread = given.functions.contains(helpers.spread_name());
        const bool from = given.functions.contains(helpers.from_name()) || spread;
        const bool round = given.functions.contains(helpers.round_name());
        const bool nearest = given.functions.contains(helpers.nearest_name());
        const bool bits = given.functions.contains(helpers.bits_name());
        const bool f16 = type == ElementType::F16, by_lane = f16 && target.unit == VectorUnit::Neon;
        if (from || bits || round || nearest) used.vectors.insert({ElementType::F32, lanes});
        if (f16 && (round || spread)) used.functions.insert(helpers.from_name());
        if (f16 && round) used.functions.insert(helpers.bits_name());
        if (from || bits || (f16 && round)) used.vectors.insert({ElementType::U16, lanes});
        if (!f16 && (from || bits || round || nearest)) used.vectors.insert({ElementType::U32, lanes});
        if (by_lane && (from || round)) used.functions.insert("f32_from_f16");
        if (by_lane && (bits || round)) used.functions.insert("f16_from_f32");
    });
    return used;
}

std::string half_text(const Used& used, const Target& target) {
    std::string text;
    for_each_half(used, target, [&](ElementType, std::int64_t, const HalfHelpers& helpers) {
        if (used.functions.contains(helpers.from_name())) text += helpers.from();
        if (used.functions.contains(helpers.spread_name())) text += helpers.spread();
        if (used.functions.contains(helpers.bits_name())) text += helpers.bits();
        if (used.functions.contains(helpers.round_name())) text += helpers.round();
        if (used.functions.contains(helpers.nearest_name())) text += helpers.nearest();
    });
    return text.empty() ? "" : "// Vectors of 16-bit floats, which are computed with as f32.\n" + text + "\n";
}

bool converts_f16(const Used& used, const Target& target) {
    bool converts = false;
    for_each_half(used, target, [&](ElementType type, std::int64_t, const HalfHelpers& helpers) {
        const bool called =
            used.functions.contains(helpers.from_name()) || used.functions.contains(helpers.bits_name());
        converts = converts || (type == ElementType::F16 && called);
    });
    return converts && target.unit == VectorUnit::X86;
}

} // namespace hlo2cpp
