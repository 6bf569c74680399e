// The words of generated C++ in C99: casts, constants, null pointers, types that are constructed.
#pragma once

#include <string>
#include <string_view>

namespace hlo2cpp {

// Text of C++ in the words of C. It knows the C++ that runtime_lib, templates and printed functions are written in:
//
//     static_cast<float>(x)            (float)x
//     constexpr float w[2] = {...}     static const float w[2] = {...}
//     c64{a, b}, f32x8{}               (c64){a, b}, (f32x8){0}
//     struct c64 { ... };              typedef struct c64 { ... } c64;
//     alignas(16)                      NAME_ALIGNED(16), a macro of `prefix`
//     nullptr, noexcept                NULL, nothing
//     template <typename T> of T*      of void*
//     namespaces and what names them   nothing; what is `extern` in one without a name is static
//
// Comments, strings and lines of the preprocessor stay, but that <stdbool.h> and <stddef.h> stand in front of
// <stdint.h> where the text needs them.
std::string in_c(std::string_view text, const std::string& prefix);

} // namespace hlo2cpp
