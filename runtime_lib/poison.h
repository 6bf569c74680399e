#pragma once

#include <stddef.h>

// Fills bytes that hold nothing at this point, so that a step that reads them shows: floats become NaN.
static inline void poison_bytes(unsigned char* bytes, size_t count) noexcept {
    for (size_t i = 0; i < count; ++i) bytes[i] = 0xff;
}

// Whether nobody has written to them since.
static inline bool still_poisoned(const unsigned char* bytes, size_t count) noexcept {
    for (size_t i = 0; i < count; ++i)
        if (bytes[i] != 0xff) return false;
    return true;
}
