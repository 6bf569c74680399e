#include "machine/isa/isa.h"

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFormulas[] = {
#define INTRINSIC(id, name, elements, formula) formula,
#include "machine/intrinsics.def"
};

// Integers in memory as expressions; integers of fewer bits than a byte are its low bits, with their sign.
std::string low_bits(ElementType type) {
    if (!is_narrow_integer(type)) return "integers";
    const std::string mask = std::to_string((1 << info(type).bits) - 1),
                      sign = std::to_string(1 << (info(type).bits - 1));
    const std::string low = "(integers & " + mask + ")";
    return is_signed(type) ? "(" + low + " ^ " + sign + ") - " + sign : low;
}

} // namespace

IntrinsicText text_of(const Intrinsic& intrinsic, const Isa& isa) {
    if (std::optional<IntrinsicText> own = isa.text(intrinsic)) return std::move(*own);
    std::optional<IntrinsicText> portable = isa::portable.text(intrinsic);
    check_internal(portable.has_value(), "an intrinsic without a portable text");
    return std::move(*portable);
}

std::string fill_intrinsic(std::string_view text, const Intrinsic& intrinsic, TemplateValues values) {
    values.insert({{"name", name_of(intrinsic)}, {"vector", name_of(intrinsic.vector)}});
    return fill_text(text, values);
}

bool is_wide(const Intrinsic& intrinsic) {
    return intrinsic.vector.element == ElementType::F64;
}

std::string formula_text(const Intrinsic& intrinsic) {
    std::string line = fill_text(kFormulas[static_cast<std::size_t>(intrinsic.id)],
                                 {{"nothing", is_wide(intrinsic) ? "0.0" : "0.0f"}});
    line.pop_back(); // the end of the line
    return line;
}

std::string by_lanes(const Intrinsic& intrinsic, const std::string& lane) {
    std::string text;
    for (std::int64_t i = 0; i < intrinsic.vector.lanes; ++i) {
        std::string one = lane;
        one.replace(one.find('#'), 1, std::to_string(i));
        text += (text.empty() ? "" : ", ") + one;
    }
    return "{" + text + "}";
}

IntrinsicText from_integers(const Intrinsic& conversion, const std::optional<Widening>& widening) {
    const std::int64_t lanes = conversion.vector.lanes;
    const std::vector<ElementType> integers = integers_of(conversion);
    const std::string memory = name_of(VectorType{integers[0], lanes});
    std::string widened = memory + "_at(elements)[0]";
    for (std::size_t i = 1; i < integers.size(); ++i)
        widened = "__builtin_convertvector(" + widened + ", " + name_of(VectorType{integers[i], lanes}) + ")";
    TemplateValues values = {{"name", name_of(conversion)},
                             {"vector", name_of(conversion.vector)},
                             {"integers", name_of(VectorType{integers.back(), lanes})},
                             {"widened", widened},
                             {"low", low_bits(conversion.memory)}};
    if (!widening) return {fill_template("vector_from_integers.tmpl", values)};
    values.insert({{"portable", widening->portable},
                   {"instructions", widening->instructions},
                   {"register", widening->register_class},
                   {"memory", memory}});
    return {fill_template("vector_from_small_integers.tmpl", values)};
}

IntrinsicText own_or_portable(const Intrinsic& intrinsic, const std::string& condition, const std::string& own) {
    const TemplateValues values = {
        {"condition", condition}, {"own", own}, {"portable", isa::portable.text(intrinsic)->text}};
    return {fill_text("#if @condition@\n@own@#else\n@portable@#endif\n", values)};
}

std::string include_text(const std::string& condition, const std::string& header) {
    return "#if " + condition + "\n#include <" + header + ">\n#endif\n";
}

std::optional<IntrinsicText> by_instruction(const Intrinsic& intrinsic, const std::string& condition,
                                            std::string_view text) {
    if (byte_size(intrinsic.vector) != 16) return std::nullopt;
    return own_or_portable(intrinsic, condition,
                           fill_intrinsic(text, intrinsic, {{"letter", is_wide(intrinsic) ? "d" : "s"}}));
}

std::string narrowed_integers(const Intrinsic& conversion) {
    const std::vector<ElementType> integers = integers_of(conversion);
    std::string narrowed = "integers";
    for (std::size_t i = integers.size() - 1; i > 0; --i)
        narrowed = "__builtin_convertvector(" + narrowed + ", " +
                   name_of(VectorType{integers[i - 1], conversion.vector.lanes}) + ")";
    return narrowed;
}

TemplateValues dots_values(const Intrinsic& intrinsic) {
    TemplateValues values = {{"name", name_of(intrinsic)},
                             {"bytes", name_of(VectorType{intrinsic.memory, 4 * intrinsic.vector.lanes})}};
    if (intrinsic.id == IntrinsicId::AddPositiveDots) {
        values["row"] = values["bytes"];
        values["bytes"] = name_of(VectorType{ElementType::S8, 4 * intrinsic.vector.lanes});
    }
    if (intrinsic.id != IntrinsicId::SplitWord) values.insert({"vector", name_of(intrinsic.vector)});
    return values;
}

TemplateValues short_values(const Intrinsic& intrinsic) {
    return {{"bytes", name_of(VectorType{intrinsic.memory, intrinsic.vector.lanes})}};
}

TemplateValues raise_values(const Intrinsic& intrinsic) {
    Intrinsic of_bytes = intrinsic;
    of_bytes.memory = ElementType::S8;
    TemplateValues values = dots_values(of_bytes);
    values["name"] = name_of(intrinsic);
    return values;
}

TemplateValues half_values(const Intrinsic& intrinsic) {
    const std::int64_t lanes = intrinsic.vector.lanes;
    TemplateValues values = {{"bits", name_of(VectorType{ElementType::U16, lanes})}};
    if (intrinsic.memory == ElementType::BF16) values["words"] = name_of(VectorType{ElementType::U32, lanes});
    return values;
}

} // namespace hlo2cpp
