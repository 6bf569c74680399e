// Identifiers of the generated code. A name of the module is data: it may hold any bytes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hlo2cpp {

// A valid identifier near to `bytes`: never empty, at most 40 characters, no keyword, no macro or function of the
// headers that generated code includes, nothing reserved.
std::string identifier(std::string_view bytes);

// The identifiers of a scope; none of an outer scope is hidden (the outer one must be complete).
class Names {
public:
    explicit Names(const Names* outer = nullptr) : outer_(outer) {}
    // identifier(wanted), with a number where that is taken.
    std::string unique(std::string_view wanted);
    void reserve(std::string_view name) { taken_.emplace(name); }

    bool taken(const std::string& name) const; // here or in an outer scope

private:
    const Names* outer_;
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, int> last_number_;
};

} // namespace hlo2cpp
