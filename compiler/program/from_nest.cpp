#include "program/from_nest.h"

#include <utility>

#include "nest/chunks.h"
#include "program/elements.h"
#include "program/row_copy.h"

namespace hlo2cpp {

using tree::Expression;

FromNest::FromNest(const LoopNest& nest, const nest::Body& body, Emitter& emitter, const Pointer& pointer,
                   const PackedArray& packed, Expression chunk)
    : nest_(nest), body_(body), emitter_(emitter), blocks_(emitter.blocks()), pointer_(pointer),
      chunk_(std::move(chunk)), point_(emitter), names_(body, emitter.names()),
      loads_(nest, body, emitter, point_, pointer, packed), lanes_(body, emitter, loads_),
      halves_(body, emitter, loads_), values_(body, emitter, names_, loads_, lanes_),
      registers_(body, emitter, names_, lanes_, values_),
      stores_(body, emitter, names_, point_, lanes_, halves_, pointer) {
    if (emitter.kernel().sort) sort_.emplace(nest, emitter, pointer);
}

void FromNest::build() {
    if (sort_) sort_->declare();
    const bool in_one_chunk = chunk_.valid() && !nest::holds_parallel_loop(body_.statements);
    if (in_one_chunk) blocks_.open_if(tree::equal(chunk_, tree::integer(body_.chunk)));
    build(body_.statements);
    if (in_one_chunk) blocks_.close();
}

void FromNest::build(const nest::Statements& statements) {
    for (const nest::Statement& statement : statements)
        std::visit(
            [&](const auto& node) {
                if constexpr (requires { add(node); })
                    add(node);
                else if constexpr (requires { registers_.add(node); })
                    registers_.add(node);
                else if constexpr (requires { values_.add(node); })
                    values_.add(node);
                else
                    stores_.add(node);
            },
            statement.node);
}

void FromNest::close(const nest::Statements& body) {
    const std::size_t mark = point_.mark();
    build(body);
    blocks_.close();
    point_.restore(mark);
}

// ---- loops and tests

Expression FromNest::value_of(const LoopLimit& limit) {
    if (const std::optional<std::int64_t> number = limit.number()) return tree::integer(*number);
    const Expression dividend = emitter_.index(limit.dividend());
    if (limit.divisor == 1) return dividend;
    // No loop runs below 0, so a negative quotient may be rounded up to 0.
    const bool plain = limit.range.begin >= limit.extra || limit.extra == 0;
    const Expression quotient = plain ? tree::binary(tree::Operator::Divide, dividend, tree::integer(limit.divisor))
                                      : floor_quotient(emitter_.index_element(), dividend, limit.divisor);
    return limit.extra != 0 ? tree::add(quotient, tree::integer(limit.extra)) : quotient;
}

Expression FromNest::limit(const std::vector<LoopLimit>& limits, bool largest) {
    Expression value;
    Dependence dependence;
    for (const LoopLimit& one : limits) {
        const Expression part = value_of(one);
        value =
            value.valid() ? tree::call(largest ? "later" : "earlier", emitter_.index_element(), {value, part}) : part;
        dependence |= emitter_.dependences().of(one.dividend());
    }
    if (limits.size() == 1 && limits[0].number()) return value;
    return emitter_.define_once(emitter_.place(dependence, true), emitter_.index_type(), largest ? "begin" : "end",
                                value);
}

void FromNest::add(const nest::For& loop) {
    if (loop.parallel && chunk_.valid()) return add_rounds(loop);
    const Expression begin = loop.clipped ? limit(loop.clipped->begins, true) : names_.position(loop.begin),
                     end = loop.clipped ? limit(loop.clipped->ends, false) : names_.position(loop.end);
    blocks_.open_loop({.type = emitter_.index_type(),
                       .name = names_.begin(loop.counter),
                       .begin = begin,
                       .end = end,
                       .step = loop.step,
                       .unroll = loop.unroll,
                       .rolled = loop.rolled},
                      loop.is_clipped());
    close(loop.body);
}

void FromNest::add_rounds(const nest::For& loop) {
    const std::int64_t rounds = nest::rounds_of(loop), chunks = nest_.chunks;
    const auto first_of = [&](const Expression& chunk) { // as in rounds_of_chunk
        if (rounds % chunks == 0) return multiple_of(chunk, rounds / chunks);
        return tree::binary(tree::Operator::Divide, multiple_of(chunk, rounds), tree::integer(chunks));
    };
    if (rounds == chunks) { // one for each chunk
        blocks_.open_plain();
        const Expression value = sum_of(multiple_of(chunk_, loop.step), tree::integer(loop.begin.constant));
        names_.define(loop.counter, emitter_.define(blocks_.top(), emitter_.index_type(),
                                                    body_.counters[loop.counter.index()].name, value));
        return close(loop.body);
    }
    const bool steps = loop.step > 1; // the loop counts rounds then
    const Expression offset = tree::integer(steps ? 0 : loop.begin.constant);
    const std::string counter = steps ? emitter_.names().unique("block") : names_.begin(loop.counter);
    blocks_.open_loop({.type = emitter_.index_type(),
                       .name = counter,
                       .begin = sum_of(first_of(chunk_), offset),
                       .end = sum_of(first_of(tree::add(chunk_, tree::integer(1))), offset)},
                      rounds < chunks);
    if (steps) {
        const Expression value =
            sum_of(multiple_of(tree::name(counter), loop.step), tree::integer(loop.begin.constant));
        names_.define(loop.counter, emitter_.define(blocks_.top(), emitter_.index_type(),
                                                    body_.counters[loop.counter.index()].name, value));
    }
    close(loop.body);
}

void FromNest::add(const nest::Strips& strips) {
    const std::int64_t size = strips.size, steps = strips.steps.end;
    const auto define = [&](nest::CounterId counter, const char* wanted, const Expression& value) {
        const Expression name = emitter_.define(blocks_.top(), emitter_.index_type(), wanted, value);
        names_.define(counter, name);
        return name;
    };
    const std::string block = names_.begin(strips.block);
    blocks_.open_loop({.type = emitter_.index_type(),
                       .name = block,
                       .begin = tree::integer(0),
                       .end = tree::integer((steps + size - 1) / size)});
    const Expression begin = define(strips.begin, "begin", tree::multiply(tree::name(block), tree::integer(size)));
    Expression taken = tree::integer(size); // the last strip takes the rest
    if (steps % size != 0)
        taken = tree::call("earlier", emitter_.index_element(), {taken, tree::subtract(tree::integer(steps), begin)});
    define(strips.end, "end", tree::add(begin, taken));
    close(strips.body);
}

void FromNest::add(const nest::If& test) {
    blocks_.open_if(emitter_.test(test.conditions));
    close(test.body);
}

void FromNest::add(const nest::Unswitched& unswitched) {
    const Expression test = emitter_.test(unswitched.conditions);
    const auto copy_behind = [&](const Expression& condition) {
        blocks_.open_if(condition);
        const std::size_t mark = point_.mark();
        build(unswitched.body);
        point_.restore(mark);
        return blocks_.take_block();
    };
    emitter_.assume(unswitched.conditions);
    tree::Statements inside = copy_behind(test);
    emitter_.assume({});
    tree::Statements outside = copy_behind(tree::logical_not(test));
    blocks_.add(tree::If{.test = test, .body = std::move(inside), .otherwise = std::move(outside)});
}

void FromNest::add(const nest::Scope& scope) {
    blocks_.open_plain();
    close(scope.body);
}

// ---- where the point is

void FromNest::add(const nest::Bind& bind) {
    const Expression variable = names_.variable(bind.at);
    const bool number = variable.valid() && variable->kind == tree::ExpressionKind::Integer;
    point_.bind(bind.dim, number ? Expression() : variable, bind.at.constant + (number ? variable->number : 0));
}

void FromNest::add(const nest::Inside& inside) {
    Expression variable = names_.variable(inside.at);
    std::int64_t offset = inside.at.constant;
    if (variable.valid() && offset != 0) variable = tree::add(variable, tree::integer(std::exchange(offset, 0)));
    // Along the lanes a number stands for itself.
    if (!variable.valid() && inside.dim == body_.lane_dim) variable = tree::integer(std::exchange(offset, 0));
    point_.bind_inside(inside.dim, variable, offset);
}

void FromNest::add(const nest::Within& within) {
    const Range all = emitter_.range(within.dim);
    if (within.jammed) emitter_.share_uses();
    emitter_.set_range(within.dim, within.range);
    build(within.body);
    emitter_.set_range(within.dim, all);
    if (within.jammed) emitter_.share_no_uses();
}

void FromNest::add(const nest::Count& count) {
    const Expression value = names_.position(count.value);
    names_.define(count.counter, emitter_.define(blocks_.top(), emitter_.index_type(),
                                                 body_.counters[count.counter.index()].name, value));
}

// ---- arrays

void FromNest::add(const nest::Walk& walk) {
    loads_.declare(walk.pointers);
    build(walk.body);
    loads_.drop(walk.pointers);
}

void FromNest::add(const nest::Epilogue& epilogue) {
    lanes_.finish_in(blocks_.top());
    build(epilogue.body);
    lanes_.finish_in({});
}

void FromNest::add(const nest::CopyRows& rows) {
    const std::size_t mark = point_.mark();
    build_row_copy(*nest_.row_copy, rows.rows, body_.box, emitter_, point_, pointer_);
    point_.restore(mark);
}

void FromNest::add(const nest::Search& search) {
    const Expr& load = emitter_.kernel().exprs[search.load];
    const Expression line = address_of(pointer_(load.argument, false), emitter_.index(load.index));
    const IntrinsicId id = search.largest ? IntrinsicId::FirstLargest : IntrinsicId::FirstSmallest;
    const std::string place = emitter_.names().unique("place");
    blocks_.add(tree::Declare{
        .type = tree::constant(tree::value_type(ElementType::S32)),
        .name = place,
        .value = tree::intrinsic({id, {load.type, search.lanes}}, {line, tree::integer(search.elements)})});
    emitter_.bind_accumulators({tree::zero(load.type), tree::name(place)});
}

void FromNest::add(const nest::SortLine&) {
    blocks_.add(tree::Evaluate{.expression = sort_->sort_call()});
}

void FromNest::add(const nest::Note& note) {
    blocks_.add(tree::Comment{note.text});
}

} // namespace hlo2cpp
