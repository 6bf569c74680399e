#include "program/run_parts.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "tree/uses.h"

namespace hlo2cpp {
namespace {

// By statement: the last one that uses a variable declared in it or in front of it.
std::vector<std::size_t> last_uses(const tree::Statements& statements) {
    std::unordered_map<std::string, std::size_t> declared; // by name: the statement
    for (std::size_t i = 0; i < statements.size(); ++i)
        if (const auto* declare = std::get_if<tree::Declare>(&statements[i].node)) declared.emplace(declare->name, i);
    std::vector<std::size_t> last(statements.size(), 0);
    for (std::size_t i = 0; i < statements.size(); ++i) {
        Used used;
        used.add(tree::Statements{statements[i]});
        for (const std::string& name : used.names)
            if (const auto found = declared.find(name); found != declared.end())
                last[found->second] = std::max(last[found->second], i);
    }
    for (std::size_t i = 1; i < last.size(); ++i) last[i] = std::max(last[i], last[i - 1]);
    return last;
}

} // namespace

std::vector<tree::Statements> cut_into_parts(tree::Statements statements, const std::vector<std::size_t>& begins) {
    const std::vector<std::size_t> last = last_uses(statements);
    std::vector<tree::Statements> parts;
    std::size_t begin = 0;
    const auto cut = [&](std::size_t end) {
        if (end == begin) return;
        const auto at = [&](std::size_t i) { return statements.begin() + static_cast<std::ptrdiff_t>(i); };
        parts.emplace_back(std::make_move_iterator(at(begin)), std::make_move_iterator(at(end)));
        begin = end;
    };
    for (const std::size_t next : begins)
        if (next > begin && next < statements.size() && last[next - 1] < next) cut(next);
    cut(statements.size());
    if (parts.empty()) parts.emplace_back();
    return parts;
}

} // namespace hlo2cpp
