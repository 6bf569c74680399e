// Kernels by brute force: what their expressions mean, point by point, in numbers of 64 bits.
#pragma once

#include <algorithm>
#include <vector>

#include "kernel/kernel.h"
#include "unit/kernel/at_points.h"

namespace hlo2cpp {

using Numbers = std::vector<double>;

// A kernel of sums, maxima and arithmetic on arrays of numbers.
class KernelRun {
public:
    // `memory` has one array an argument.
    KernelRun(const Kernel& kernel, std::vector<Numbers*> memory) : kernel_(kernel), memory_(std::move(memory)) {}

    void run() {
        for (const Output& output : kernel_.outputs)
            if (output.updates.valid()) array(output.argument) = array(output.updates);
        for_all_points(kernel_.dims, [&](const Point& point) {
            Point all = point;
            all.resize(static_cast<std::size_t>(kernel_.space.dimensions()), 0);
            if (kernel_.reduction) fold(all);
            if (!hold(kernel_.conditions, all)) return;
            for (const Output& output : kernel_.outputs)
                if (hold(output.conditions, all))
                    array(output.argument).at(place(output.argument, output.index, all)) = value(output.expr, all);
        });
    }

private:
    Numbers& array(ArgumentId argument) { return *memory_[argument.index()]; }

    std::size_t place(ArgumentId argument, const Subscripts& index, const Point& point) const {
        const Index address = row_major_address(index, kernel_[argument].dims);
        return static_cast<std::size_t>(value_at(kernel_.space, address, point));
    }

    bool hold(const std::vector<Condition>& conditions, const Point& point) const {
        return std::ranges::all_of(conditions, [&](const Condition& condition) {
            const std::int64_t number = value_at(kernel_.space, condition.index, point);
            return number >= condition.low && number < condition.high;
        });
    }

    void fold(Point& point) {
        const Reduction& reduction = *kernel_.reduction;
        states_.assign(1, value(reduction.initial[0], point));
        for_all_points(reduction.dims, [&](const Point& inner) {
            std::ranges::copy(inner, point.begin() + static_cast<std::ptrdiff_t>(kernel_.dims.size()));
            if (hold(reduction.conditions, point)) states_[0] = value(reduction.combined[0], point);
        });
    }

    // Bounded recursion, since the tests' expressions are few.
    double value(ExprId id, const Point& point) {
        const Expr& expr = kernel_.exprs[id];
        const auto operand = [&](std::size_t i) { return value(expr.operands[i], point); };
        switch (expr.kind) {
        case ExprKind::Constant: {
            float number = 0;
            std::memcpy(&number, expr.bits.data(), sizeof number);
            return static_cast<double>(number);
        }
        case ExprKind::Load: return array(expr.argument).at(place(expr.argument, expr.index, point));
        case ExprKind::Guard: return hold(expr.conditions, point) ? operand(0) : operand(1);
        case ExprKind::Accumulator: return states_[0];
        case ExprKind::IndexValue: return static_cast<double>(value_at(kernel_.space, expr.index[0], point));
        case ExprKind::Apply: break;
        }
        switch (expr.opcode) {
        case Opcode::Add: return operand(0) + operand(1);
        case Opcode::Multiply: return operand(0) * operand(1);
        case Opcode::Convert: return operand(0); // all numbers are whole
        case Opcode::Maximum: return std::max(operand(0), operand(1));
        default: FAIL("the tests' kernels have no such op"); return 0;
        }
    }

    const Kernel& kernel_;
    const std::vector<Numbers*> memory_;
    Numbers states_;
};

// Whole numbers from -3 to 3, other ones for each array.
inline Numbers some_numbers(std::int64_t count, std::int64_t seed) {
    Numbers numbers;
    for (std::int64_t i = 0; i < count; ++i)
        numbers.push_back(static_cast<double>((i * 7 + i * i % 5 + seed * 3) % 7 - 3));
    return numbers;
}

// An element of a constant of f32 or s8.
inline double number_at(const Literal& literal, std::int64_t element) {
    if (literal.shape.type == ElementType::S8) return static_cast<double>(literal.at<std::int8_t>(element));
    REQUIRE(literal.shape.type == ElementType::F32);
    return static_cast<double>(literal.at<float>(element));
}

// The results of the first entry, whose region has calls alone; parameters have some_numbers.
inline std::vector<Numbers> results_of(const Kernels& kernels) {
    std::vector<Numbers> memory;
    for (const Value& value : kernels.values) {
        memory.push_back(some_numbers(value.elements(), value.leaf));
        if (value.kind != ValueKind::Constant) continue;
        for (std::size_t i = 0; i < memory.back().size(); ++i)
            memory.back()[i] = number_at(*value.literal, static_cast<std::int64_t>(i));
    }
    for (const StepNode& step : kernels[kernels.entries[0].region].steps) {
        const Call& call = std::get<Call>(step);
        std::vector<Numbers*> arrays;
        for (const ValueId value : call.values) arrays.push_back(&memory[value.index()]);
        KernelRun(kernels[call.kernel], arrays).run();
    }
    std::vector<Numbers> results;
    for (const ValueId value : kernels.entries[0].results) results.push_back(memory[value.index()]);
    return results;
}

} // namespace hlo2cpp
