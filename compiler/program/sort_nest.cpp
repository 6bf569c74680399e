#include "program/sort_nest.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "program/elements.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::Member;

Expression offset(const Expression& pointer, const Expression& elements) {
    return tree::is_integer(elements, 0) ? pointer : tree::add(pointer, elements);
}

} // namespace

SortedLines::SortedLines(const LoopNest& nest, Emitter& emitter, const Pointer& pointer)
    : nest_(nest), emitter_(emitter), pointer_(pointer), kernel_(emitter.kernel()), sort_(*kernel_.sort),
      merges_(nest.sort->run < sort_.size) {
    for (const Output& output : kernel_.outputs) types_.push_back(kernel_[output.argument].type);
    element_ = {.kind = tree::TypeKind::Named, .name = unique("element")};
    line_ = {.kind = tree::TypeKind::Named, .name = unique("line")};
    index_ = unique("k"), moved_ = unique("moved");
    fields_ = numbered("value"), heads_ = numbered("first"), asides_ = merges_ ? numbered("aside") : fields_;
}

void SortedLines::declare() {
    emitter_.blocks().add(element_record());
    emitter_.blocks().add(line_record());
}

std::vector<std::string> SortedLines::numbered(const std::string& wanted) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < types_.size(); ++i)
        names.push_back(unique(types_.size() == 1 ? wanted : wanted + std::to_string(i)));
    return names;
}

Expression SortedLines::sort_call() {
    std::vector<Expression> pointers;
    for (const Output& output : kernel_.outputs)
        pointers.push_back(offset(pointer_(output.argument, true), emitter_.index(output.index)));
    for (std::size_t i = 0; merges_ && i < types_.size(); ++i) pointers.push_back(room_aside(i));
    const Expression line = tree::construct(line_, std::move(pointers));
    const auto count = [&](std::int64_t number) {
        const Expression value = tree::integer(number);
        return emitter_.index_element() == ElementType::S64 ? tree::cast(ElementType::S64, value) : value;
    };
    if (sort_.first < sort_.size) return tree::call("first_in_order", {line, count(sort_.first), count(sort_.size)});
    if (!merges_) return tree::call("insert_in_order", {line, count(0), count(sort_.size)});
    return tree::call("sort_line", {line, count(sort_.size), count(nest_.sort->run)});
}

Expression SortedLines::room_aside(std::size_t output) const {
    const Expression scratch = pointer_(scratch_of(kernel_), true);
    const Expression first = offset(scratch, tree::integer(nest_.sort->scratch[output]));
    if (types_[output] == nest_.scratch_type) return first;
    const Expression bytes = tree::cast(tree::pointer_to({}), first);
    return tree::cast(tree::pointer_to(tree::arena_type(types_[output])), bytes);
}

tree::Record SortedLines::element_record() const {
    tree::Record record{.comment = "What changes its place at once.", .name = element_.name};
    for (std::size_t i = 0; i < types_.size(); ++i)
        record.members.push_back({.type = tree::memory_type(types_[i]), .name = fields_[i]});
    return record;
}

tree::Record SortedLines::line_record() {
    tree::Record record{.comment =
                            merges_ ? "A line that is sorted, and room for its left runs." : "A line that is sorted.",
                        .name = line_.name};
    for (std::size_t i = 0; i < types_.size(); ++i)
        record.members.push_back({.type = tree::pointer_to(tree::arena_type(types_[i])), .name = heads_[i]});
    for (std::size_t i = 0; merges_ && i < types_.size(); ++i)
        record.members.push_back({.type = tree::pointer_to(tree::arena_type(types_[i])), .name = asides_[i]});
    record.functions.push_back(get("get", heads_, sort_.stride, sort_.size));
    record.functions.push_back(put("put", heads_, sort_.stride, sort_.size));
    if (merges_) {
        record.functions.push_back(get("get_aside", asides_, 1, room()));
        record.functions.push_back(put("put_aside", asides_, 1, room()));
    }
    record.functions.push_back(before());
    return record;
}

std::int64_t SortedLines::room() const {
    std::int64_t width = nest_.sort->run;
    while (2 * width < sort_.size) width *= 2;
    return width;
}

Expression SortedLines::at(const std::string& pointer, std::int64_t stride) const {
    const Expression k = tree::name(index_);
    return tree::subscript(tree::name(pointer), stride == 1 ? k : tree::multiply(k, tree::integer(stride)));
}

tree::Function SortedLines::get(const char* name, const std::vector<std::string>& pointers, std::int64_t stride,
                                std::int64_t size) const {
    std::vector<Expression> values;
    for (const std::string& pointer : pointers) values.push_back(at(pointer, stride));
    return {.member = Member::Const,
            .result = element_,
            .name = name,
            .parameters = {{.type = emitter_.index_type(), .name = index_, .range = {0, size}}},
            .body = {tree::Return{.value = tree::construct(element_, std::move(values))}}};
}

tree::Function SortedLines::put(const char* name, const std::vector<std::string>& pointers, std::int64_t stride,
                                std::int64_t size) const {
    tree::Function function{.member = Member::Const,
                            .name = name,
                            .parameters = {{.type = emitter_.index_type(), .name = index_, .range = {0, size}},
                                           {.type = tree::constant(element_), .name = moved_}}};
    for (std::size_t i = 0; i < pointers.size(); ++i)
        function.body.push_back(tree::Assign{.target = at(pointers[i], stride), .value = field(moved_, i)});
    return function;
}

Expression SortedLines::field(const std::string& element, std::size_t i) const {
    return tree::field(tree::name(element), fields_[i]);
}

tree::Function SortedLines::before() {
    const std::string a = unique("a"), b = unique("b");
    std::vector<Expression> values;
    for (std::size_t slot = 0; slot < 2 * types_.size(); ++slot)
        values.push_back(value_from_memory(types_[slot / 2], field(slot % 2 == 0 ? a : b, slot / 2)));
    Blocks blocks;
    Names names(&emitter_.names());
    Emitter inside(kernel_, emitter_.values(), all_ranges(kernel_), {sort_.before}, false, emitter_.arithmetic(),
                   pointer_, names, blocks);
    // A converted element has a name, since a comparison may need it twice.
    for (std::size_t slot = 0; slot < values.size(); ++slot) {
        const ElementType type = types_[slot / 2];
        const bool converted = is_pred(type) || is_narrow_float(type) || is_narrow_integer(type);
        if (!compares(static_cast<std::int64_t>(slot)) || !converted) continue;
        values[slot] = inside.define(0, tree::value_type(type), slot % 2 == 0 ? "number_a" : "number_b", values[slot]);
    }
    inside.bind_accumulators(values);
    const Expression answer = inside.expression(sort_.before);
    blocks.add(tree::Return{.value = answer});
    const tree::Type element = tree::constant(element_);
    const bool by_a = compares_side(0), by_b = compares_side(1);
    return {.comment = "Whether a belongs in front of b.",
            .member = Member::Static,
            .result = tree::value_type(ElementType::Pred),
            .name = "before",
            .parameters = {{.type = element, .name = a, .used = by_a}, {.type = element, .name = b, .used = by_b}},
            .body = blocks.take_all()};
}

bool SortedLines::compares(std::int64_t slot) const {
    return std::ranges::any_of(parts_of(kernel_, sort_.before), [&](ExprId id) {
        const Expr& expr = kernel_.exprs[id];
        return expr.kind == ExprKind::Accumulator && expr.slot == slot;
    });
}
bool SortedLines::compares_side(std::int64_t side) const {
    for (std::size_t i = 0; i < types_.size(); ++i)
        if (compares(static_cast<std::int64_t>(2 * i) + side)) return true;
    return false;
}

} // namespace hlo2cpp
