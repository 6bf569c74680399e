#include "program/device_tables.h"

#include <algorithm>
#include <set>

#include "ir/exchange.h"
#include "kernel/depth_first.h"

namespace hlo2cpp {
namespace {

// All numbers of the list of devices that an exchange uses.
std::vector<std::int64_t> device_numbers(const HostCall& exchange) {
    std::vector<std::int64_t> numbers;
    if (exchange.exchange == Exchange::Permute) {
        for (const auto& [source, target] : exchange.pairs) numbers.insert(numbers.end(), {source, target});
        return numbers;
    }
    for (const std::vector<std::int64_t>& group : exchange.groups) {
        numbers.push_back(static_cast<std::int64_t>(group.size()));
        numbers.insert(numbers.end(), group.begin(), group.end());
    }
    return numbers;
}

// The tickets of exchanges under way: the lowest that is free.
class Tickets {
public:
    std::int32_t take() { return free_.empty() ? most_++ : free_.extract(free_.begin()).value(); }
    void give_back(std::int32_t ticket) { free_.insert(ticket); }
    std::int32_t most() const { return most_; }

private:
    std::set<std::int32_t> free_; // below most_
    std::int32_t most_ = 0;
};

} // namespace

std::int32_t DeviceTables::number_of(const HostCall& exchange) const {
    return (exchange.exchange == Exchange::Permute ? place_of_pairs_ : place_of_groups_).at(device_numbers(exchange));
}

void DeviceTables::add(const HostCall& exchange) {
    const auto add_to = [&](auto& lists, Places& places, const auto& list) {
        if (places.try_emplace(device_numbers(exchange), static_cast<std::int32_t>(lists.size())).second)
            lists.push_back(list);
    };
    if (exchange.exchange == Exchange::Permute)
        add_to(permutations, place_of_pairs_, exchange.pairs);
    else
        add_to(group_lists, place_of_groups_, exchange.groups);
}

ExchangeNumbers number_exchanges(const Schedule& schedule, DeviceTables common) {
    ExchangeNumbers numbers{.tables = std::move(common), .ticket_of = {}};
    Tickets tickets;
    for (const Position& position : depth_first(schedule)) {
        const StepNode& step = schedule[position.region].steps[static_cast<std::size_t>(position.step)];
        const HostCall* const call = std::get_if<HostCall>(&step);
        if (call == nullptr) continue;
        if (call->exchange == Exchange::Wait) tickets.give_back(numbers.ticket_of.at(call->arguments[0]));
        if (!starts(call->exchange)) continue;
        numbers.ticket_of[call->results[0]] = tickets.take();
        numbers.tables.add(*call);
    }
    numbers.tables.tickets = std::max(numbers.tables.tickets, tickets.most());
    return numbers;
}

} // namespace hlo2cpp
