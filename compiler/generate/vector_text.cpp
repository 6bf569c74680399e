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
    if (used.functions.contains(tree::kOpaquePointer)) text += fill_template("opaque_pointer.tmpl", {});
    text += more;
    return text.empty() ? "" : "// Neighbouring elements as vectors.\n" + text + "\n";
}

} // namespace hlo2cpp
