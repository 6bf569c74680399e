#include "nest/winograd.h"

#include "kernel/analysis.h"
#include "nest/packing.h"

namespace hlo2cpp {
namespace {

float element(const Literal& literal, std::int64_t number) {
    return literal.at<float>(number);
}

} // namespace

LiteralPtr winograd_weights(const Kernel& kernel, const Winograd& w, const LiteralPtr& source) {
    const FilterDims& dims = w.dims;
    const MinimalFilter::Matrix& g = w.filter.filter;
    const std::int64_t channels = dims.channel_count, features = size_of_dim(kernel, dims.features);
    const auto at = [&](std::int64_t d) { return kernel.space.coefficient(kernel.exprs[dims.weights].index, d); };
    const std::int64_t tap_column = at(dims.tap_columns) * (dims.joined() ? channels : 1),
                       first = kernel.exprs[dims.weights].index.constant;
    Literal result = Literal::zeros(Shape::array(ElementType::F32, {w.points(), channels, w.features}));
    for (std::int64_t channel = 0; channel < channels; ++channel)
        for (std::int64_t feature = 0; feature < features; ++feature) {
            const std::int64_t place = first + channel * at(dims.channels) + feature * at(dims.features);
            for (std::int64_t point = 0; point < w.points(); ++point) {
                const std::vector<double>&row = g[static_cast<std::size_t>(point / w.filter.inputs)],
                      &column = g[static_cast<std::size_t>(point % w.filter.inputs)];
                double sum = 0;
                for (std::size_t i = 0; i < row.size(); ++i)
                    for (std::size_t k = 0; k < column.size(); ++k)
                        sum += row[i] * column[k] *
                               static_cast<double>(
                                   element(*source, place + static_cast<std::int64_t>(i) * at(dims.tap_rows) +
                                                        static_cast<std::int64_t>(k) * tap_column));
                result.set<float>((point * channels + channel) * w.features + feature, static_cast<float>(sum));
            }
        }
    const auto transformed = std::make_shared<const Literal>(std::move(result));
    const std::vector<Packing>& packings = w.product_nest.packings;
    return packings.empty() ? transformed : packed_literal(w.product, packings.front(), transformed);
}

} // namespace hlo2cpp
