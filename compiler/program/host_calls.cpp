#include "program/host_calls.h"

#include <algorithm>

#include "program/comments.h"
#include "program/provenance.h"
#include "support/byte_text.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

const tree::Type kMemory = tree::pointer_to({}); // void*

// A string literal of any bytes.
Expression bytes_literal(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) append_byte(text, static_cast<unsigned char>(c));
    return tree::string(text);
}

const char* feed_name(Feed feed) {
    switch (feed) {
    case Feed::Infeed: return "infeed";
    case Feed::Outfeed: return "outfeed";
    case Feed::Send: return "send";
    case Feed::Recv: return "recv";
    case Feed::None: break;
    }
    throw InternalError("no transfer");
}

} // namespace

void HostCalls::declare_pointers_of(const HostCall& call) {
    for (const std::vector<ValueId>* list : {&call.arguments, &call.results})
        for (const ValueId value : *list)
            if (values_.in_memory(value)) values_.pointer(value);
}

void HostCalls::build(const HostCall& call) {
    HostFunction& function = function_of(call);
    declare_pointers_of(call);
    blocks_.open_block(provenance_text(origins_of(call), call.metadata));
    Names names(&names_);
    if (call.feed != Feed::None)
        feed(call, function, names);
    else
        call_target(call, names);
    blocks_.close();
}

HostFunction& HostCalls::function_of(const HostCall& call) {
    const std::string name = call.feed == Feed::None ? call.target : input_.options.name + "_" + feed_name(call.feed);
    const bool takes_opaque = call.opaque.has_value();
    const auto known = std::ranges::find_if(functions, [&](const HostFunction& function) {
        return function.name == name && function.takes_opaque == takes_opaque;
    });
    if (known != functions.end()) return *known;
    return functions.emplace_back(HostFunction{.name = name, .takes_opaque = takes_opaque, .feed = call.feed});
}

// One call for each array.
void HostCalls::feed(const HostCall& call, HostFunction& function, Names& names) {
    const bool has_channel = call.feed == Feed::Send || call.feed == Feed::Recv;
    for (const std::vector<ValueId>* list : {&call.arguments, &call.results})
        for (const ValueId array : *list) {
            const Value& value = input_[array];
            function.transfers.push_back(comment_text(call.name, 80) + ", " +
                                         to_string(Shape::array(value.type, value.dims)) + ", " +
                                         std::to_string(value.bytes()) + " bytes" +
                                         (has_channel ? ", on channel " + std::to_string(call.channel) : ""));
            if (value.bytes() == 0) continue;
            std::vector<Expression> arguments;
            if (has_channel) arguments.push_back(tree::integer(call.channel));
            arguments.push_back(place(array, names));
            arguments.push_back(tree::integer(value.bytes()));
            blocks_.add(tree::Evaluate{.expression = tree::call("::" + function.name, std::move(arguments))});
        }
}

void HostCalls::call_target(const HostCall& call, Names& names) {
    const Expression in = pointers_of_operands(call, names);
    const Expression out =
        call.gives_tuple ? array_of(call.results, "out", names, false) : pointer(call.results[0], names, false);
    std::vector<Expression> arguments = {out, in};
    if (call.opaque) {
        arguments.push_back(bytes_literal(*call.opaque));
        arguments.push_back(tree::integer(static_cast<std::int64_t>(call.opaque->size())));
    }
    blocks_.add(tree::Evaluate{.expression = tree::call("::" + call.target, std::move(arguments))});
}

// Argument of a host function for an array: its address, or null if it has no memory.
Expression HostCalls::pointer(ValueId value, Names& names, bool operand) {
    if (input_.plan[value].place == Place::Nowhere) return tree::cast(kMemory, tree::integer(0));
    const Expression at = place(value, names);
    return operand ? tree::call("host_operand", {at}) : at;
}

// The array in memory.
Expression HostCalls::place(ValueId value, Names& names) {
    if (values_.in_memory(value)) return values_.pointer(value);
    const tree::Type type = tree::memory_type(input_[value].type); // a variable: its value gets a place
    const std::string name = names.unique("operand");
    const Expression number = values_.element(value);
    blocks_.add(tree::Declare{.type = tree::constant(type),
                              .name = name,
                              .value = is_pred(input_[value].type) ? tree::cast(type, number) : number});
    return tree::unary(tree::Operator::AddressOf, tree::name(name));
}

// Array of pointers to the arrays of a tuple, used or not; it has at least one element.
Expression HostCalls::array_of(const std::vector<ValueId>& leaves, const std::string& wanted, Names& names,
                               bool operand) {
    const std::string name = names.unique(wanted);
    std::vector<Expression> pointers;
    for (const ValueId leaf : leaves) pointers.push_back(pointer(leaf, names, operand));
    declare_pointers(name, std::move(pointers));
    return tree::name(name);
}

void HostCalls::declare_pointers(const std::string& name, std::vector<Expression> pointers) {
    if (pointers.empty()) pointers.push_back(tree::cast(kMemory, tree::integer(0)));
    blocks_.add(tree::Declare{.type = kMemory, .name = name, .sizes = {static_cast<std::int64_t>(pointers.size())}});
    for (std::size_t i = 0; i < pointers.size(); ++i)
        blocks_.add(
            tree::Assign{.target = tree::subscript(tree::name(name), tree::integer(static_cast<std::int64_t>(i))),
                         .value = pointers[i]});
}

Expression HostCalls::pointers_of_operands(const HostCall& call, Names& names) {
    const std::string in = names.unique("in");
    std::vector<Expression> pointers;
    auto next = call.arguments.begin();
    for (const std::int64_t leaves : call.leaves) {
        if (leaves < 0) {
            pointers.push_back(pointer(*next++, names, true));
            continue;
        }
        const std::vector<ValueId> tuple(next, next + leaves);
        next += leaves;
        pointers.push_back(array_of(tuple, "in" + std::to_string(pointers.size()), names, true));
    }
    declare_pointers(in, std::move(pointers));
    return tree::name(in);
}

} // namespace hlo2cpp
