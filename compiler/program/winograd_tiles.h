// The statements of a convolution by minimal filtering while they are built: the loops over strips and tiles, and
// names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "nest/winograd.h"
#include "program/winograd_nest.h"

namespace hlo2cpp {

class WinogradTiles {
public:
    explicit WinogradTiles(const NestContext& of);

    const NestContext& context;
    const Winograd& winograd;
    Blocks& blocks;
    const std::int64_t m, n;                // results and inputs of a tile, along a line
    const std::string point, other, half;   // counters of points, and the result of the first transform
    tree::Expression transformed, products; // in the scratch

    // The tile's number in its strip, its row and column among all tiles.
    struct Tile {
        tree::Expression slot, row, column;
    };

    // Declares pointers to what the scratch holds.
    void declare_scratch();
    // Opens the loops over batches and strips.
    void open_strips();
    // Adds the loops over the tiles of a strip; `build` adds what is done for each.
    template <typename Build>
    void for_tiles(Build&& build) {
        build(open_tiles());
        blocks.close();
        blocks.close();
    }

    void bind(Emitter& emitter, std::int64_t dim, const tree::Expression& value) const;
    void bind_batches(Emitter& emitter) const;

    std::int64_t size(std::int64_t dim) const;
    std::string unique(const std::string& wanted) { return context.names.unique(wanted); }
    // Name of a local variable; scopes side by side use the same name.
    std::string local(const std::string& wanted);
    tree::Type index_type() const;
    // Gives a value the name of a local variable.
    tree::Expression define(const std::string& wanted, const tree::Type& type, const tree::Expression& value);
    // Opens a loop; of `open_rounds`, one round needs none.
    tree::Expression open(const std::string& name, const Range& range, std::int64_t step, std::int64_t unroll = 0);
    tree::Expression open_rounds(const std::string& name, const Range& range, std::int64_t step = 1);
    tree::Expression open_unrolled(const std::string& name, std::int64_t end) { return open(name, {0, end}, 1, end); }
    // The result of the first transform: sets column j, and gives row i.
    void set_half_column(const tree::Expression& j, const std::vector<tree::Expression>& column);
    std::vector<tree::Expression> half_row(const tree::Expression& i) const;

private:
    Tile open_tiles();
    tree::Expression declare_pointer(const std::string& wanted, const tree::Expression& value);

    std::map<std::string, std::string> locals_;
    std::vector<tree::Expression> batches_;
    tree::Expression first_row_, first_column_; // of the strip, among all tiles
};

// A vector of that many lanes, or a number; and one in memory.
tree::Type winograd_type(std::int64_t lanes);
tree::Expression winograd_element(const tree::Type& type, const tree::Expression& pointer,
                                  const tree::Expression& offset, bool written);

} // namespace hlo2cpp
