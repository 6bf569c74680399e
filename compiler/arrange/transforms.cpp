#include "arrange/transforms.h"

#include <cmath>
#include <cstring>
#include <functional>

namespace hlo2cpp {
namespace {

using Line = std::vector<ExprId>;

class Lines {
public:
    Lines(ExprGraph& exprs, const MinimalFilter& filter) : exprs_(exprs), filter_(filter) {}

    // B^T line: the rows of a pair share their sums of even and of odd elements.
    Line inputs(const Line& line) {
        Line result = {weighted(filter_.input.front(), line, "v")};
        for (std::int64_t k = 0; k < filter_.pairs; ++k) {
            std::vector<double> even = filter_.input[static_cast<std::size_t>(1 + 2 * k)], odd = even;
            for (std::size_t i = 0; i < even.size(); ++i) (i % 2 == 0 ? odd : even)[i] = 0;
            const ExprId sum = weighted(even, line, "even"), difference = weighted(odd, line, "odd");
            result.push_back(apply(Opcode::Add, {sum, difference}, "v"));
            result.push_back(apply(Opcode::Subtract, {sum, difference}, "v"));
        }
        result.push_back(weighted(filter_.input.back(), line, "v"));
        return result;
    }

    // A^T line: columns of a pair differ in the sign of odd rows.
    Line outputs(const Line& line) {
        Line sums = {line.front()}, differences = {line.front()};
        for (std::size_t k = 1; k + 1 < line.size(); k += 2) {
            sums.push_back(apply(Opcode::Add, {line[k], line[k + 1]}, "sum"));
            differences.push_back(apply(Opcode::Subtract, {line[k], line[k + 1]}, "difference"));
        }
        sums.push_back(line.back());
        differences.push_back(line.back());
        Line result;
        for (std::size_t i = 0; i < filter_.output.size(); ++i) {
            const std::vector<double>& row = filter_.output[i];
            std::vector<double> coefficients = {row.front()};
            for (std::size_t k = 1; k + 1 < row.size(); k += 2) coefficients.push_back(row[k]);
            coefficients.push_back(row.back());
            result.push_back(weighted(coefficients, i % 2 == 0 ? sums : differences, "v"));
        }
        return result;
    }

private:
    ExprId apply(Opcode opcode, std::vector<ExprId> operands, const char* name) {
        return exprs_.add({.kind = ExprKind::Apply, .operands = std::move(operands), .opcode = opcode, .name = name});
    }
    ExprId times(double number, ExprId value) {
        return apply(Opcode::Multiply, {f32_constant(exprs_, number), value}, "v");
    }

    // Sum of coefficients[i] * line[i]. Positive terms come first: "a - b" needs something in front.
    ExprId weighted(const std::vector<double>& coefficients, const Line& line, const char* name) {
        ExprId sum;
        for (const bool positive : {true, false})
            for (std::size_t i = 0; i < line.size(); ++i) {
                const double c = coefficients[i], magnitude = std::abs(c);
                if (c == 0 || (c > 0) != positive) continue;
                if (!sum.valid() && !positive) {
                    sum = magnitude == 1 ? apply(Opcode::Negate, {line[i]}, name) : times(c, line[i]);
                    continue;
                }
                const ExprId term = magnitude == 1 ? line[i] : times(magnitude, line[i]);
                sum = !sum.valid() ? term : apply(positive ? Opcode::Add : Opcode::Subtract, {sum, term}, name);
            }
        return sum;
    }

    ExprGraph& exprs_;
    const MinimalFilter& filter_;
};

// Transforms each column of a square, then each row of the result.
Square in_both_directions(const Square& square, const std::function<Line(const Line&)>& transform) {
    Square half;
    for (std::size_t j = 0; j < square.front().size(); ++j) {
        Line column;
        for (const Line& row : square) column.push_back(row[j]);
        const Line made = transform(column);
        half.resize(made.size());
        for (std::size_t i = 0; i < made.size(); ++i) half[i].push_back(made[i]);
    }
    for (Line& row : half) row = transform(row);
    return half;
}

} // namespace

Square transformed_inputs(ExprGraph& exprs, const MinimalFilter& filter, const Square& inputs) {
    return in_both_directions(inputs, [&](const Line& line) { return Lines(exprs, filter).inputs(line); });
}

Square transformed_products(ExprGraph& exprs, const MinimalFilter& filter, const Square& products) {
    return in_both_directions(products, [&](const Line& line) { return Lines(exprs, filter).outputs(line); });
}

ExprId f32_constant(ExprGraph& exprs, double number) {
    const auto value = static_cast<float>(number);
    std::vector<std::byte> bits(sizeof value);
    std::memcpy(bits.data(), &value, sizeof value);
    return exprs.add({.kind = ExprKind::Constant, .bits = std::move(bits)});
}

} // namespace hlo2cpp
