#include "program/winograd_nest.h"

#include <algorithm>
#include <functional>

#include "nest/winograd.h"
#include "program/affine.h"
#include "program/from_nest.h"
#include "program/scalar_nest.h"
#include "program/winograd_sums.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using Expressions = std::vector<Expression>;

constexpr ElementType kType = ElementType::F32;

std::int64_t rounded_up_quotient(std::int64_t a, std::int64_t divisor) {
    return -floor_divide(-a, divisor);
}

class WinogradBuilder {
public:
    explicit WinogradBuilder(const NestContext& context)
        : c_(context), w_(*context.nest.winograd), blocks_(context.blocks), m_(w_.filter.outputs), n_(w_.filter.inputs),
          point_(unique("p")), other_(unique("q")), half_(unique("half")) {}

    void build() {
        const Expression scratch = c_.pointer(scratch_of(c_.kernel), true);
        transformed_ = declare_pointer("transformed", scratch);
        products_ = declare_pointer("products", tree::add(scratch, tree::integer(w_.transformed_elements())));
        const std::size_t outside = blocks_.top();
        for (const std::int64_t d : w_.dims.batches)
            batches_.push_back(open(unique("i" + std::to_string(d)), 0, size(d)));
        open_strips();
        build_inputs();
        build_products();
        build_outputs();
        while (blocks_.top() > outside) blocks_.close();
    }

private:
    std::int64_t size(std::int64_t d) const {
        const auto i = static_cast<std::size_t>(d), parallel = c_.kernel.dims.size();
        return i < parallel ? c_.kernel.dims[i] : c_.kernel.reduction->dims[i - parallel];
    }
    std::string unique(const std::string& wanted) { return c_.names.unique(wanted); }
    tree::Type index_type() const { return tree::value_type(c_.wide_index ? ElementType::S64 : ElementType::S32); }
    static tree::Type vector(std::int64_t lanes) {
        return lanes > 1 ? tree::vector_type(kType, lanes) : tree::value_type(kType);
    }

    // ---- statements
    Expression declare_pointer(const std::string& wanted, const Expression& value) {
        const std::string name = unique(wanted);
        blocks_.add(tree::Declare{
            .type = tree::fixed(tree::pointer_to(tree::arena_type(kType))), .name = name, .value = value});
        return tree::name(name);
    }
    Expression define(const std::string& name, const tree::Type& type, const Expression& value) {
        blocks_.add(tree::Declare{.type = tree::constant(type), .name = name, .value = value});
        return tree::name(name);
    }
    Expression open(const std::string& name, const Expression& begin, const Expression& end, std::int64_t step = 1,
                    std::int64_t unroll = 0) {
        blocks_.open_loop(
            {.type = index_type(), .name = name, .begin = begin, .end = end, .step = step, .unroll = unroll});
        return tree::name(name);
    }
    // Opens a loop; one round needs no loop.
    Expression open(const std::string& name, std::int64_t begin, std::int64_t end, std::int64_t step = 1) {
        if (end - begin <= step) {
            blocks_.open_plain();
            return tree::integer(begin);
        }
        return open(name, tree::integer(begin), tree::integer(end), step);
    }
    Expression open_unrolled(const std::string& name, std::int64_t end) {
        return open(name, tree::integer(0), tree::integer(end), 1, end);
    }
    static Expression at(const tree::Type& type, const Expression& pointer, const Expression& offset, bool written) {
        if (type.kind != tree::TypeKind::Vector) return tree::subscript(pointer, offset);
        const Expression address = address_of(pointer, offset);
        const Expression first = tree::integer(0);
        return written ? tree::vector_to(type, address, first) : tree::vector_at(type, address, first);
    }

    // ---- strips and tiles
    void open_strips() {
        first_row_ = open(unique("first_row"), 0, w_.tile_rows, w_.strip_rows);
        first_column_ = open(unique("first_column"), 0, w_.tile_columns, w_.strip_columns);
    }

    // The tile's number in its strip, its row and column among all tiles.
    struct Tile {
        Expression slot, row, column;
    };
    Tile open_tiles() {
        const Expression row = open(local("row"), 0, w_.strip_rows);
        const Expression tile_row = named("tile_row", plus(first_row_, row));
        const Expression column = open(local("column"), 0, w_.strip_columns);
        return {.slot = plus(times(row, w_.strip_columns), column),
                .row = tile_row,
                .column = named("tile_column", plus(first_column_, column))};
    }
    Expression named(const std::string& wanted, const Expression& value) {
        return tree::is_atom(value) ? value : define(local(wanted), index_type(), value);
    }
    void close_tiles() {
        blocks_.close();
        blocks_.close();
    }

    // ---- transforms of a line
    // Gives a computed value a name; a name or an element stays as it is.
    Expression kept(const std::string& wanted, const tree::Type& type, const Expression& value) {
        const bool computed =
            value->kind != tree::ExpressionKind::Name && value->kind != tree::ExpressionKind::Subscript;
        return computed ? define(local(wanted), type, value) : value;
    }

    // B^T line: the rows of a pair share their sums of even and of odd elements.
    Expressions input_line(const Expressions& line, const tree::Type& type) {
        const MinimalFilter::Matrix& matrix = w_.filter.input;
        const auto all = [](std::size_t) { return true; };
        Expressions result = {weighted(matrix.front(), line, all)};
        for (std::int64_t k = 0; k < w_.filter.pairs; ++k) {
            const std::vector<double>& row = matrix[static_cast<std::size_t>(1 + 2 * k)];
            const std::string number = w_.filter.pairs == 1 ? "" : std::to_string(k);
            const Expression even =
                kept("even" + number, type, weighted(row, line, [](std::size_t i) { return i % 2 == 0; }));
            const Expression odd =
                kept("odd" + number, type, weighted(row, line, [](std::size_t i) { return i % 2 == 1; }));
            result.push_back(tree::add(even, odd));
            result.push_back(tree::subtract(even, odd));
        }
        result.push_back(weighted(matrix.back(), line, all));
        return result;
    }

    // A^T line: columns of a pair differ in the sign of odd rows.
    Expressions output_line(const Expressions& line, const tree::Type& type) {
        Expressions terms = {line.front()}, differences = {line.front()};
        for (std::int64_t k = 0; k < w_.filter.pairs; ++k) {
            const Expression &plus = line[static_cast<std::size_t>(1 + 2 * k)],
                             &minus = line[static_cast<std::size_t>(2 + 2 * k)];
            const std::string number = w_.filter.pairs == 1 ? "" : std::to_string(k);
            terms.push_back(define(local("sum" + number), type, tree::add(plus, minus)));
            differences.push_back(define(local("difference" + number), type, tree::subtract(plus, minus)));
        }
        terms.push_back(line.back());
        differences.push_back(line.back());
        Expressions result;
        for (std::size_t i = 0; i < w_.filter.output.size(); ++i) {
            const std::vector<double>& row = w_.filter.output[i];
            std::vector<double> coefficients = {row.front()};
            for (std::size_t k = 1; k + 1 < row.size(); k += 2) coefficients.push_back(row[k]);
            coefficients.push_back(row.back());
            result.push_back(
                weighted(coefficients, i % 2 == 0 ? terms : differences, [](std::size_t) { return true; }));
        }
        return result;
    }

    // Name of a local variable; scopes side by side use the same name.
    std::string local(const std::string& wanted) {
        std::string& name = locals_[wanted];
        if (name.empty()) name = unique(wanted);
        return name;
    }

    // Row i of the result of the first transform.
    Expressions half_line(const Expression& i) const {
        Expressions line;
        for (std::int64_t k = 0; k < n_; ++k)
            line.push_back(tree::subscript(tree::subscript(tree::name(half_), i), tree::integer(k)));
        return line;
    }

    // ---- inputs
    void bind_batches(Emitter& emitter) const {
        for (std::size_t i = 0; i < batches_.size(); ++i) bind(emitter, w_.dims.batches[i], batches_[i]);
    }
    void bind(Emitter& emitter, std::int64_t dim, const Expression& value) const {
        if (value->kind == tree::ExpressionKind::Integer)
            emitter.bind(dim, {.offset = value->number, .depth = blocks_.top()});
        else
            emitter.bind(dim, {.variable = value, .depth = blocks_.top()});
    }

    std::vector<Range> input_ranges() const {
        std::vector<Range> ranges = all_ranges(c_.kernel);
        const auto range = [&](std::int64_t d) -> Range& { return ranges[static_cast<std::size_t>(d)]; };
        range(w_.dims.tap_rows) = {0, n_};
        range(w_.dims.tap_columns) = {0, w_.dims.joined() ? n_ * w_.dims.channel_count : n_};
        range(w_.dims.rows) = {0, w_.tile_rows * m_};
        range(w_.dims.columns) = {0, w_.tile_columns * m_};
        return ranges;
    }

    // Tiles whose inputs are all there.
    Range interior(const Range& inside, std::int64_t tiles) const {
        return {std::max<std::int64_t>(rounded_up_quotient(inside.begin, m_), 0),
                std::min(floor_divide(inside.end - n_, m_) + 1, tiles)};
    }
    static Expression within(const Expression& value, const Range& range, const Range& all) {
        Expression test;
        if (range.begin > all.begin) test = tree::greater_equal(value, tree::integer(range.begin));
        if (range.end < all.end) test = tree::logical_and(test, tree::less(value, tree::integer(range.end)));
        return test;
    }

    void build_inputs() {
        blocks_.add(tree::Comment{"The inputs of each tile, transformed."});
        const Tile tile = open_tiles();
        Names names(&c_.names);
        Emitter emitter(c_.kernel, c_.values, input_ranges(), {w_.dims.input}, c_.wide_index, c_.arithmetic, c_.pointer,
                        names, blocks_);
        bind_batches(emitter);
        bind(emitter, w_.dims.rows, times(tile.row, m_));
        bind(emitter, w_.dims.columns, times(tile.column, m_));
        const Range rows = interior(w_.dims.row_inside, w_.tile_rows),
                    columns = interior(w_.dims.column_inside, w_.tile_columns);
        const bool none = rows.size() <= 0 || columns.size() <= 0;
        const Expression inside = tree::logical_and(within(tile.row, rows, {0, w_.tile_rows}),
                                                    within(tile.column, columns, {0, w_.tile_columns}));
        if (none || !inside.valid()) {
            build_input(emitter, tile, none);
        } else {
            blocks_.open_if(inside);
            build_input(emitter, tile, false);
            tree::Statements plain = blocks_.take_block();
            blocks_.open_if(tree::logical_not(inside));
            build_input(emitter, tile, true);
            tree::Statements guarded = blocks_.take_block();
            blocks_.add(tree::If{.test = inside, .body = std::move(plain), .otherwise = std::move(guarded)});
        }
        close_tiles();
    }

    void build_input(Emitter& emitter, const Tile& tile, bool guarded) {
        const std::int64_t lanes = w_.channel_lanes, channels = w_.dims.channel_count;
        const tree::Type type = vector(lanes);
        Expression channel = open(local("channel"), tree::integer(0), tree::integer(channels), lanes);
        if (channels % lanes != 0) // the last vector overlaps the one before
            channel = define(local("from"), index_type(),
                             tree::call("earlier", index_type().element, {channel, tree::integer(channels - lanes)}));
        if (!w_.dims.joined()) bind(emitter, w_.dims.channels, channel);
        blocks_.add(tree::Declare{.type = type, .name = half_, .sizes = {n_, n_}});
        const Expression j = open_unrolled(point_, n_);
        bind(emitter, w_.dims.tap_columns, w_.dims.joined() ? plus(times(j, channels), channel) : j);
        Expressions line;
        for (std::int64_t i = 0; i < n_; ++i) {
            emitter.bind(w_.dims.tap_rows, {.offset = i, .depth = blocks_.top()});
            line.push_back(
                define(local("x" + std::to_string(i)), type, element(emitter, tile, i, guarded ? j : Expression())));
        }
        const Expressions rows = input_line(line, type);
        for (std::int64_t i = 0; i < n_; ++i)
            blocks_.add(tree::Assign{.target = tree::subscript(tree::subscript(tree::name(half_), tree::integer(i)), j),
                                     .value = rows[static_cast<std::size_t>(i)]});
        blocks_.close();
        const Expression i = open_unrolled(point_, n_);
        const Expressions points = input_line(half_line(i), type);
        const Expression first = plus(times(tile.slot, channels), channel);
        for (std::int64_t k = 0; k < n_; ++k) {
            const Expression offset = tree::add(times(plus(times(i, n_), k), w_.point_stride), first);
            blocks_.add(tree::Assign{.target = at(type, transformed_, offset, true),
                                     .value = points[static_cast<std::size_t>(k)]});
        }
        blocks_.close();
        blocks_.close();
    }

    // Element of row i of the tile's inputs. With a column j, it is zero outside the input.
    Expression element(Emitter& emitter, const Tile& tile, std::int64_t i, const Expression& j) const {
        const tree::Type type = vector(w_.channel_lanes);
        const Expr& load = c_.kernel.exprs[w_.dims.input];
        const Expression value = at(type, c_.pointer(load.argument, false), emitter.index(load.index), false);
        if (!j.valid()) return value;
        const Range &row = w_.dims.row_inside, tiles = {0, w_.tile_rows};
        const Range with_row = {rounded_up_quotient(row.begin - i, m_), rounded_up_quotient(row.end - i, m_)};
        const Expression zero = w_.channel_lanes > 1 ? tree::vector_zero(type) : tree::zero(kType);
        if (common_part(with_row, tiles).size() <= 0) return zero;
        const Range columns = {0, (w_.tile_columns - 1) * m_ + n_};
        const Expression test = tree::logical_and(
            within(tile.row, with_row, tiles), within(plus(times(tile.column, m_), j), w_.dims.column_inside, columns));
        return test.valid() ? tree::conditional(test, value, zero) : value;
    }

    // ---- products
    void build_products() {
        const std::vector<bool> shown(w_.product.arguments.size(), false);
        const Arithmetic arithmetic{.target = c_.arithmetic.target, .shown = &shown};
        std::vector<Value> values;
        for (const KernelArgument& argument : w_.product.arguments)
            values.push_back({.type = argument.type, .dims = argument.dims});
        const Packing& weights = c_.nest.packings.front();
        const Pointer pointer = [&](ArgumentId argument, bool) {
            return argument == ArgumentId(0)   ? transformed_
                   : argument == ArgumentId(1) ? c_.packed(weights)
                                               : products_;
        };
        const PackedArray packed = [&](const Packing&) { return c_.packed(weights); };
        for (const nest::Body& body : w_.product_nest.bodies) {
            blocks_.open_block("a matrix product for each point of the tiles");
            Names names(&c_.names);
            Emitter emitter(w_.product, values, emitted_ranges(w_.product, body.box), emitted_roots(w_.product), false,
                            arithmetic, pointer, names, blocks_);
            FromNest(w_.product_nest, body, emitter, pointer, packed).build();
            blocks_.close();
        }
    }

    // ---- outputs
    void build_outputs() {
        blocks_.add(tree::Comment{"The results of each tile."});
        const Tile tile = open_tiles();
        for (const nest::SumStores& stores : w_.stores) build_output(tile, stores);
        close_tiles();
    }

    void build_output(const Tile& tile, const nest::SumStores& stores) {
        const tree::Type type = vector(stores.body.lanes);
        const Range& features = stores.body.box[static_cast<std::size_t>(w_.dims.features)];
        const Expression feature = open(local("feature"), features.begin, features.end, stores.body.lanes);
        blocks_.add(tree::Declare{.type = type, .name = half_, .sizes = {m_, n_}});
        const Expression j = open_unrolled(point_, n_);
        Expressions line;
        const Expression first = plus(times(tile.slot, w_.points() * w_.features), feature);
        for (std::int64_t i = 0; i < n_; ++i) {
            const Expression offset = tree::add(times(plus(j, i * n_), w_.features), first);
            line.push_back(define(local("product" + std::to_string(i)), type, at(type, products_, offset, false)));
        }
        const Expressions rows = output_line(line, type);
        for (std::int64_t i = 0; i < m_; ++i)
            blocks_.add(tree::Assign{.target = tree::subscript(tree::subscript(tree::name(half_), tree::integer(i)), j),
                                     .value = rows[static_cast<std::size_t>(i)]});
        blocks_.close();
        build_rows(tile, stores, feature);
        blocks_.close();
    }

    // The second transform of each row of the tile, and the stores of its results.
    void build_rows(const Tile& tile, const nest::SumStores& stores, const Expression& feature) {
        const tree::Type type = vector(stores.body.lanes);
        const Expression a = open_unrolled(other_, m_);
        const Expression row = plus(times(tile.row, m_), a);
        const bool over = w_.tile_rows * m_ > size(w_.dims.rows);
        if (over) blocks_.open_if(tree::less(row, tree::integer(size(w_.dims.rows))));
        Names names(&c_.names);
        Emitter emitter(c_.kernel, c_.values, emitted_ranges(c_.kernel, stores.body.box), emitted_roots(c_.kernel),
                        c_.wide_index, c_.arithmetic, c_.pointer, names, blocks_);
        bind_batches(emitter);
        bind(emitter, w_.dims.rows, row);
        const std::string sums = unique("sums");
        blocks_.add(tree::Declare{.type = type, .name = sums, .sizes = {m_}});
        const Expressions results = output_line(half_line(a), type);
        for (std::int64_t b = 0; b < m_; ++b)
            blocks_.add(tree::Assign{.target = tree::subscript(tree::name(sums), tree::integer(b)),
                                     .value = results[static_cast<std::size_t>(b)]});
        FromNest from(c_.nest, stores.body, emitter, c_.pointer, c_.packed);
        from.names().define(stores.sums, sums, stores.body.lanes);
        from.names().define(stores.row, times(tile.column, m_));
        from.names().define(stores.lane, feature);
        from.build();
        if (over) blocks_.close();
        blocks_.close();
    }

    const NestContext& c_;
    const Winograd& w_;
    Blocks& blocks_;
    const std::int64_t m_, n_; // results and inputs of a tile, along a line
    const std::string point_, other_, half_;
    std::map<std::string, std::string> locals_;
    Expression transformed_, products_;
    std::vector<Expression> batches_;
    Expression first_row_, first_column_; // of the strip, among all tiles
};

} // namespace

void build_winograd(const NestContext& context) {
    WinogradBuilder(context).build();
}

} // namespace hlo2cpp
