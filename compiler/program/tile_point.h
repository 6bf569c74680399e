// The point of a nest's statement: the binding of each dimension of the kernel, and its place inside its tile.
#pragma once

#include <map>
#include <utility>

#include "program/emitter.h"

namespace hlo2cpp {

class TilePoint {
public:
    explicit TilePoint(Emitter& emitter) : emitter_(emitter) {}

    // Binds a dimension at the first point of a tile.
    void bind(std::int64_t dim, const tree::Expression& variable, std::int64_t offset);
    // Binds a dimension at a distance from the first point of its tile.
    void bind_inside(std::int64_t dim, const tree::Expression& variable, std::int64_t offset);

    // Bindings that are made between the two are gone again.
    std::size_t mark() const { return changes_.size(); }
    void restore(std::size_t mark);

    // The index of parallel dimensions counted from the first point of the tile.
    tree::Expression distance(const Index& index);
    // The index with the dimension at the first point of the tile.
    tree::Expression at_first(const Index& index, std::int64_t dim);

private:
    struct At {
        DimensionAt base, inside, bound;
    };
    void set(std::int64_t dim, const At& at);
    template <typename Choose>
    tree::Expression index_with(const Index& index, const std::vector<std::int64_t>& dims, Choose&& choose);

    Emitter& emitter_;
    std::map<std::int64_t, At> dims_;
    std::vector<std::pair<std::int64_t, std::optional<At>>> changes_; // earlier binding of a dimension
};

} // namespace hlo2cpp
