#include "generate/other_compilers.h"

#include <array>

#include "generate/c_words.h"
#include "support/embedded.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

struct Builtin {
    std::string_view name, parameters, replacement, header;
};

// __builtin_clz is missing here, because clz.h has a function of its own.
constexpr auto kBuiltins = std::to_array<Builtin>({
    {"__builtin_memcpy", "", "memcpy", "string.h"},
    {"__builtin_fabsf", "", "fabsf", "math.h"},
    {"__builtin_fabs", "", "fabs", "math.h"},
    {"__builtin_fma", "", "fma", "math.h"},
    {"__builtin_fmaf", "", "fmaf", "math.h"},
    {"__builtin_isless", "", "isless", "math.h"},
    {"__builtin_inff", "()", "INFINITY", "math.h"},
    {"__builtin_nanf", "(payload)", "NAN", "math.h"},
    {"__builtin_nansf", "(payload)", "NAN", "math.h"},
    {"__builtin_inf", "()", "HUGE_VAL", "math.h"},
    {"__builtin_nan", "(payload)", "static_cast<double>(NAN)", "math.h"},
    {"__builtin_nans", "(payload)", "static_cast<double>(NAN)", "math.h"},
});

std::set<std::string> builtins_of(const Used& used, const RuntimeText& runtime) {
    std::set<std::string> names = runtime.words;
    names.insert(used.functions.begin(), used.functions.end());
    if (used.infinities.contains(ElementType::F32)) names.insert("__builtin_inff");
    if (used.infinities.contains(ElementType::F64)) names.insert("__builtin_inf");
    if (used.nans.contains(ElementType::F32)) names.insert({"__builtin_nanf", "__builtin_nansf"});
    if (used.nans.contains(ElementType::F64)) names.insert({"__builtin_nan", "__builtin_nans"});
    return names;
}

} // namespace

std::string other_compilers_text(const Used& used, const RuntimeText& runtime, Language language) {
    const std::set<std::string> names = builtins_of(used, runtime);
    std::set<std::string> headers;
    std::string definitions, includes;
    for (const Builtin& builtin : kBuiltins) {
        if (!names.contains(std::string(builtin.name))) continue;
        headers.emplace(builtin.header);
        definitions += std::string(builtin.name) + std::string(builtin.parameters) + " " +
                       (language == Language::C ? in_c(builtin.replacement, "") : std::string(builtin.replacement)) +
                       "\n";
    }
    for (const std::string& header : headers) includes += "<" + header + ">\n";
    std::string text;
    if (used.restricted_pointers)
        text += fill_template("restrict.tmpl", {{"definition", language == Language::C ? "#define __restrict restrict"
                                                                                       : "#define __restrict"}});
    if (!definitions.empty())
        text += fill_template("other_compilers.tmpl", {{"headers", includes}, {"definitions", definitions}});
    return text;
}

std::set<std::string> known_builtins() {
    std::set<std::string> names;
    for (const Builtin& builtin : kBuiltins) names.emplace(builtin.name);
    return names;
}

} // namespace hlo2cpp
