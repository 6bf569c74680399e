// MLIR bytecode by hand, for files that no serializer writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp::stablehlo {

std::string varint(std::uint64_t value);
std::string signed_varint(std::int64_t value);
// The numbers, each as a varint.
std::string varints(const std::vector<std::uint64_t>& values);
std::string section(int id, const std::string& contents);

// A file of bytecode version 6. Strings, dialects, attributes and types are named by their place here.
struct BytecodeParts {
    struct Entry {
        std::uint64_t dialect = 0;
        std::string bytes;
        bool is_text = false;
    };
    struct Name {
        std::uint64_t dialect = 0, string = 0;
    };

    std::uint64_t version = 6;
    std::string producer = "StableHLO_v1.17.0";
    std::vector<std::string> strings;
    std::vector<std::uint64_t> dialects; // strings
    std::vector<Name> names;             // of operations
    std::vector<Entry> attributes, types;
    std::vector<std::string> properties;
    std::string resources; // one blob of a dialect's, from its place in the file on
    std::string ir;
    bool is_reversed = false; // whether the sections come in the reverse order

    std::string bytes() const;
};

} // namespace hlo2cpp::stablehlo
