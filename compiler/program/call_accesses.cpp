#include "program/call_accesses.h"

#include <string_view>
#include <unordered_map>

namespace hlo2cpp {

using tree::Expression;

namespace {

const char* const kAnyMemory = "any memory";

// Access of a helper to memory: argument number `pointer` points to the bytes, argument number `size` counts them.
struct HelperAccess {
    std::size_t pointer, size;
};

const std::unordered_map<std::string_view, std::vector<HelperAccess>>& memory_helpers() {
    static const std::unordered_map<std::string_view, std::vector<HelperAccess>> kHelpers = {
        {"memcpy", {{0, 2}, {1, 2}}}, {"memmove", {{0, 2}, {1, 2}}}, {"memset", {{0, 2}}},
        {"poison_bytes", {{0, 1}}},   {"still_poisoned", {{0, 1}}},
    };
    return kHelpers;
}

} // namespace

std::optional<CallAccesses> helper_accesses(const Expression& call, ProgramValues& values) {
    const auto helper = memory_helpers().find(call->name);
    if (helper == memory_helpers().end()) return std::nullopt;
    CallAccesses accesses;
    for (const auto& [pointer, size] : helper->second) {
        const Index bytes = values.number(call->operands[size]);
        if (!bytes.is_constant() || bytes.constant < 0) return CallAccesses{{}, kAnyMemory};
        accesses.list.push_back({pointer, bytes.constant});
    }
    return accesses;
}

std::optional<CallAccesses> intrinsic_accesses(const Expression& call, ProgramValues& values) {
    const std::vector<IntrinsicAccess> all = accesses_of(call->intrinsic);
    if (all.empty()) return std::nullopt;
    CallAccesses accesses;
    for (const IntrinsicAccess& access : all) {
        if (access.extent == AccessExtent::Nothing) continue;
        Index number = access.has_number() ? values.number(call->operands[access.number]) : Index(0);
        if (access.extent == AccessExtent::Lines) {
            const Index lines = values.number(call->operands[access.number + 1]);
            if (!lines.is_constant()) return CallAccesses{{}, kAnyMemory};
            number = number * (lines.constant - 1);
        }
        const std::optional<std::int64_t> bytes = number.is_constant() ? access.bytes(number.constant) : std::nullopt;
        if (!bytes) return CallAccesses{{}, kAnyMemory};
        const bool any_type = call->intrinsic.id == IntrinsicId::Transpose ||
                              call->intrinsic.id == IntrinsicId::Deinterleave; // elements are moved as bits
        accesses.list.push_back({access.pointer, *bytes, any_type ? std::nullopt : std::optional(access.element)});
    }
    return accesses;
}

CallAccesses exchange_accesses(const Expression& call, const DeviceTables& tables) {
    enum Operand : std::size_t { kTable, kSelf, kTicket, kList, kFrom, kTo, kBytes, kRaggedOperands = 11 };
    const auto number = [&](std::size_t operand) { return call->operands[operand]->number; };
    if (number(kTicket) < 0 || number(kTicket) >= tables.tickets) return {{}, "a ticket that there is not"};
    if (call->name == "wait") return {};
    const bool permutes = call->name == "permute";
    const std::size_t lists = permutes ? tables.permutations.size() : tables.group_lists.size();
    const auto list = static_cast<std::size_t>(number(kList));
    if (list >= lists) return {{}, "a list of devices that there is not"};
    const std::int64_t members = permutes ? 1 : static_cast<std::int64_t>(tables.group_lists[list][0].size());
    if (call->name == "all_to_all_ragged") { // only data say which rows
        if (call->operands.size() != kRaggedOperands) return {{}, "a wrong number of arguments"};
        CallAccesses numbers;
        for (const std::size_t operand : {kFrom + 1, kFrom + 2, kFrom + 4, kFrom + 5})
            numbers.list.push_back({operand, members * byte_size(ElementType::S32)});
        return numbers;
    }
    const std::int64_t bytes = number(kBytes);
    const bool whole = permutes || call->name == "broadcast";
    return {{{kFrom, call->name == "all_to_all" ? members * bytes : bytes}, {kTo, whole ? bytes : members * bytes}}};
}

SortReach sort_reach(const Expression& call, ProgramValues& values) {
    const bool merges = call->name == "sort_line", first = call->name == "first_in_order";
    const Index size = values.number(call->operands[merges ? 1 : 2]),
                run = values.number(call->operands[merges ? 2 : 1]);
    if (!size.is_constant() || !run.is_constant()) return {0, 0, "nobody knows how much"};
    std::int64_t aside = run.constant;
    while (merges && aside > 0 && 2 * aside < size.constant) aside *= 2;
    if (first && run.constant >= size.constant) return {0, 0, "more elements than there are"};
    if (merges || first ? run.constant <= 0 : run.constant != 0)
        return {0, 0, "runs of length " + std::to_string(run.constant)};
    return {size.constant, aside};
}

} // namespace hlo2cpp
