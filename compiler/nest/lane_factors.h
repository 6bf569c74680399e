// Proof that a product by a lane, or by words in a register, is the term of the reduction at its point: while loops are
// followed, the values that registers hold, and the points of these.
#pragma once

#include <map>
#include <vector>

#include "kernel/dependence.h"
#include "nest/point.h"

namespace hlo2cpp::nest {

class LaneFactors {
public:
    LaneFactors(const Kernel& kernel, const Body& body, Rounds& rounds);

    // From here on the registers hold what they are set to at the point.
    void set(const Set& set, const Point& point);
    // True if the registers of the product hold the factors of the term at its point.
    bool fit(const MultiplyLane& product, const Point& point) const;
    // True if the registers hold the words of the term's row at the point.
    bool fit(const WordOfRow& row, const Words& words, const Point& point) const;

private:
    // A point that is moved along one dimension.
    struct Place {
        const Point& point;
        std::int64_t dim = 0;
        Position distance;
        Position at(std::int64_t d) const;
    };
    // Values of an expression in elements of an array of registers.
    struct Held {
        ExprId expr;
        std::vector<Range> elements;            // by subscript
        std::map<std::int64_t, Position> place; // by dimension that the value depends on: its position
    };

    // A vector, or a register of so many.
    Place of_vector(const Position& number, const Point& point, std::int64_t width = 1) const;
    // The elements that a register's subscripts have in all rounds of their loops.
    std::vector<Range> elements_of(const Ref& ref, const Point& point) const;
    // By loop that counts elements: its round, counted from an element's number.
    std::map<CounterId, Position> numbers_by_loop(const Ref& ref, const Point& point);
    // The expression whose values at the place the elements hold; none if they hold others.
    ExprId held(const Ref& ref, const Place& place) const;
    bool is_term(ExprId scalar, ExprId vector) const;
    bool is_zero(const Position& position) const;

    const Kernel& kernel_;
    const Body& body_;
    const Bounds bounds_;
    const Dependences dependences_;
    Rounds& rounds_;
    const std::int64_t step_dim_;    // of the innermost loop of the reduction
    std::vector<CounterId> numbers_; // by subscript: stands for an element's number in the place of its value
    std::map<RegistersId, std::vector<Held>> held_;
};

} // namespace hlo2cpp::nest
