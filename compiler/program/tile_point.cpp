#include "program/tile_point.h"

namespace hlo2cpp {

using tree::Expression;

void TilePoint::set(std::int64_t dim, const At& at) {
    const auto known = dims_.find(dim);
    changes_.emplace_back(dim, known == dims_.end() ? std::nullopt : std::optional(known->second));
    dims_[dim] = at;
    emitter_.bind(dim, at.bound);
}

void TilePoint::bind(std::int64_t dim, const Expression& variable, std::int64_t offset) {
    const DimensionAt at{.variable = variable, .offset = offset, .depth = emitter_.blocks().top()};
    set(dim, {.base = at, .inside = {}, .bound = at});
}

void TilePoint::bind_inside(std::int64_t dim, const Expression& variable, std::int64_t offset) {
    At at = dims_.at(dim);
    at.inside = {.variable = variable, .offset = offset};
    at.bound = at.base;
    at.bound.offset += offset;
    at.bound.depth = emitter_.blocks().top();
    if (variable.valid())
        at.bound.variable = at.base.variable.valid() ? tree::add(at.base.variable, variable) : variable;
    set(dim, at);
}

void TilePoint::restore(std::size_t mark) {
    while (changes_.size() > mark) {
        const auto& [dim, before] = changes_.back();
        if (before) {
            dims_[dim] = *before;
            emitter_.bind(dim, before->bound);
        } else {
            dims_.erase(dim);
        }
        changes_.pop_back();
    }
}

template <typename Choose>
Expression TilePoint::index_with(const Index& index, const std::vector<std::int64_t>& dims, Choose&& choose) {
    for (const std::int64_t dim : dims) {
        DimensionAt at = choose(dims_.at(dim));
        at.depth = dims_.at(dim).bound.depth;
        emitter_.bind(dim, std::move(at));
    }
    const Expression built = emitter_.index(index);
    for (const std::int64_t dim : dims) emitter_.bind(dim, dims_.at(dim).bound);
    return built;
}

Expression TilePoint::distance(const Index& index) {
    const IndexSpace& space = emitter_.kernel().space;
    std::vector<std::int64_t> dims;
    for (std::size_t d = 0; d < emitter_.kernel().dims.size(); ++d)
        if (const auto dim = static_cast<std::int64_t>(d); space.depends_on(index, dim)) dims.push_back(dim);
    return index_with(index, dims, [](const At& at) { return at.inside; });
}

Expression TilePoint::at_first(const Index& index, std::int64_t dim) {
    return index_with(index, {dim}, [](const At& at) { return at.base; });
}

} // namespace hlo2cpp
