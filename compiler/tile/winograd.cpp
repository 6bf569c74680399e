#include "tile/winograd.h"

#include <algorithm>
#include <cmath>

#include "kernel/analysis.h"
#include "tile/epilogue.h"
#include "tile/pack.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kTaps = 3, kLeastChannels = 8; // below, the transforms take longer than they save

std::int64_t coefficient(const Kernel& kernel, ExprId load, std::int64_t d) {
    return kernel.space.coefficient(kernel.exprs[load].index, d);
}

bool is_load(const Kernel& kernel, ExprId id) {
    const Expr& expr = kernel.exprs[id];
    return expr.kind == ExprKind::Load && expr.type == ElementType::F32 &&
           std::ranges::all_of(expr.index.address().products, [&](const Index::Product& product) {
               return kernel.space[product.term].kind == TermKind::Dimension;
           });
}

// Finds the loads of a sum of products; the constant is the second one.
bool find_loads(const Kernel& kernel, FilterDims& dims) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->combiner != Opcode::Add) return false;
    const Expr& term = kernel.exprs[*kernel.reduction->term];
    if (term.kind != ExprKind::Apply || term.opcode != Opcode::Multiply) return false;
    dims.input = term.operands[0], dims.weights = term.operands[1];
    if (!is_load(kernel, dims.input) || !is_load(kernel, dims.weights)) return false;
    const auto constant = [&](ExprId load) { return kernel[kernel.exprs[load].argument].constant; };
    if (constant(dims.input)) std::swap(dims.input, dims.weights);
    return !constant(dims.input) && constant(dims.weights) && packable(kernel, dims.weights);
}

bool find_taps(const Kernel& kernel, FilterDims& dims) {
    const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
    std::vector<std::int64_t> spatial; // dimensions of the input alone
    for (std::int64_t d = 0; d < parallel; ++d) {
        const bool of_input = coefficient(kernel, dims.input, d) != 0;
        if (coefficient(kernel, dims.weights, d) == 0) {
            spatial.push_back(d);
        } else {
            if (of_input || dims.features >= 0) return false;
            dims.features = d;
        }
    }
    for (std::int64_t d = parallel; d < kernel.space.dimensions(); ++d) {
        const std::int64_t step = coefficient(kernel, dims.input, d);
        if (step == 0 || coefficient(kernel, dims.weights, d) == 0) return false;
        const std::int64_t size = size_of_dim(kernel, d);
        const auto along = [&](std::int64_t channels) { // the dimension whose taps are that many points apart
            return std::ranges::find_if(
                spatial, [&](std::int64_t p) { return coefficient(kernel, dims.input, p) == step * channels; });
        };
        const bool tap = size == kTaps && along(1) != spatial.end();
        const bool joined = !tap && size % kTaps == 0 && along(size / kTaps) != spatial.end();
        if (!tap) {
            if (dims.channels >= 0) return false;
            dims.channels = d;
            dims.channel_count = joined ? size / kTaps : size;
        }
        if (!tap && !joined) continue;
        if (dims.tap_columns >= 0 || (joined && dims.tap_rows < 0)) return false;
        (dims.tap_rows < 0 ? dims.tap_rows : dims.tap_columns) = d;
        const auto point = along(joined ? dims.channel_count : 1);
        (dims.rows < 0 ? dims.rows : dims.columns) = *point;
        spatial.erase(point);
    }
    dims.batches = spatial;
    return dims.channels >= 0 && dims.columns >= 0 && dims.features >= 0;
}

// Finds the range that the conditions allow for the sum of a dimension and its tap. False if they depend on anything
// else.
bool find_inside(const Kernel& kernel, FilterDims& dims) {
    const auto all = [&](std::int64_t d) { return Range{0, size_of_dim(kernel, d) + kTaps - 1}; };
    dims.row_inside = all(dims.rows), dims.column_inside = all(dims.columns);
    const IndexSpace& space = kernel.space;
    const Index row = space.dimension(dims.rows) + space.dimension(dims.tap_rows),
                column = space.dimension(dims.columns) + space.dimension(dims.tap_columns);
    const auto constant_of = [](const Index& rest, bool fits) {
        return fits && rest.is_constant() ? std::optional(rest.constant) : std::nullopt;
    };
    for (const Condition& condition : kernel.reduction->conditions) {
        const std::optional<std::int64_t> of_rows = constant_of(condition.index - row, true),
                                          of_columns = constant_of(condition.index - column, !dims.joined());
        if (!of_rows && !of_columns) return false;
        const std::int64_t constant = of_rows ? *of_rows : *of_columns;
        Range& inside = of_rows ? dims.row_inside : dims.column_inside;
        inside = {std::max(inside.begin, condition.low - constant), std::min(inside.end, condition.high - constant)};
    }
    return dims.row_inside.size() > 0 && dims.column_inside.size() > 0;
}

Expr load_of(ArgumentId argument, Index index, const char* name) {
    return {.kind = ExprKind::Load, .argument = argument, .index = std::move(index), .name = name};
}

// products[tile][point][feature] = sum of transformed[point][tile][channel] * weights[point][channel][feature]
Kernel product_of(const Winograd& w, std::int64_t channels) {
    Kernel kernel{.arguments = {{.dims = {w.transformed_elements()}},
                                {.dims = {w.points() * channels * w.features}, .constant = true},
                                {.dims = {w.products_elements()}, .written = true}},
                  .dims = {w.points(), w.strip(), w.features}};
    IndexSpace& space = kernel.space;
    for (const std::int64_t size : {w.points(), w.strip(), w.features, channels}) space.add_dimension(size);
    const Index point = space.dimension(0), tile = space.dimension(1), feature = space.dimension(2),
                channel = space.dimension(3);
    const ExprId input =
        kernel.exprs.add(load_of(ArgumentId(0), point * w.point_stride + tile * channels + channel, "transformed"));
    const ExprId weights = kernel.exprs.add(
        load_of(ArgumentId(1), point * (channels * w.features) + channel * w.features + feature, "weights"));
    const ExprId term =
        kernel.exprs.add({.kind = ExprKind::Apply, .operands = {input, weights}, .opcode = Opcode::Multiply});
    const ExprId zero = kernel.exprs.add({.kind = ExprKind::Constant, .bits = std::vector<std::byte>(sizeof(float))});
    const ExprId sum = kernel.exprs.add({.kind = ExprKind::Accumulator});
    const ExprId next = kernel.exprs.add({.kind = ExprKind::Apply, .operands = {sum, term}});
    kernel.reduction = Reduction{{.initial = {zero}, .combined = {next}, .term = term}, {channels}, {}};
    kernel.outputs.push_back({.argument = ArgumentId(2),
                              .index = tile * (w.points() * w.features) + point * w.features + feature,
                              .expr = sum});
    return kernel;
}

std::int64_t rounded_up(std::int64_t value, std::int64_t step) {
    return (value + step - 1) / step * step;
}

// The vector width that leaves the fewest lanes of the last vector empty.
std::int64_t feature_lanes(std::int64_t features, std::int64_t widest) {
    std::int64_t best = widest;
    for (std::int64_t lanes = widest / 2; lanes >= 4; lanes /= 2)
        if (rounded_up(features, lanes) < rounded_up(features, best)) best = lanes;
    return best;
}

// Number of operations in the transform of one line.
double operations(const MinimalFilter::Matrix& matrix) {
    double sum = 0;
    for (const std::vector<double>& row : matrix)
        sum += static_cast<double>(std::ranges::count_if(row, [](double c) { return c != 0; }));
    return sum;
}

class Planner {
public:
    Planner(const Kernel& kernel, const FilterDims& dims, const Target& target, const TileOptions& options)
        : kernel_(kernel), dims_(dims), target_(target), options_(options),
          lanes_(std::max<std::int64_t>(target.vector_bytes / byte_size(ElementType::F32), 1)) {}

    std::optional<Candidate> run() {
        for (const std::int64_t outputs : {2, 4}) {
            filter_ = minimal_filter(outputs);
            const std::int64_t bytes = weight_bytes();
            if (outputs == 2 || bytes <= target_.large_filters) consider_strips();
        }
        return best();
    }

private:
    std::int64_t size(std::int64_t d) const { return size_of_dim(kernel_, d); }
    std::int64_t weight_bytes() const {
        return filter_.inputs * filter_.inputs * dims_.channel_count * size(dims_.features) *
               byte_size(ElementType::F32);
    }
    std::int64_t tiles_along(std::int64_t d) const { return (size(d) + filter_.outputs - 1) / filter_.outputs; }

    // Considers strips for which the scratch has room: parts of a row of tiles, or several rows.
    void consider_strips() {
        const std::int64_t rows = tiles_along(dims_.rows), columns = tiles_along(dims_.columns);
        for (std::int64_t part = columns; part >= 1; --part)
            if (columns % part == 0) consider_strip(1, part);
        for (std::int64_t several = 2; several <= rows; ++several)
            if (rows % several == 0) consider_strip(several, columns);
    }

    void consider_strip(std::int64_t rows, std::int64_t columns) {
        constexpr std::int64_t kMostTiles = 32; // more gain nothing: weights are read again rarely
        if (rows * columns > kMostTiles) return;
        std::optional<Tiling> nest = nest_of(rows, columns);
        if (!nest) return;
        const double cycles = cycles_of(*nest);
        candidates_.push_back({.nest = std::move(*nest), .cycles = cycles});
    }

    // The candidate with the least scratch among those that are nearly as fast as the fastest.
    std::optional<Candidate> best() {
        constexpr double kSlack = 1.02;
        if (candidates_.empty()) return std::nullopt;
        const double limit = kSlack * std::ranges::min(candidates_, {}, &Candidate::cycles).cycles;
        std::erase_if(candidates_, [&](const Candidate& c) { return c.cycles > limit; });
        return *std::ranges::min_element(candidates_, {}, [](const Candidate& c) { return c.nest.scratch_bytes; });
    }

    std::optional<Tiling> nest_of(std::int64_t rows, std::int64_t columns) const {
        const std::int64_t channels = dims_.channel_count;
        const std::int64_t lanes = lanes_ == 1 ? 1 : feature_lanes(size(dims_.features), lanes_);
        Winograd w{.dims = dims_, .filter = filter_, .strip_rows = rows, .strip_columns = columns};
        w.tile_rows = tiles_along(dims_.rows), w.tile_columns = tiles_along(dims_.columns);
        while (w.channel_lanes * 2 <= std::min(lanes_, channels)) w.channel_lanes *= 2;
        w.features = rounded_up(size(dims_.features), lanes);
        // 64 bytes keep the points from lying 4 KiB apart, where loads wait for stores.
        w.point_stride = w.strip() * channels + (lanes_ > 1 ? 16 : 0);
        const std::int64_t bytes = (w.transformed_elements() + w.products_elements()) * byte_size(ElementType::F32);
        if (bytes > target_.winograd_scratch) return std::nullopt;
        w.product = product_of(w, channels);
        std::vector<Candidate> products = contraction_candidates(w.product, target_, options_, 1);
        if (products.empty() || products[0].nest.scratch_bytes > 0) return std::nullopt;
        Tiling nest;
        nest.scratch_bytes = bytes;
        nest.product = std::make_shared<const Tiling>(std::move(products[0].nest));
        nest.pieces = pieces(lanes);
        nest.functions = {{0, static_cast<std::int64_t>(nest.pieces.size())}};
        nest.rolled = false;
        nest.packings = {weights_packing()};
        nest.winograd = std::make_shared<const Winograd>(std::move(w));
        return nest;
    }

    // Pieces that store the results of a row of a tile: whole vectors of features, and a last one with idle lanes.
    std::vector<Piece> pieces(std::int64_t lanes) const {
        std::vector<Piece> pieces;
        const std::int64_t features = size(dims_.features), whole = features / lanes * lanes;
        if (whole > 0) pieces.push_back(piece({0, whole}, lanes));
        if (whole < features) pieces.push_back(piece({whole, features}, lanes));
        return pieces;
    }
    Piece piece(const Range& features, std::int64_t lanes) const {
        Piece piece{.box = whole_box(kernel_)};
        piece.box[static_cast<std::size_t>(dims_.features)] = features;
        piece.tile = {.row_dim = dims_.columns, .rows = filter_.outputs, .lane_dim = dims_.features, .lanes = lanes};
        piece.tile.idle = features.size() < lanes ? lanes - features.size() : 0;
        piece.epilogue = epilogue_of(kernel_, piece, false);
        return piece;
    }

    Packing weights_packing() const {
        const Range all = {0, size(dims_.features)};
        return pack(kernel_, dims_.weights, dims_.features, {{all, all.size()}});
    }

    double cycles_of(const Tiling& nest) const {
        const Winograd& w = *nest.winograd;
        std::int64_t batches = 1;
        for (const std::int64_t d : dims_.batches) batches *= size(d);
        const auto strips = static_cast<double>(w.tiles() / w.strip());
        const double product = estimate(w.product, *nest.product, target_).cycles;
        return static_cast<double>(batches) *
               (strips * (product + far_weights()) + static_cast<double>(w.tiles()) * transforms(nest));
    }

    // Cycles that vectors wait for weights that the first cache does not hold from strip to strip.
    double far_weights() const {
        constexpr std::int64_t kNear = 32 * 1024; // bytes
        constexpr double kPerCycle = 32;          // bytes that come from the second cache
        return lanes_ > 1 && weight_bytes() > kNear ? static_cast<double>(weight_bytes()) / kPerCycle : 0;
    }

    // Cycles of the transforms of one tile. At a border, each load has a test behind it.
    double transforms(const Tiling& nest) const {
        const Winograd& w = *nest.winograd;
        const auto n = static_cast<double>(filter_.inputs), m = static_cast<double>(filter_.outputs);
        const double per_cycle = lanes_ > 1 ? target_.per_cycle : 1;
        const double channels =
                         std::ceil(static_cast<double>(dims_.channel_count) / static_cast<double>(w.channel_lanes)),
                     features = static_cast<double>(w.features / nest.pieces[0].tile.lanes);
        const double input = 2 * n * operations(filter_.input) + 2 * n * n,
                     output = (n + m) * operations(filter_.output) + n * n + m * m;
        const auto at_border = static_cast<double>(2 * (w.tile_rows + w.tile_columns)) / static_cast<double>(w.tiles());
        const double tests = std::min(at_border, 1.0) * n * n;
        return channels * ((input + tests) / per_cycle + target_.loop_overhead) +
               features * (output / per_cycle + target_.loop_overhead) + 2 * target_.tile_overhead;
    }

    const Kernel& kernel_;
    const FilterDims& dims_;
    const Target& target_;
    const TileOptions options_;
    const std::int64_t lanes_; // lanes of the widest vector
    MinimalFilter filter_;
    std::vector<Candidate> candidates_;
};

} // namespace

std::optional<FilterDims> filter_dims(const Kernel& kernel) {
    FilterDims dims;
    if (!find_loads(kernel, dims) || !find_taps(kernel, dims) || !find_inside(kernel, dims)) return std::nullopt;
    return dims;
}

std::vector<Candidate> winograd_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                           double /*slack*/) {
    if (options.goal.optimize != Optimize::Speed || options.goal.in_order || !options.as_they_lie.empty()) return {};
    if (!kernel.reduction || !points_are_apart(kernel) || std::ranges::find(kernel.dims, 0) != kernel.dims.end())
        return {};
    const std::optional<FilterDims> dims = filter_dims(kernel);
    if (!dims) return {};
    const std::int64_t channels = dims->channel_count, features = size_of_dim(kernel, dims->features);
    if (std::min(channels, features) < kLeastChannels) return {};
    if (target.vector_bytes > 0 && coefficient(kernel, dims->input, dims->channels) != 1) return {};
    std::optional<Candidate> best = Planner(kernel, *dims, target, options).run();
    return best ? std::vector{std::move(*best)} : std::vector<Candidate>();
}

} // namespace hlo2cpp
