#include "program/library_names.h"

#include <array>
#include <string_view>

#include "support/runtime_text.h"
#include "tree/type.h"

namespace hlo2cpp {
namespace {

constexpr auto kFunctions = std::to_array<std::string_view>(
    {"_Exit",    "alloca",   "calloc",  "dcgettext", "dgettext", "dremf",     "execl",       "execle",  "execlp",
     "execv",    "execve",   "execvp",  "ffs",       "ffsl",     "ffsll",     "fork",        "fprintf", "fputc",
     "fputs",    "fscanf",   "fwrite",  "getc",      "gettext",  "imaxabs",   "isalnum",     "isalpha", "isascii",
     "isblank",  "iscntrl",  "isdigit", "isgraph",   "islower",  "isprint",   "ispunct",     "isspace", "isupper",
     "iswblank", "isxdigit", "memccpy", "mempcpy",   "printf",   "putc",      "putchar",     "puts",    "realloc",
     "scanf",    "snprintf", "sprintf", "sscanf",    "stpcpy",   "stpncpy",   "strcasecmp",  "strcat",  "strchr",
     "strcmp",   "strcpy",   "strcspn", "strdup",    "strfmon",  "strftime",  "strncasecmp", "strncat", "strncmp",
     "strncpy",  "strndup",  "strnlen", "strpbrk",   "strrchr",  "strspn",    "strstr",      "toascii", "tolower",
     "toupper",  "vfprintf", "vfscanf", "vprintf",   "vscanf",   "vsnprintf", "vsprintf",    "vsscanf"});

// Functions of numbers, also with an f and an l behind.
constexpr auto kMathematics = std::to_array<std::string_view>(
    {"cabs",    "cacos",       "cacosh",   "carg",   "casin",      "casinh",    "catan",  "catanh",    "ccos",
     "ccosh",   "cexp",        "cimag",    "clog",   "clog10",     "conj",      "cpow",   "cproj",     "creal",
     "csin",    "csinh",       "csqrt",    "ctan",   "ctanh",      "fdim",      "gamma",  "lgamma",    "llrint",
     "llround", "logb",        "lrint",    "lround", "nexttoward", "pow10",     "remquo", "roundeven", "scalb",
     "scalbln", "significand", "acos",     "acosh",  "asin",       "asinh",     "atan",   "atan2",     "atanh",
     "cbrt",    "ceil",        "copysign", "cos",    "cosh",       "drem",      "erf",    "erfc",      "exp",
     "exp10",   "exp2",        "expm1",    "fabs",   "floor",      "fma",       "fmax",   "fmin",      "fmod",
     "frexp",   "hypot",       "ilogb",    "j0",     "j1",         "jn",        "ldexp",  "log",       "log10",
     "log1p",   "log2",        "modf",     "nan",    "nearbyint",  "nextafter", "pow",    "remainder", "rint",
     "round",   "scalbn",      "signbit",  "sin",    "sincos",     "sinh",      "sqrt",   "tan",       "tanh",
     "tgamma",  "trunc",       "y0",       "y1",     "yn"});

} // namespace

const Names& library_names() {
    static const Names kNames = [] {
        Names names;
        for (const std::string& helper : runtime_names()) names.reserve(helper);
        for (const std::string& type : tree::typedef_names()) names.reserve(type);
        return names;
    }();
    return kNames;
}

std::vector<std::string> names_of_c_library() {
    std::vector<std::string> names(kFunctions.begin(), kFunctions.end());
    for (const std::string_view name : kMathematics)
        for (const char* suffix : {"", "f", "l"}) names.push_back(std::string(name) + suffix);
    return names;
}

} // namespace hlo2cpp
