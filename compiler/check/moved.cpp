#include "check/moved.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "evaluate/round_counter.h"

namespace hlo2cpp {
namespace {

// The bits of |x| decide, and are mixed until that is as good as random.
bool away_from_zero(double x, Direction direction) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    std::uint64_t bits = std::bit_cast<std::uint64_t>(std::abs(x)) + (direction == Direction::Up ? kOdd : 0);
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return (bits >> 63) != 0;
}

template <typename Float>
double neighbour(double x, bool away) {
    const Float infinity = std::numeric_limits<Float>::infinity();
    const Float towards = !away ? Float(0) : x > 0 ? infinity : -infinity;
    return std::nextafter(static_cast<Float>(x), towards);
}

double moved(ElementType type, double x, Direction direction) {
    constexpr double kLargestCount = 0x1p20; // beyond, floats are whole because they have no more bits
    if (!std::isfinite(x) || (x == std::trunc(x) && std::abs(x) <= kLargestCount)) return x;
    const bool away = away_from_zero(x, direction);
    return type == ElementType::F64 ? neighbour<double>(x, away) : neighbour<float>(x, away);
}

} // namespace

void move_numbers(Tensor& tensor, Direction direction) {
    for (Tensor& element : tensor.tuple) move_numbers(element, direction);
    if (!tensor.shape.is_array()) return;
    const ElementType part = part_type(tensor.shape.type);
    if (part != ElementType::F32 && part != ElementType::F64) return;
    if (is_complex(tensor.shape.type)) {
        for (std::complex<double>& z : tensor.complexes())
            z = {moved(part, z.real(), direction), moved(part, z.imag(), direction)};
        return;
    }
    for (double& x : tensor.reals()) x = moved(part, x, direction);
}

DirectedRounding::DirectedRounding(Direction direction) : before_(std::fegetround()) {
    std::fesetround(direction == Direction::Up ? FE_UPWARD : FE_DOWNWARD);
}

DirectedRounding::~DirectedRounding() {
    std::fesetround(before_);
}

MovedResults evaluate_moved(const Module& module, const std::vector<Tensor>& arguments, const MakeHost& host,
                            EvaluationObserver* observer) {
    constexpr std::int64_t kMoreRounds = 1000; // and twice as many as it makes otherwise
    MovedResults all;
    RoundCounter counter(module, std::numeric_limits<std::int64_t>::max(), observer);
    all.results = evaluate(module, arguments, &counter, host().get());
    for (const Direction direction : kDirections) {
        std::vector<Tensor> moved = arguments;
        for (Tensor& argument : moved) move_numbers(argument, direction);
        RoundCounter limit(module, 2 * counter.rounds() + kMoreRounds);
        const DirectedRounding rounding(direction);
        try {
            all.moved.push_back(evaluate(module, moved, &limit, host().get()));
        } catch (const RoundCounter::LimitReached&) {
        }
    }
    return all;
}

} // namespace hlo2cpp
