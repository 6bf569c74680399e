// The values of a nest's statements as C++.
#pragma once

#include "program/lane_values.h"
#include "program/nest_names.h"

namespace hlo2cpp {

class NestValues {
public:
    NestValues(const nest::Body& body, Emitter& emitter, NestNames& names, LaneLoads& loads, LaneValues& lanes)
        : body_(body), emitter_(emitter), kernel_(emitter.kernel()), names_(names), loads_(loads), lanes_(lanes) {}

    tree::Expression operator()(const nest::Value& value);
    // Start value of one register, as a name or a number before the register is declared.
    tree::Expression start(const nest::Value& value);
    // The lanes of a value, where it is a vector.
    std::int64_t lanes(const nest::Value& value) const;
    // target = combiner(target, term)
    void add(const nest::Combine& combine);
    // target += 128 * words
    void add(const nest::Raise& raise);
    // target += scalars[lane] * vector
    void add(const nest::MultiplyLane& product);
    // states = the states behind each lane of the term
    void add(const nest::ScanLanes& scan);

private:
    tree::Expression built(const nest::Scalar& scalar);
    tree::Expression built(const nest::Splat& splat);
    tree::Expression built(const nest::Neutral& neutral);
    tree::Expression built(const nest::Zeros& zeros);
    tree::Expression built(const nest::Lanes& lanes);
    tree::Expression built(const nest::Steps& steps);
    tree::Expression built(const nest::Ref& ref);
    tree::Expression built(const nest::Combined& combined);
    tree::Expression built(const nest::CombinedTerm& combined);
    tree::Expression built(const nest::LaneNumbers& numbers);
    tree::Expression built(const nest::Joined& joined);
    tree::Expression built(const nest::Lowered& sum);

    tree::Expression combined(const tree::Expression& a, const tree::Expression& b, std::int64_t lanes) const;
    // Products of pairs of s16, of a copied row.
    void add_pairs(const tree::Expression& target, const tree::Expression& v);
    void add_products(const nest::Combine& combine, const tree::Expression& target, const tree::Expression& v);
    // target + number * vector, where the machine has that in one instruction.
    std::optional<tree::Expression> with_multiple(const tree::Expression& target, const Expr& term,
                                                  const tree::Expression& v);
    void combine_parts(const nest::Combine& combine, const tree::Expression& element);
    // One rounding of target + a * b.
    tree::Expression fused(const tree::Expression& target, const tree::Expression& v);

    const nest::Body& body_;
    Emitter& emitter_;
    const Kernel& kernel_;
    NestNames& names_;
    LaneLoads& loads_;
    LaneValues& lanes_;
};

} // namespace hlo2cpp
