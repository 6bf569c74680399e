#pragma once

#include "functions.h"

#include <cstdint>
#include <random>

namespace accuracy {

// Arguments, a block at a time.
template <class T>
class Arguments {
public:
    virtual ~Arguments() = default;
    // Sets up to `most` arguments; returns how many, 0 at the end.
    virtual std::size_t next(T* x, T* y, std::size_t most) = 0;
};

// Every stride-th pattern of 32 bits.
class AllFloats : public Arguments<float> {
public:
    explicit AllFloats(std::uint64_t stride) : stride_(stride) {}
    std::size_t next(float* x, float* y, std::size_t most) override;

private:
    std::uint64_t stride_;
    std::uint64_t bits_ = 0;
};

// The corners of the function and of the type, with their neighbours of both signs, of two arguments all pairs of them;
// then `count` random ones.
template <class T>
class HardAndRandom : public Arguments<T> {
public:
    HardAndRandom(const Function<T>& function, std::uint64_t count);
    std::size_t next(T* x, T* y, std::size_t most) override;

private:
    void random_pair(T& x, T& y);

    const Function<T>& function_;
    std::vector<T> corners_;
    std::uint64_t at_ = 0;
    std::uint64_t end_corners_;
    std::uint64_t end_;
    std::mt19937_64 random_;
};

} // namespace accuracy
