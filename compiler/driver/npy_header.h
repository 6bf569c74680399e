// The header of a .npy file: a Python dictionary of dtype, element order and sizes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

struct NpyHeader {
    char kind = 'f';
    std::int64_t item_bytes = 0;
    bool big_endian = false;
    bool fortran_order = false;
    std::vector<std::int64_t> dims; // not negative
    std::size_t data_offset = 0;    // where the elements begin in the file
};

// Throws InputError that begins with `what`.
NpyHeader parse_npy_header(std::string_view file, const std::string& what);

} // namespace hlo2cpp
