#include <algorithm>

#include "arrange/transforms.h"
#include "arrange/winograd_plan.h"
#include "kernel/analysis.h"
#include "kernel/bounds.h"
#include "kernel/insert.h"

namespace hlo2cpp {
namespace {

// A tile of a strip: dimensions 0 and 1 of a kernel count the strip's rows and columns of tiles.
struct TileOfStrip {
    Index number;               // in the strip
    Index row, column;          // first result of the tile
    std::vector<Index> batches; // by dimension in FilterDims::batches
};

TileOfStrip tile_of_strip(const Kernel& convolution, const WinogradPlan& plan, IndexSpace& space, ArgumentId strip) {
    Index left = space.variable(strip, {0, plan.strips()});
    const auto take = [&](std::int64_t count) {
        const Index part = space.modulo(left, count);
        left = space.floor_divide(left, count);
        return part;
    };
    const Index column = take(plan.tile_columns / plan.strip_columns) * plan.strip_columns + space.dimension(1),
                row = take(plan.tile_rows / plan.strip_rows) * plan.strip_rows + space.dimension(0);
    TileOfStrip tile{.number = space.dimension(0) * plan.strip_columns + space.dimension(1),
                     .row = row * plan.filter.outputs,
                     .column = column * plan.filter.outputs,
                     .batches = std::vector<Index>(plan.dims.batches.size())};
    for (std::size_t i = tile.batches.size(); i-- > 0;)
        tile.batches[i] = take(size_of_dim(convolution, plan.dims.batches[i]));
    return tile;
}

// The point of the convolution's dimensions at a result of the tile, and a feature.
std::vector<Index> point_of(const Kernel& convolution, const WinogradPlan& plan, const TileOfStrip& tile,
                            const Index& feature) {
    const FilterDims& dims = plan.dims;
    std::vector<Index> point(static_cast<std::size_t>(convolution.space.dimensions()));
    const auto at = [&](std::int64_t d) -> Index& { return point[static_cast<std::size_t>(d)]; };
    at(dims.rows) = tile.row;
    at(dims.columns) = tile.column;
    at(dims.features) = feature;
    for (std::size_t i = 0; i < dims.batches.size(); ++i) at(dims.batches[i]) = tile.batches[i];
    return point;
}

// An index of dimensions alone at a point.
Index at_point(const IndexSpace& space, const Index& index, const std::vector<Index>& point) {
    Index sum = index.constant;
    for (const Index::Product& product : index.products)
        sum = sum + point[static_cast<std::size_t>(space[product.term].dimension)] * product.coefficient;
    return sum;
}

Expr load_of(ArgumentId argument, Index index, const char* name) {
    return {.kind = ExprKind::Load, .argument = argument, .index = std::move(index), .name = name};
}

KernelArgument number_of_strip(const WinogradPlan& plan) {
    return {.type = ElementType::S32, .range = Range{0, plan.strips()}};
}

} // namespace

Kernel winograd_inputs(const Kernel& convolution, const WinogradPlan& plan) {
    const FilterDims& dims = plan.dims;
    const Expr& load = convolution.exprs[dims.input];
    const std::int64_t channels = dims.channel_count, n = plan.filter.inputs;
    const ArgumentId input(std::size_t{0}), transformed(std::size_t{1}), strip(std::size_t{2});
    Kernel kernel{.arguments = {convolution[load.argument],
                                {.dims = {plan.transformed_elements()}, .written = true},
                                number_of_strip(plan)},
                  .dims = {plan.strip_rows, plan.strip_columns, channels}};
    if (plan.idle > 0) kernel.arguments.push_back({.dims = {plan.transformed_elements()}});
    IndexSpace& space = kernel.space;
    for (const std::int64_t size : kernel.dims) space.add_dimension(size);
    const Index channel = space.dimension(2);
    const TileOfStrip tile = tile_of_strip(convolution, plan, space, strip);
    std::vector<Index> point = point_of(convolution, plan, tile, 0);
    const auto at = [&](std::int64_t d) -> Index& { return point[static_cast<std::size_t>(d)]; };
    const Bounds bounds(space);
    // An element of the tile's inputs: zero outside the input.
    const auto element = [&](std::int64_t i, std::int64_t j) {
        at(dims.channels) = channel;
        at(dims.tap_rows) = i;
        at(dims.tap_columns) = dims.joined() ? Index(j * channels) + channel : Index(j);
        const ExprId value =
            kernel.exprs.add(load_of(input, at_point(convolution.space, load.index.address(), point), "x"));
        std::vector<Condition> inside = {
            {.index = tile.row + Index(i), .low = dims.row_inside.begin, .high = dims.row_inside.end},
            {.index = tile.column + Index(j), .low = dims.column_inside.begin, .high = dims.column_inside.end}};
        std::erase_if(inside, [&](const Condition& condition) { return bounds.always(condition); });
        if (inside.empty()) return value;
        return kernel.exprs.add({.kind = ExprKind::Guard,
                                 .operands = {value, f32_constant(kernel.exprs, 0)},
                                 .conditions = std::move(inside)});
    };
    Square inputs(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) inputs[static_cast<std::size_t>(i)].push_back(element(i, j));
    const Square points = transformed_inputs(kernel.exprs, plan.filter, inputs);
    const Index first = tile.number * channels + channel;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            kernel.outputs.push_back({.argument = transformed,
                                      .index = first + Index((i * n + j) * plan.point_stride()),
                                      .expr = points[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
                                      .updates = plan.idle > 0 ? ArgumentId(std::size_t{3}) : ArgumentId()});
    return kernel;
}

Kernel winograd_products(const WinogradPlan& plan) {
    const std::int64_t channels = plan.dims.channel_count;
    Kernel kernel{.arguments = {{.dims = {plan.transformed_elements()}},
                                {.dims = {plan.points() * channels * plan.features}, .constant = true},
                                {.dims = {plan.products_elements()}, .written = true}},
                  .dims = {plan.points(), plan.strip(), plan.features}};
    IndexSpace& space = kernel.space;
    for (const std::int64_t size : {plan.points(), plan.strip(), plan.features, channels}) space.add_dimension(size);
    const Index point = space.dimension(0), tile = space.dimension(1), feature = space.dimension(2),
                channel = space.dimension(3);
    const ExprId input = kernel.exprs.add(
        load_of(ArgumentId(0), point * plan.point_stride() + tile * channels + channel, "transformed"));
    const ExprId weights = kernel.exprs.add(
        load_of(ArgumentId(1), point * (channels * plan.features) + channel * plan.features + feature, "weights"));
    const ExprId term =
        kernel.exprs.add({.kind = ExprKind::Apply, .operands = {input, weights}, .opcode = Opcode::Multiply});
    const ExprId zero = f32_constant(kernel.exprs, 0);
    const ExprId sum = kernel.exprs.add({.kind = ExprKind::Accumulator});
    const ExprId next = kernel.exprs.add({.kind = ExprKind::Apply, .operands = {sum, term}});
    kernel.reduction = Reduction{{.initial = {zero}, .combined = {next}, .term = term}, {channels}, {}};
    kernel.outputs.push_back({.argument = ArgumentId(2),
                              .index = tile * (plan.points() * plan.features) + point * plan.features + feature,
                              .expr = sum});
    return kernel;
}

Kernel winograd_outputs(const Kernel& convolution, const WinogradPlan& plan) {
    const FilterDims& dims = plan.dims;
    const std::int64_t m = plan.filter.outputs, n = plan.filter.inputs;
    Kernel kernel{.arguments = convolution.arguments,
                  .dims = {plan.strip_rows, plan.strip_columns, size_of_dim(convolution, dims.features)}};
    Insertion insertion;
    if (plan.tile_rows * m > size_of_dim(convolution, dims.rows)) insertion.ends.push_back(dims.rows);
    if (plan.tile_columns * m > size_of_dim(convolution, dims.columns)) insertion.ends.push_back(dims.columns);
    for (std::size_t a = 0; a < convolution.arguments.size(); ++a) insertion.arguments.emplace_back(a);
    const ArgumentId products(kernel.arguments.size()), strip(kernel.arguments.size() + 1);
    kernel.arguments.push_back({.dims = {plan.products_elements()}});
    kernel.arguments.push_back(number_of_strip(plan));
    IndexSpace& space = kernel.space;
    for (const std::int64_t size : kernel.dims) space.add_dimension(size);
    const Index feature = space.dimension(2);
    TileOfStrip tile = tile_of_strip(convolution, plan, space, strip);
    Square of_products(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            of_products[static_cast<std::size_t>(i)].push_back(kernel.exprs.add(load_of(
                products, tile.number * (plan.points() * plan.features) + Index((i * n + j) * plan.features) + feature,
                "product")));
    const Square sums = transformed_products(kernel.exprs, plan.filter, of_products);
    const Index row = tile.row, column = tile.column;
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < m; ++j) {
            tile.row = row + Index(i), tile.column = column + Index(j);
            insertion.point = point_of(convolution, plan, tile, feature);
            insertion.sum = sums[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
            insert_outputs(convolution, kernel, insertion);
        }
    // Each strip writes a part of the arrays.
    for_each_stored(convolution, [&](const Output& stored) {
        ArgumentId updated = stored.updates;
        if (!updated.valid()) {
            updated = ArgumentId(kernel.arguments.size());
            kernel.arguments.push_back(convolution[stored.argument]);
            kernel.arguments.back().written = false;
        }
        for (Output& output : kernel.outputs)
            if (output.argument == stored.argument) output.updates = updated;
    });
    return kernel;
}

LiteralPtr winograd_weights(const Kernel& convolution, const WinogradPlan& plan, const LiteralPtr& source) {
    const FilterDims& dims = plan.dims;
    const MinimalFilter::Matrix& g = plan.filter.filter;
    const Index& address = convolution.exprs[dims.weights].index.address();
    const std::int64_t channels = dims.channel_count, features = size_of_dim(convolution, dims.features);
    const auto at = [&](std::int64_t d) { return convolution.space.coefficient(address, d); };
    const std::int64_t tap_column = at(dims.tap_columns) * (dims.joined() ? channels : 1);
    Literal result = Literal::zeros(Shape::array(ElementType::F32, {plan.points() * channels * plan.features}));
    for (std::int64_t channel = 0; channel < channels; ++channel)
        for (std::int64_t feature = 0; feature < features; ++feature) {
            const std::int64_t place = address.constant + channel * at(dims.channels) + feature * at(dims.features);
            for (std::int64_t point = 0; point < plan.points(); ++point) {
                const std::vector<double>&row = g[static_cast<std::size_t>(point / plan.filter.inputs)],
                      &column = g[static_cast<std::size_t>(point % plan.filter.inputs)];
                double sum = 0;
                for (std::size_t i = 0; i < row.size(); ++i)
                    for (std::size_t k = 0; k < column.size(); ++k)
                        sum += row[i] * column[k] *
                               static_cast<double>(source->at<float>(place +
                                                                     static_cast<std::int64_t>(i) * at(dims.tap_rows) +
                                                                     static_cast<std::int64_t>(k) * tap_column));
                result.set<float>((point * channels + channel) * plan.features + feature, static_cast<float>(sum));
            }
        }
    return std::make_shared<const Literal>(std::move(result));
}

} // namespace hlo2cpp
