#include "program/winograd_tiles.h"

#include "program/affine.h"
#include "program/winograd_sums.h"

namespace hlo2cpp {

using tree::Expression;

constexpr ElementType kWinogradType = ElementType::F32;

WinogradTiles::WinogradTiles(const NestContext& of)
    : context(of), winograd(*of.nest.winograd), blocks(of.blocks), m(winograd.filter.outputs),
      n(winograd.filter.inputs), point(unique("p")), other(unique("q")), half(unique("half")) {}

void WinogradTiles::declare_scratch() {
    const Expression scratch = context.pointer(scratch_of(context.kernel), true);
    transformed = declare_pointer("transformed", scratch);
    products = declare_pointer("products", tree::add(scratch, tree::integer(winograd.transformed_elements())));
}

void WinogradTiles::open_strips() {
    for (const std::int64_t d : winograd.dims.batches)
        batches_.push_back(open_rounds(unique("i" + std::to_string(d)), {0, size(d)}));
    first_row_ = open_rounds(unique("first_row"), {0, winograd.tile_rows}, winograd.strip_rows);
    first_column_ = open_rounds(unique("first_column"), {0, winograd.tile_columns}, winograd.strip_columns);
}

WinogradTiles::Tile WinogradTiles::open_tiles() {
    const auto named = [&](const std::string& wanted, const Expression& value) {
        return tree::is_atom(value) ? value : define(wanted, index_type(), value);
    };
    const Expression row = open_rounds(local("row"), {0, winograd.strip_rows});
    const Expression tile_row = named("tile_row", plus(first_row_, row));
    const Expression column = open_rounds(local("column"), {0, winograd.strip_columns});
    return {.slot = plus(times(row, winograd.strip_columns), column),
            .row = tile_row,
            .column = named("tile_column", plus(first_column_, column))};
}

// ---- points

void WinogradTiles::bind(Emitter& emitter, std::int64_t dim, const Expression& value) const {
    if (value->kind == tree::ExpressionKind::Integer)
        emitter.bind(dim, {.offset = value->number, .depth = blocks.top()});
    else
        emitter.bind(dim, {.variable = value, .depth = blocks.top()});
}

void WinogradTiles::bind_batches(Emitter& emitter) const {
    for (std::size_t i = 0; i < batches_.size(); ++i) bind(emitter, winograd.dims.batches[i], batches_[i]);
}

std::int64_t WinogradTiles::size(std::int64_t dim) const {
    const auto i = static_cast<std::size_t>(dim), parallel = context.kernel.dims.size();
    return i < parallel ? context.kernel.dims[i] : context.kernel.reduction->dims[i - parallel];
}

// ---- statements

std::string WinogradTiles::local(const std::string& wanted) {
    std::string& name = locals_[wanted];
    if (name.empty()) name = unique(wanted);
    return name;
}

tree::Type WinogradTiles::index_type() const {
    return tree::value_type(context.wide_index ? ElementType::S64 : ElementType::S32);
}

Expression WinogradTiles::declare_pointer(const std::string& wanted, const Expression& value) {
    const std::string name = unique(wanted);
    blocks.add(tree::Declare{
        .type = tree::fixed(tree::pointer_to(tree::arena_type(kWinogradType))), .name = name, .value = value});
    return tree::name(name);
}

Expression WinogradTiles::define(const std::string& wanted, const tree::Type& type, const Expression& value) {
    const std::string name = local(wanted);
    blocks.add(tree::Declare{.type = tree::constant(type), .name = name, .value = value});
    return tree::name(name);
}

Expression WinogradTiles::open(const std::string& name, const Range& range, std::int64_t step, std::int64_t unroll) {
    blocks.open_loop({.type = index_type(),
                      .name = name,
                      .begin = tree::integer(range.begin),
                      .end = tree::integer(range.end),
                      .step = step,
                      .unroll = unroll});
    return tree::name(name);
}

Expression WinogradTiles::open_rounds(const std::string& name, const Range& range, std::int64_t step) {
    if (range.size() > step) return open(name, range, step);
    blocks.open_plain();
    return tree::integer(range.begin);
}

// ---- values

void WinogradTiles::set_half_column(const Expression& j, const std::vector<Expression>& column) {
    for (std::size_t i = 0; i < column.size(); ++i) {
        const Expression row = tree::subscript(tree::name(half), tree::integer(static_cast<std::int64_t>(i)));
        blocks.add(tree::Assign{.target = tree::subscript(row, j), .value = column[i]});
    }
}

std::vector<Expression> WinogradTiles::half_row(const Expression& i) const {
    std::vector<Expression> row;
    for (std::int64_t k = 0; k < n; ++k)
        row.push_back(tree::subscript(tree::subscript(tree::name(half), i), tree::integer(k)));
    return row;
}

tree::Type winograd_type(std::int64_t lanes) {
    return lanes > 1 ? tree::vector_type(kWinogradType, lanes) : tree::value_type(kWinogradType);
}

Expression winograd_element(const tree::Type& type, const Expression& pointer, const Expression& offset, bool written) {
    if (type.kind != tree::TypeKind::Vector) return tree::subscript(pointer, offset);
    const Expression address = address_of(pointer, offset);
    const Expression first = tree::integer(0);
    return written ? tree::vector_to(type, address, first) : tree::vector_at(type, address, first);
}

} // namespace hlo2cpp
