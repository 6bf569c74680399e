#include "program/exchanges.h"

#include "support/diagnostics.h"

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

Expression exchange_call(const ProgramInput& input, const HostCall& call, const ExchangeNumbers& exchanges,
                         HostCalls& host, Blocks& blocks) {
    Names names = host.names();
    const Expression table = tree::name("collectives");
    std::vector<Expression> arguments = {tree::member(table, "self")};
    const auto number = [&](std::int64_t value) { arguments.push_back(tree::integer(value)); };
    const auto place = [&](ValueId value) { arguments.push_back(host.place(value, names)); };
    if (call.exchange == Exchange::Wait) {
        number(exchanges.ticket_of.at(call.arguments[0]));
        return tree::call_member(table, "wait", std::move(arguments));
    }
    const Value &given = input[call.arguments[0]], &made = input[call.results[0]];
    number(exchanges.ticket_of.at(call.results[0]));
    number(exchanges.tables.number_of(call));
    if (call.exchange != Exchange::AllToAllRagged) {
        place(call.arguments[0]);
        place(call.results[0]);
        const bool parts = call.exchange == Exchange::AllToAll;
        number(parts ? given.bytes() / static_cast<std::int64_t>(call.groups[0].size()) : given.bytes());
        return tree::call_member(table, function_of(call.exchange), std::move(arguments));
    }
    // Rows that nobody sends stay as they are in the second operand.
    const Expression to = host.place(call.results[0], names);
    blocks.add(tree::Evaluate{
        .expression = tree::call("memcpy", {to, host.place(call.arguments[1], names), tree::integer(made.bytes())})});
    constexpr std::size_t kFrom = 2, kCounts = 3, kTo = 4, kExpected = 5; // as Exchange has them
    for (const std::size_t operand : {std::size_t{0}, kFrom, kCounts}) place(call.arguments[operand]);
    arguments.push_back(to);
    for (const std::size_t operand : {kTo, kExpected}) place(call.arguments[operand]);
    number(made.bytes() / made.dims[0]);
    return tree::call_member(table, function_of(call.exchange), std::move(arguments));
}

} // namespace hlo2cpp
