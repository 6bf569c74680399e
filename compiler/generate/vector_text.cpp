#include "generate/vector_text.h"

#include "generate/template.h"
#include "generate/transposition_text.h"
#include "tree/vector_helpers.h"

namespace hlo2cpp {
namespace {

std::string lanes_of_neon(ElementType type, std::int64_t lanes) {
    return std::to_string(lanes) + (type == ElementType::F64 ? "d" : "s");
}

std::string fma_text(ElementType type, std::int64_t lanes, VectorUnit unit) {
    const bool wide = type == ElementType::F64;
    TemplateValues values = {{"vector", tree::vector_typedef(type, lanes)}};
    if (unit == VectorUnit::Neon) {
        values.insert({{"lanes", lanes_of_neon(type, lanes)},
                       {"count", std::to_string(lanes)},
                       {"builtin", wide ? "__builtin_fma" : "__builtin_fmaf"}});
        return fill_template("vector_fma_neon.tmpl", values);
    }
    const std::string letter = wide ? "d" : "s";
    const std::int64_t bits = lanes * info(type).bits;
    const std::string body = // the builtin takes any register
        bits == 512 ? "__asm(\"vfmadd231p" + letter + " %2, %1, %0\" : \"+v\"(c) : \"v\"(a), \"v\"(b));\nreturn c;"
                    : "return __builtin_ia32_vfmaddp" + letter + (bits == 256 ? "256" : "") + "(a, b, c);";
    values.insert({"body", body});
    return fill_template("vector_fma_x86.tmpl", values);
}

std::string square_root_text(ElementType type, std::int64_t lanes, VectorUnit unit) {
    const bool wide = type == ElementType::F64;
    const std::string vector = tree::vector_typedef(type, lanes);
    if (unit == VectorUnit::Neon)
        return fill_template("vector_sqrt_neon.tmpl", {{"vector", vector},
                                                       {"lanes", lanes_of_neon(type, lanes)},
                                                       {"count", std::to_string(lanes)},
                                                       {"builtin", wide ? "__builtin_sqrt" : "__builtin_sqrtf"}});
    return fill_template(
        "vector_sqrt_x86.tmpl",
        {{"vector", vector}, {"letter", wide ? "d" : "s"}, {"register", lanes * info(type).bits == 512 ? "v" : "x"}});
}

// In steps: of 1 lane, 2, 4, ... A sum with -0 is the other term.
std::string running_sums_text(ElementType type, std::int64_t lanes) {
    const std::string vector = tree::vector_typedef(type, lanes);
    std::string steps;
    for (std::int64_t step = 1; step < lanes; step *= 2) {
        std::string moved;
        for (std::int64_t lane = 0; lane < lanes; ++lane)
            moved += (lane == 0 ? "" : ", ") + (lane < step ? std::string(type == ElementType::F64 ? "-0.0" : "-0.0f")
                                                            : "x[" + std::to_string(lane - step) + "]");
        steps += (steps.empty() ? "" : "\n") + ("x = x + " + vector) + "{" + moved + "};";
    }
    return fill_template("vector_running_sums.tmpl", {{"vector", vector}, {"steps", steps}});
}

std::string search_text(const char* search, ElementType type, std::int64_t lanes) {
    const bool wide = type == ElementType::F64, largest = search == tree::kSearches[0];
    return fill_template("vector_first_extremum.tmpl",
                         {{"vector", tree::vector_typedef(type, lanes)},
                          {"element", std::string(info(type).value_type)},
                          {"places", tree::vector_typedef(wide ? ElementType::U64 : ElementType::U32, lanes)},
                          {"integer", wide ? "uint64_t" : "uint32_t"},
                          {"lanes", std::to_string(lanes)},
                          {"most", largest ? "largest" : "smallest"},
                          {"wins", largest ? ">" : "<"}});
}

// maximum_f32x4 and minimum_f32x4: a helper, and how it differs from the other one.
struct Extremum {
    std::string name, zero, instruction, zeros, wins;
};
const Extremum kExtrema[] = {{"maximum", "+0", "fmax", "a + b", ">"}, {"minimum", "-0", "fmin", "-(-a - b)", "<"}};

const std::pair<const char*, const char*> kFirstLanes[] = {{tree::kFirstLanes, "vector_first_lanes.tmpl"},
                                                           {tree::kSetFirstLanes, "vector_set_first_lanes.tmpl"}};

std::string extremum_text(const Extremum& extremum, ElementType type, std::int64_t lanes) {
    return fill_template("vector_extremum_neon.tmpl", {{"vector", tree::vector_typedef(type, lanes)},
                                                       {"name", extremum.name},
                                                       {"zero", extremum.zero},
                                                       {"instruction", extremum.instruction},
                                                       {"lanes", lanes_of_neon(type, lanes)},
                                                       {"nothing", type == ElementType::F64 ? "0.0" : "0.0f"},
                                                       {"zeros", extremum.zeros},
                                                       {"wins", extremum.wins}});
}

std::string quotient_text(ElementType type, std::int64_t lanes) {
    const bool wide = type == ElementType::F64;
    return fill_template("vector_quotient.tmpl", {{"vector", tree::vector_typedef(type, lanes)},
                                                  {"words", tree::vector_typedef(bits_of(type), lanes)},
                                                  {"number", std::string(info(type).value_type)},
                                                  {"mask", wide ? "0x8000000000000000u" : "0x80000000u"},
                                                  {"letter", wide ? "" : "f"}});
}

std::string low_bits(ElementType type) {
    if (!is_narrow_integer(type)) return "integers";
    const std::string mask = std::to_string((1 << info(type).bits) - 1),
                      sign = std::to_string(1 << (info(type).bits - 1));
    const std::string low = "(integers & " + mask + ")";
    return is_signed(type) ? "(" + low + " ^ " + sign + ") - " + sign : low;
}

// Integers of 8 and 16 bits become those of 32 as they are loaded. Empty where the machine has nothing for so many.
struct Widening {
    std::string portable, instructions, target_register;
};

std::optional<Widening> widening_of(const tree::Conversion& conversion, VectorUnit unit) {
    const std::int64_t lanes = conversion.to.second;
    const ElementType memory = byte_type(conversion.from);
    const bool bytes = info(memory).bits == 8, keeps_sign = is_signed(memory);
    if (info(memory).bits >= 32) return std::nullopt;
    if (unit == VectorUnit::X86 && lanes >= 4)
        return Widening{.portable = "defined(__clang__)",
                        .instructions =
                            std::string("vpmov") + (keeps_sign ? "sx" : "zx") + (bytes ? "bd" : "wd") + " %1, %0",
                        .target_register = lanes == 16 ? "v" : "x"};
    if (unit != VectorUnit::Neon || lanes != 4) return std::nullopt;
    const std::string widen = std::string(keeps_sign ? "sshll" : "ushll") + " %0.";
    return Widening{.portable = "defined(__clang__) || !defined(__aarch64__)",
                    .instructions = (bytes ? "ldr %s0, %1; " + widen + "8h, %0.8b, #0; " : "ldr %d0, %1; ") + widen +
                                    "4s, %0.4h, #0",
                    .target_register = "w"};
}

std::string conversion_text(const tree::Conversion& conversion, VectorUnit unit) {
    const auto& [type, lanes] = conversion.to;
    const std::vector<ElementType> integers = tree::integers_of(conversion);
    const std::string memory = tree::vector_typedef(integers[0], lanes);
    std::string widened = memory + "_at(elements)[0]";
    for (std::size_t i = 1; i < integers.size(); ++i)
        widened = "__builtin_convertvector(" + widened + ", " + tree::vector_typedef(integers[i], lanes) + ")";
    TemplateValues values = {{"name", tree::conversion_function(conversion)},
                             {"vector", tree::vector_typedef(type, lanes)},
                             {"integers", tree::vector_typedef(integers.back(), lanes)},
                             {"widened", widened},
                             {"low", low_bits(conversion.from)}};
    const std::optional<Widening> widening = widening_of(conversion, unit);
    if (!widening) return fill_template("vector_from_integers.tmpl", values);
    values.insert({{"portable", widening->portable},
                   {"instructions", widening->instructions},
                   {"register", widening->target_register},
                   {"memory", memory}});
    return fill_template("vector_from_small_integers.tmpl", values);
}

// Towards zero, saturating. The largest integer of 32 bits is no f32, the one behind it is.
std::string rounding_text(const tree::Conversion& conversion) {
    const auto& [type, lanes] = conversion.to;
    const std::vector<ElementType> integers = tree::integers_of(conversion);
    const bool single = conversion.from == ElementType::F32, wide = single && info(type).bits == 32;
    const std::int64_t half = std::int64_t{1} << (info(type).bits - 1);
    const std::int64_t low = is_signed(type) ? -half : 0, end = is_signed(type) ? half : 2 * half;
    const auto number = [&](std::int64_t value) { return std::to_string(value) + (single ? ".0f" : ".0"); };
    const std::string vector = tree::vector_typedef(integers.back(), lanes);
    std::string narrowed = "integers";
    for (std::size_t i = integers.size() - 1; i > 0; --i)
        narrowed = "__builtin_convertvector(" + narrowed + ", " + tree::vector_typedef(integers[i - 1], lanes) + ")";
    TemplateValues values = {{"result", tree::vector_typedef(type, lanes)},
                             {"name", tree::conversion_function(conversion)},
                             {"vector", tree::vector_typedef(conversion.from, lanes)},
                             {"integers", vector},
                             {"low", number(low)}};
    if (!wide) {
        values.insert({{"high", number(end - 1)}, {"narrowed", narrowed}});
        return fill_template("vector_to_integers.tmpl", values);
    }
    const std::string largest = is_signed(type) ? "(above & 0x7fffffff)" : "reinterpret_cast<" + vector + ">(above)";
    values.insert({{"end", number(end)}, {"largest", largest}});
    return fill_template("vector_to_words.tmpl", values);
}

} // namespace

ElementType bits_of(ElementType type) {
    return type == ElementType::F64 ? ElementType::U64 : ElementType::U32;
}

Used with_quotients(Used used) {
    const auto vectors = used.vectors;
    for (const auto& [type, lanes] : vectors) {
        if (!used.functions.contains(tree::vector_function(tree::kQuotient, type, lanes))) continue;
        used.functions.insert(tree::vector_function("fma", type, lanes));
        used.vectors.insert({bits_of(type), lanes});
    }
    return used;
}

std::string vector_text(const Used& used, const Target& target) {
    std::string text, more; // which need two types
    for (const auto& [type, lanes] : used.vectors) {
        const std::string vector = tree::vector_typedef(type, lanes);
        text += fill_template("vector_type.tmpl", {{"vector", vector},
                                                   {"element", std::string(info(type).value_type)},
                                                   {"bytes", std::to_string(lanes * byte_size(type))},
                                                   {"alignment", std::to_string(byte_size(type))}});
        if (used.vector_reads.contains({type, lanes})) text += fill_template("vector_at.tmpl", {{"vector", vector}});
        if (used.vector_writes.contains({type, lanes})) text += fill_template("vector_to.tmpl", {{"vector", vector}});
        for (const char* search : tree::kSearches)
            if (used.functions.contains(tree::vector_function(search, type, lanes)))
                more += search_text(search, type, lanes);
        if (used.functions.contains(tree::vector_function(tree::kMask, type, lanes)))
            more += fill_template("vector_mask.tmpl",
                                  {{"mask", vector}, {"preds", tree::vector_typedef(ElementType::U8, lanes)}});
        if (used.functions.contains(tree::vector_function(tree::kTransposition, type, lanes)))
            more += transposition_text({type, lanes});
        for (const Extremum& extremum : kExtrema)
            if (used.functions.contains(tree::vector_function(extremum.name, type, lanes)))
                text += extremum_text(extremum, type, lanes);
        if (used.functions.contains(tree::vector_function("sqrt", type, lanes)))
            text += square_root_text(type, lanes, target.unit);
        if (used.functions.contains(tree::vector_function("zero", type, lanes)))
            text += fill_template("vector_zero_neon.tmpl", {{"vector", vector}});
        for (const auto& [helper, page] : kFirstLanes)
            if (used.functions.contains(tree::vector_function(helper, type, lanes)))
                text += fill_template(page, {{"vector", vector}, {"letter", type == ElementType::F64 ? "d" : "s"}});
        if (used.functions.contains(tree::vector_function(tree::kQuotient, type, lanes)))
            more += quotient_text(type, lanes);
        if (used.functions.contains(tree::vector_function("running_sums", type, lanes)))
            text += running_sums_text(type, lanes);
        if (used.functions.contains(tree::vector_function("fma", type, lanes)))
            text += fma_text(type, lanes, target.unit);
    }
    for (const std::string& function : used.functions)
        if (const auto conversion = tree::conversion_of(function))
            more +=
                tree::is_rounding(*conversion) ? rounding_text(*conversion) : conversion_text(*conversion, target.unit);
    if (used.functions.contains(tree::kOpaquePointer)) text += fill_template("opaque_pointer.tmpl", {});
    text += more;
    return text.empty() ? "" : "// Neighbouring elements as vectors.\n" + text + "\n";
}

} // namespace hlo2cpp
