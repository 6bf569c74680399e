#include "program/exchanges.h"

#include "program/comments.h"
#include "program/provenance.h"
#include "program/region_builder.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

const char* function_of(Exchange exchange) {
    switch (exchange) {
    case Exchange::AllGather: return "all_gather";
    case Exchange::AllToAll: return "all_to_all";
    case Exchange::AllToAllRagged: return "all_to_all_ragged";
    case Exchange::Broadcast: return "broadcast";
    case Exchange::Permute: return "permute";
    case Exchange::Wait: return "wait";
    case Exchange::None:
    case Exchange::Device: break;
    }
    throw InternalError("no function moves what this exchange does");
}

} // namespace

void RegionBuilder::build_host_step(const HostCall& call, const HostCall* wait, const Position& position) {
    if (call.exchange == Exchange::None) return build_host_call(call, position);
    if (call.exchange == Exchange::Device) return build_device_number(call);
    build_exchange(call, wait, position);
}

// The number of the device in its variable.
void RegionBuilder::build_device_number(const HostCall& call) {
    const ValueId number = call.results[0];
    const tree::Type type = tree::memory_type(input_[number].type);
    tree::Statements set = {tree::Assign{.target = tree::subscript(pointer(number), tree::integer(0)),
                                         .value = tree::cast(type, tree::name("device"))}};
    if (is_declared_by(number)) return build_decision(number, std::move(set), comment_list(origins_of(call), 4));
    std::get<tree::Assign>(set[0].node).comment = comment_list(origins_of(call), 4);
    blocks_.add(std::move(set));
}

// A step that starts an exchange, or waits for one. Where the wait follows at once it is in the same block.
void RegionBuilder::build_exchange(const HostCall& call, const HostCall* wait, const Position& position) {
    add_line(position, Position::Part::Step, identifier(call.name));
    for (const std::vector<ValueId>* list : {&call.arguments, &call.results})
        for (const ValueId value : *list)
            if (in_memory(value)) pointer(value); // declared in front of the block
    if (status_.empty()) status_ = names_.unique("code");
    const Expression status = tree::name(status_), ok = tree::name(input_.prefix + "_OK");
    blocks_.open_block(provenance_text(origins_of(call), call.metadata));
    blocks_.add(tree::Assign{.target = status, .value = exchange_call(call)});
    if (wait != nullptr)
        blocks_.add(tree::If{.test = tree::equal(status, ok),
                             .body = {tree::Assign{.target = status, .value = exchange_call(*wait)}}});
    blocks_.add(tree::If{.test = tree::not_equal(status, ok), .body = {tree::Return{.value = status}}});
    blocks_.close();
    const HostCall& last = wait != nullptr ? *wait : call;
    if (last.exchange == Exchange::Wait) trace({lines.back().name, position.region, last.results[0]});
}

// The call of the function of the table.
Expression RegionBuilder::exchange_call(const HostCall& call) {
    Names names(&names_);
    const Expression table = tree::name("collectives");
    std::vector<Expression> arguments = {tree::member(table, "self")};
    const auto number = [&](std::int64_t value) { arguments.push_back(tree::integer(value)); };
    const auto place = [&](ValueId value) { arguments.push_back(host_place(value, names)); };
    if (call.exchange == Exchange::Wait) {
        number(exchanges_.ticket_of.at(call.arguments[0]));
        return tree::call_member(table, "wait", std::move(arguments));
    }
    const Value &given = input_[call.arguments[0]], &made = input_[call.results[0]];
    number(exchanges_.ticket_of.at(call.results[0]));
    number(exchanges_.tables.number_of(call));
    if (call.exchange != Exchange::AllToAllRagged) {
        place(call.arguments[0]);
        place(call.results[0]);
        const bool parts = call.exchange == Exchange::AllToAll;
        number(parts ? given.bytes() / static_cast<std::int64_t>(call.groups[0].size()) : given.bytes());
        return tree::call_member(table, function_of(call.exchange), std::move(arguments));
    }
    // Rows that nobody sends stay as they are in the second operand.
    const Expression to = host_place(call.results[0], names);
    blocks_.add(tree::Evaluate{
        .expression = tree::call("memcpy", {to, host_place(call.arguments[1], names), tree::integer(made.bytes())})});
    constexpr std::size_t kFrom = 2, kCounts = 3, kTo = 4, kExpected = 5; // as Exchange has them
    for (const std::size_t operand : {std::size_t{0}, kFrom, kCounts}) place(call.arguments[operand]);
    arguments.push_back(to);
    for (const std::size_t operand : {kTo, kExpected}) place(call.arguments[operand]);
    number(made.bytes() / made.dims[0]);
    return tree::call_member(table, function_of(call.exchange), std::move(arguments));
}

} // namespace hlo2cpp
