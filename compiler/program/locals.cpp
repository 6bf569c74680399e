#include "program/locals.h"

#include <algorithm>

#include "program/runtime_text.h"
#include "program/uses.h"

namespace hlo2cpp {
namespace {

std::int64_t bytes_in(const tree::Statements& statements);

// What a statement keeps for those after it, and what it needs itself.
struct Sizes {
    std::int64_t kept = 0, inside = 0;

    void operator()(const tree::Declare& declare) {
        if (declare.sizes.empty()) return;
        kept = byte_size(declare.type.element) * declare.type.lanes;
        for (const std::int64_t size : declare.sizes) kept *= size;
    }
    void operator()(const tree::For& loop) { inside = bytes_in(loop.body); }
    void operator()(const tree::While& loop) { inside = bytes_in(loop.body); }
    void operator()(const tree::Block& block) { inside = bytes_in(block.body); }
    void operator()(const tree::If& choice) { inside = std::max(bytes_in(choice.body), bytes_in(choice.otherwise)); }
    void operator()(const tree::Switch& choice) {
        for (const tree::Statements& body : choice.cases) inside = std::max(inside, bytes_in(body));
    }
    void operator()(const tree::Record& record) {
        for (const tree::Function& function : record.functions) inside = std::max(inside, locals_bytes(function));
    }
    template <typename Node>
    void operator()(const Node&) {}
};

std::int64_t bytes_in(const tree::Statements& statements) {
    std::int64_t kept = 0, most = 0;
    for (const tree::Statement& statement : statements) {
        Sizes sizes;
        std::visit(sizes, statement.node);
        kept += sizes.kept;
        most = std::max(most, kept + sizes.inside);
    }
    return std::max(most, kept);
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
