// In front of a generated file: a compiler that is neither GCC nor Clang, as far as the file can see. What the C
// headers define by built-in functions is defined by constants, so that none is left in the preprocessed file.
#include <math.h>
#include <stdint.h>
#include <string.h>

constexpr float other_infinity = __builtin_inff(), other_nan = __builtin_nanf("");
constexpr double other_huge = __builtin_inf();
#undef INFINITY
#undef NAN
#undef HUGE_VAL
#define INFINITY other_infinity
#define NAN other_nan
#define HUGE_VAL other_huge
#undef __GNUC__
#undef __clang__
