#include "program/run_parts.h"

#include <algorithm>
#include <cstdlib>
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

bool calls_any(const tree::Statements& statements, const std::set<std::string>& steps) {
    Used used;
    used.add(statements);
    return std::ranges::any_of(used.functions, [&](const std::string& name) { return steps.contains(name); });
}

// The loop that a part is, if a call can run one of its rounds: nothing of it lives longer than a round but what is in
// memory, for only comments and pointers stand in front. Rounds that run at the same time stay together. nullptr: none.
tree::For* loop_of(tree::Statements& part, const std::set<std::string>& steps) {
    if (part.empty()) return nullptr;
    tree::For* const loop = std::get_if<tree::For>(&part.back().node);
    if (loop == nullptr || loop->parallel) return nullptr;
    if (loop->begin->kind != tree::ExpressionKind::Integer || loop->end->kind != tree::ExpressionKind::Integer)
        return nullptr;
    for (std::size_t i = 0; i + 1 < part.size(); ++i) {
        const auto* const pointer = std::get_if<tree::Declare>(&part[i].node);
        const bool fixed = pointer != nullptr && pointer->type.fixed_pointer;
        if (!fixed && !std::holds_alternative<tree::Comment>(part[i].node)) return nullptr;
    }
    return calls_any(loop->body, steps) ? loop : nullptr;
}

std::int64_t rounds_of(const tree::For& loop) {
    const std::int64_t step = std::abs(loop.step);
    const std::int64_t numbers =
        loop.step > 0 ? loop.end->number - loop.begin->number : loop.begin->number - loop.end->number + 1;
    return (numbers + step - 1) / step;
}

// The statements of a round in place of the loop, which is the last statement of the part.
void keep_round(tree::Statements& part, const tree::Expression& round) {
    tree::For loop = std::move(std::get<tree::For>(part.back().node));
    tree::Expression value = loop.step == 1 ? round : tree::multiply(round, tree::integer(loop.step));
    if (loop.begin->number != 0) value = tree::add(loop.begin, value);
    part.back() = tree::Declare{.type = tree::constant(loop.type), .name = loop.name, .value = value};
    std::ranges::move(loop.body, std::back_inserter(part));
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

RunParts choose_part(std::vector<tree::Statements> parts, const std::set<std::string>& steps) {
    constexpr std::int64_t kMostCalls = 1 << 30;
    RunParts result;
    tree::Expression part = tree::name(kPartNumber);
    std::vector<std::int64_t> rounds;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const tree::For* const loop = loop_of(parts[i], steps);
        rounds.push_back(loop == nullptr ? 1 : rounds_of(*loop));
        if (rounds[i] <= 1 || result.calls + rounds[i] > kMostCalls) rounds[i] = 1;
        const std::int64_t first = result.calls, count = rounds[i];
        result.calls += count;
        if (count == 1) continue;
        const std::string number = std::to_string(i);
        const tree::Expression round = tree::name("round" + number + "_"), rest = tree::name("part" + number + "_");
        const tree::Type type = tree::constant(tree::value_type(ElementType::S32));
        const tree::Expression behind = tree::subtract(tree::name(kPartNumber), tree::integer(first));
        result.statements.push_back(
            tree::Declare{.type = type,
                          .name = round->name,
                          .value = tree::call("clamp_index_s32", {behind, tree::integer(0), tree::integer(count - 1)}),
                          .comment = "case " + number + " is a loop, of which a call runs one round"});
        result.statements.push_back(
            tree::Declare{.type = type, .name = rest->name, .value = tree::subtract(part, round)});
        keep_round(parts[i], round);
        part = rest;
    }
    result.statements.push_back(tree::Switch{.selector = part, .cases = std::move(parts), .rounds = std::move(rounds)});
    return result;
}

} // namespace hlo2cpp
