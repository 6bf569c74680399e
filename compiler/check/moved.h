// Effect of rounding on the values of a module: they are computed again from operands that are off by a unit of their
// last place, while the processor rounds up, or down, instead of to nearest. Where large numbers cancel, or signs of
// vectors are decided by the last bit, results move much further than by their own last place. Other code that is as
// right may move as far, if it adds in another order or contracts a product and a sum.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "evaluate/evaluator.h"

namespace hlo2cpp {

enum class Direction : std::uint8_t { Up, Down };
constexpr Direction kDirections[] = {Direction::Up, Direction::Down};

// Moves each float of 32 or 64 bits by a unit of its last place, except whole numbers, which are meant exactly. Equal
// numbers move alike and opposite ones to opposite sides, so that ties and symmetric matrices stay; the side is as good
// as random, and differs between the directions.
void move_numbers(Tensor& tensor, Direction direction);

// While it lives, the processor rounds up or down.
class DirectedRounding {
public:
    explicit DirectedRounding(Direction direction);
    ~DirectedRounding();
    DirectedRounding(const DirectedRounding&) = delete;
    DirectedRounding& operator=(const DirectedRounding&) = delete;

private:
    int before_;
};

using MakeHost = std::function<std::unique_ptr<HostData>()>;

// Results of an evaluation and of the moved ones, one a direction; none for a direction whose loops do not end.
struct MovedResults {
    std::vector<Tensor> results;
    std::vector<std::vector<Tensor>> moved;
};
// `observer` sees the first evaluation, where there is one.
MovedResults evaluate_moved(const Module& module, const std::vector<Tensor>& arguments, const MakeHost& host,
                            EvaluationObserver* observer = nullptr);

} // namespace hlo2cpp
