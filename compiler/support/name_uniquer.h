// Unique names: "add", "add.1", "add.2".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hlo2cpp {

// XLA's own rule, so that the same text gets the same names: a number after the last dot is not part of the name, and
// if it is taken the next free number replaces it.
class NameUniquer {
public:
    std::string unique(std::string_view name);

private:
    struct Numbers {
        std::unordered_set<std::int64_t> used; // 0: the name without a number, or with .0
        std::int64_t next = 0;
    };
    std::unordered_map<std::string, Numbers> names_;
};

} // namespace hlo2cpp
