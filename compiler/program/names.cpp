#include "program/names.h"

#include <algorithm>
#include <array>

namespace hlo2cpp {
namespace {

constexpr std::size_t kMaxLength = 40;

// Keywords of C and C++, macros that compilers define without an underscore, and functions of the C library: a variable
// of that name would hide a function or macro that helpers or callers use. Sorted.
constexpr auto kReserved = std::to_array<std::string_view>({"abort",        "abs",
                                                            "acos",         "acosf",
                                                            "acosh",        "acoshf",
                                                            "alignas",      "alignof",
                                                            "and",          "and_eq",
                                                            "arena",        "arm",
                                                            "asin",         "asinf",
                                                            "asinh",        "asinhf",
                                                            "asm",          "assert",
                                                            "atan",         "atan2",
                                                            "atan2f",       "atanf",
                                                            "atanh",        "atanhf",
                                                            "auto",         "bcmp",
                                                            "bcopy",        "bitand",
                                                            "bitor",        "bool",
                                                            "break",        "bzero",
                                                            "case",         "catch",
                                                            "cbrt",         "cbrtf",
                                                            "ceil",         "ceilf",
                                                            "char",         "char16_t",
                                                            "char32_t",     "char8_t",
                                                            "class",        "co_await",
                                                            "co_return",    "co_yield",
                                                            "compl",        "complex",
                                                            "concept",      "const",
                                                            "const_cast",   "consteval",
                                                            "constexpr",    "constinit",
                                                            "context",      "continue",
                                                            "copysign",     "copysignf",
                                                            "cos",          "cosf",
                                                            "cosh",         "coshf",
                                                            "decltype",     "default",
                                                            "delete",       "div",
                                                            "do",           "double",
                                                            "double_t",     "drem",
                                                            "dynamic_cast", "else",
                                                            "enum",         "erf",
                                                            "erfc",         "erfcf",
                                                            "erff",         "errno",
                                                            "exit",         "exp",
                                                            "exp10",        "exp2",
                                                            "exp2f",        "expf",
                                                            "explicit",     "expm1",
                                                            "expm1f",       "export",
                                                            "extern",       "fabs",
                                                            "fabsf",        "false",
                                                            "fdim",         "fdimf",
                                                            "float",        "float_t",
                                                            "floor",        "floorf",
                                                            "fma",          "fmaf",
                                                            "fmax",         "fmaxf",
                                                            "fmin",         "fminf",
                                                            "fmod",         "fmodf",
                                                            "for",          "free",
                                                            "frexp",        "frexpf",
                                                            "friend",       "gamma",
                                                            "goto",         "hypot",
                                                            "hypotf",       "i386",
                                                            "if",           "ilogb",
                                                            "imaginary",    "index",
                                                            "inline",       "int",
                                                            "int16_t",      "int32_t",
                                                            "int64_t",      "int8_t",
                                                            "isfinite",     "isgreater",
                                                            "isinf",        "isless",
                                                            "isnan",        "isnormal",
                                                            "j0",           "j1",
                                                            "jn",           "labs",
                                                            "ldexp",        "ldexpf",
                                                            "lgamma",       "lgammaf",
                                                            "linux",        "llabs",
                                                            "llrint",       "llround",
                                                            "log",          "log10",
                                                            "log10f",       "log1p",
                                                            "log1pf",       "log2",
                                                            "log2f",        "logb",
                                                            "logf",         "long",
                                                            "lrint",        "lrintf",
                                                            "lround",       "lroundf",
                                                            "main",         "malloc",
                                                            "memchr",       "memcmp",
                                                            "memcpy",       "memmove",
                                                            "memset",       "mips",
                                                            "modf",         "modff",
                                                            "mutable",      "namespace",
                                                            "nan",          "nanf",
                                                            "nearbyint",    "nearbyintf",
                                                            "new",          "nextafter",
                                                            "nextafterf",   "noexcept",
                                                            "noreturn",     "not",
                                                            "not_eq",       "nullptr",
                                                            "nullptr_t",    "operator",
                                                            "or",           "or_eq",
                                                            "pow",          "powf",
                                                            "private",      "protected",
                                                            "ptrdiff_t",    "public",
                                                            "register",     "reinterpret_cast",
                                                            "remainder",    "remainderf",
                                                            "requires",     "restrict",
                                                            "return",       "rindex",
                                                            "rint",         "rintf",
                                                            "round",        "roundf",
                                                            "run",          "scalbn",
                                                            "scalbnf",      "short",
                                                            "signbit",      "signed",
                                                            "signgam",      "sin",
                                                            "sincos",       "sinf",
                                                            "sinh",         "sinhf",
                                                            "size_t",       "sizeof",
                                                            "sparc",        "sqrt",
                                                            "sqrtf",        "static",
                                                            "static_arena", "static_assert",
                                                            "static_cast",  "status",
                                                            "stderr",       "stdin",
                                                            "stdout",       "strlen",
                                                            "struct",       "switch",
                                                            "tan",          "tanf",
                                                            "tanh",         "tanhf",
                                                            "template",     "tgamma",
                                                            "this",         "thread_local",
                                                            "throw",        "true",
                                                            "trunc",        "truncf",
                                                            "try",          "typedef",
                                                            "typeid",       "typename",
                                                            "typeof",       "uint16_t",
                                                            "uint32_t",     "uint64_t",
                                                            "uint8_t",      "uintptr_t",
                                                            "union",        "unix",
                                                            "unsigned",     "using",
                                                            "virtual",      "void",
                                                            "volatile",     "wchar_t",
                                                            "while",        "xor",
                                                            "xor_eq",       "y0",
                                                            "y1",           "yn"});
static_assert(std::ranges::is_sorted(kReserved));

bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool digit(char c) {
    return c >= '0' && c <= '9';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::string identifier(std::string_view bytes) {
    std::string name;
    bool has_lower = false;
    for (const char c : bytes) {
        if (letter(c) || digit(c))
            name += c;
        else if (!name.empty() && name.back() != '_')
            name += '_'; // never two: those are reserved
        has_lower = has_lower || (c >= 'a' && c <= 'z');
        if (name.size() == kMaxLength) break;
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    if (!has_lower) std::transform(name.begin(), name.end(), name.begin(), lower); // macros have no lower-case letters
    if (name.empty()) return "v";
    if (digit(name[0])) name.insert(0, "v");
    if (std::ranges::binary_search(kReserved, name)) name += "_value";
    return name;
}

bool Names::taken(const std::string& name) const {
    for (const Names* scope = this; scope != nullptr; scope = scope->outer_)
        if (scope->taken_.contains(name)) return true;
    return false;
}

std::string Names::unique(std::string_view wanted) {
    const std::string base = identifier(wanted);
    std::string name = base;
    if (taken(name)) {
        int& number = last_number_[base];
        do {
            number = number == 0 ? 2 : number + 1;
            name = base + "_" + std::to_string(number);
        } while (taken(name));
    }
    taken_.insert(name);
    return name;
}

} // namespace hlo2cpp
