#include "program/library_names.h"

#include "support/runtime_text.h"
#include "tree/type.h"

namespace hlo2cpp {

const Names& library_names() {
    static const Names kNames = [] {
        Names names;
        for (const std::string& helper : runtime_names()) names.reserve(helper);
        for (const std::string& type : tree::typedef_names()) names.reserve(type);
        return names;
    }();
    return kNames;
}

} // namespace hlo2cpp
