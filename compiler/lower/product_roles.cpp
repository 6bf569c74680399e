#include "lower/product_roles.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

Roles roles_in_dot(const Instruction& dot, const Shape& shape, std::size_t side) {
    const DotDimensions& d = *dot.attributes.dot;
    const auto& batch = side == 0 ? d.lhs_batch : d.rhs_batch;
    const auto& contracting = side == 0 ? d.lhs_contracting : d.rhs_contracting;
    const auto& partners = side == 0 ? d.rhs_contracting : d.lhs_contracting;
    Roles roles{.result = std::vector<std::int64_t>(shape.rank(), kElsewhere),
                .partner = std::vector<std::int64_t>(shape.rank(), kElsewhere)};
    for (std::size_t i = 0; i < contracting.size(); ++i) {
        roles.result[static_cast<std::size_t>(contracting[i])] = kSummed;
        roles.partner[static_cast<std::size_t>(contracting[i])] = partners[i];
    }
    for (std::size_t i = 0; i < batch.size(); ++i)
        roles.result[static_cast<std::size_t>(batch[i])] = static_cast<std::int64_t>(i);
    const std::size_t own = shape.rank() - batch.size() - contracting.size();
    std::size_t next = side == 0 ? batch.size() : dot.shape.rank() - own;
    for (std::int64_t& role : roles.result)
        if (role == kElsewhere) role = static_cast<std::int64_t>(next++);
    return roles;
}

Roles roles_in_convolution(const Instruction& convolution, const Shape& shape, std::size_t side) {
    const ConvolutionDimensions& d = *convolution.attributes.convolution;
    Roles roles{.result = std::vector<std::int64_t>(shape.rank(), side == 0 ? kElsewhere : kSummed),
                .partner = std::vector<std::int64_t>(shape.rank(), kElsewhere)};
    if (side == 1) {
        roles.result[static_cast<std::size_t>(d.kernel_output_feature)] = d.output_feature;
        return roles;
    }
    const auto batch = static_cast<std::size_t>(d.input_batch), feature = static_cast<std::size_t>(d.input_feature);
    if (convolution.attributes.batch_group_count == 1) roles.result[batch] = d.output_batch;
    roles.result[feature] = kSummed;
    if (convolution.attributes.feature_group_count == 1) roles.partner[feature] = d.kernel_input_feature;
    return roles;
}

} // namespace

bool is_product(const Instruction& instruction) {
    const bool multiplies = instruction.opcode == Opcode::Dot || instruction.opcode == Opcode::Convolution;
    return multiplies && instruction.shape.elements() > 0;
}

std::vector<std::int64_t> kept_dimensions(const Roles& roles) {
    std::vector<std::int64_t> kept;
    for (std::size_t d = 0; d < roles.result.size(); ++d)
        if (roles.result[d] != kSummed) kept.push_back(static_cast<std::int64_t>(d));
    return kept;
}

Roles roles_of(const Instruction& product, const Shape& shape, std::size_t side) {
    return product.opcode == Opcode::Dot ? roles_in_dot(product, shape, side)
                                         : roles_in_convolution(product, shape, side);
}

bool pads(const Window& window) {
    return std::ranges::any_of(window,
                               [](const WindowDimension& w) { return w.padding_low > 0 || w.padding_high > 0; });
}

bool spreads(const Window& window) {
    return std::ranges::any_of(window, [](const WindowDimension& w) { return w.base_dilation > 1; });
}

} // namespace hlo2cpp
