// Calls of functions of the host in the body of `run`.
#include <algorithm>

#include "program/comments.h"
#include "program/provenance.h"
#include "program/region_builder.h"
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

void RegionBuilder::build_host_call(const HostCall& call, const Position& position) {
    add_line(position, Position::Part::Step, identifier(call.name));
    HostFunction& function = host_function(call);
    // Pointers of the arena are declared in front of the block.
    for (const std::vector<ValueId>* list : {&call.arguments, &call.results})
        for (const ValueId value : *list)
            if (in_memory(value)) pointer(value);
    blocks_.open_block(provenance_text(origins_of(call), call.metadata));
    Names names(&names_);
    if (call.feed != Feed::None) {
        feed(call, function, names);
    } else {
        call_target(call, names);
    }
    blocks_.close();
    const std::string step = lines.back().name;
    for (const ValueId result : call.results) trace({step, position.region, result});
}

HostFunction& RegionBuilder::host_function(const HostCall& call) {
    const std::string name = call.feed == Feed::None ? call.target : input_.options.name + "_" + feed_name(call.feed);
    const bool takes_opaque = call.opaque.has_value();
    const auto known = std::ranges::find_if(host_functions, [&](const HostFunction& function) {
        return function.name == name && function.takes_opaque == takes_opaque;
    });
    if (known != host_functions.end()) return *known;
    return host_functions.emplace_back(HostFunction{.name = name, .takes_opaque = takes_opaque, .feed = call.feed});
}

// One call an array.
void RegionBuilder::feed(const HostCall& call, HostFunction& function, Names& names) {
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
            arguments.push_back(host_place(array, names));
            arguments.push_back(tree::integer(value.bytes()));
            blocks_.add(tree::Evaluate{.expression = tree::call("::" + function.name, std::move(arguments))});
        }
}

void RegionBuilder::call_target(const HostCall& call, Names& names) {
    const Expression in = pointers_of_operands(call, names);
    const Expression out =
        call.gives_tuple ? array_of(call.results, "out", names, false) : host_pointer(call.results[0], names, false);
    std::vector<Expression> arguments = {out, in};
    if (call.opaque) {
        arguments.push_back(bytes_literal(*call.opaque));
        arguments.push_back(tree::integer(static_cast<std::int64_t>(call.opaque->size())));
    }
    blocks_.add(tree::Evaluate{.expression = tree::call("::" + call.target, std::move(arguments))});
}

bool RegionBuilder::in_memory(ValueId value) const {
    const Place place = input_.plan[value].place;
    return place != Place::Nowhere && place != Place::Counter && place != Place::Local;
}

// What the function takes for an array.
Expression RegionBuilder::host_pointer(ValueId value, Names& names, bool operand) {
    if (input_.plan[value].place == Place::Nowhere) return tree::cast(kMemory, tree::integer(0));
    const Expression place = host_place(value, names);
    return operand ? tree::call("host_operand", {place}) : place;
}

// The array in memory.
Expression RegionBuilder::host_place(ValueId value, Names& names) {
    if (in_memory(value)) return pointer(value);
    const tree::Type type = tree::memory_type(input_[value].type); // a variable: its value gets a place
    const std::string name = names.unique("operand");
    const Expression number = element(value);
    blocks_.add(tree::Declare{.type = tree::constant(type),
                              .name = name,
                              .value = is_pred(input_[value].type) ? tree::cast(type, number) : number});
    return tree::unary(tree::Operator::AddressOf, tree::name(name));
}

// An array of pointers to the arrays of a tuple, at least one, of any use or not.
Expression RegionBuilder::array_of(const std::vector<ValueId>& leaves, const std::string& wanted, Names& names,
                                   bool operand) {
    const std::string name = names.unique(wanted);
    std::vector<Expression> pointers;
    for (const ValueId leaf : leaves) pointers.push_back(host_pointer(leaf, names, operand));
    declare_pointers(name, std::move(pointers));
    return tree::name(name);
}

void RegionBuilder::declare_pointers(const std::string& name, std::vector<Expression> pointers) {
    if (pointers.empty()) pointers.push_back(tree::cast(kMemory, tree::integer(0)));
    blocks_.add(tree::Declare{.type = kMemory, .name = name, .sizes = {static_cast<std::int64_t>(pointers.size())}});
    for (std::size_t i = 0; i < pointers.size(); ++i)
        blocks_.add(
            tree::Assign{.target = tree::subscript(tree::name(name), tree::integer(static_cast<std::int64_t>(i))),
                         .value = pointers[i]});
}

Expression RegionBuilder::pointers_of_operands(const HostCall& call, Names& names) {
    const std::string in = names.unique("in");
    std::vector<Expression> pointers;
    auto next = call.arguments.begin();
    for (const std::int64_t leaves : call.leaves) {
        if (leaves < 0) {
            pointers.push_back(host_pointer(*next++, names, true));
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
