// Serialized protos by hand, a field at a time, also wrong ones.
#pragma once

#include <cstdint>
#include <string>

namespace hlo2cpp {

inline std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(static_cast<unsigned char>(value | 0x80));
    return bytes + static_cast<char>(static_cast<unsigned char>(value));
}

inline std::string number_field(unsigned field, std::int64_t value) {
    return varint(field << 3) + varint(static_cast<std::uint64_t>(value));
}

inline std::string bytes_field(unsigned field, const std::string& bytes) {
    return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
}

constexpr int kF32 = 11;
constexpr int kS4 = 21;
constexpr int kTuple = 13;

inline std::string shape_bytes(int type, const std::string& dims = "", const std::string& minor_to_major = "") {
    std::string bytes = number_field(2, type);
    if (!dims.empty()) bytes += bytes_field(3, dims);
    if (!minor_to_major.empty()) bytes += bytes_field(5, bytes_field(1, minor_to_major));
    return bytes;
}

// What an instruction has in common with all others; further fields are appended by the caller.
inline std::string instruction_bytes(const std::string& name, const std::string& opcode, const std::string& shape,
                                     int id) {
    return bytes_field(1, name) + bytes_field(2, opcode) + bytes_field(3, shape) + number_field(35, id);
}

// `instructions` are the fields 2 of the computation.
inline std::string computation_bytes(const std::string& instructions, int id, int root_id) {
    return bytes_field(1, "main") + instructions + number_field(5, id) + number_field(6, root_id);
}

inline std::string module_bytes(const std::string& instructions, int root_id) {
    return bytes_field(1, "m") + bytes_field(3, computation_bytes(instructions, 1, root_id)) + number_field(6, 1);
}

} // namespace hlo2cpp
