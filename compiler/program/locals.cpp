#include "program/locals.h"

#include <algorithm>

#include "support/runtime_text.h"
#include "tree/uses.h"

namespace hlo2cpp {
namespace {

// Bytes of the array that the statement declares; 0 if it declares none.
std::int64_t local_bytes(const tree::Statement& statement) {
    const auto* const declare = std::get_if<tree::Declare>(&statement.node);
    if (declare == nullptr || declare->sizes.empty()) return 0;
    std::int64_t bytes = byte_size(declare->type.element) * declare->type.lanes;
    for (const std::int64_t size : declare->sizes) bytes *= size;
    return bytes;
}

std::int64_t bytes_in(const tree::Statements& statements) {
    std::int64_t kept = 0, most = 0;
    for (const tree::Statement& statement : statements) {
        kept += local_bytes(statement);
        most = std::max(most, kept);
        tree::for_each_body(statement,
                            [&](const tree::Statements& body) { most = std::max(most, kept + bytes_in(body)); });
    }
    return most;
}

} // namespace

std::int64_t locals_bytes(const tree::Function& function) {
    return bytes_in(function.body);
}

std::int64_t locals_bytes(const Program& program) {
    std::int64_t most = 0;
    for (const tree::Function& step : program.steps) {
        Used used;
        used.add(step);
        most = std::max(most, locals_bytes(step) + runtime_text(used.functions).locals_bytes);
    }
    return most;
}

} // namespace hlo2cpp
