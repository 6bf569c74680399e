// Stockham's transform: a length n = r m is one pass over r slices of m; then length m is transformed in the same way.
// Arrays are [outer, n, inner]; no pass reorders them.
//
//     y[.., p, k, ..] = w(n)^(p k) * sum over j of w(r)^(j k) x[.., j, p, ..]      w(n) = e^(-2 pi i / n)
//
// An inverse is the conjugate of the transform of conjugates, so that both have the same constants and functions.
// Factors up to 7 are sums that are written out, others a product with a constant matrix; a length with a large prime
// factor is a convolution of a length that is a power of two (Bluestein).
#include "ops/fourier.h"

#include <cmath>
#include <numbers>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

using Values = Expansion::Values;
using Complexes = Tensor::Complexes;

constexpr std::int64_t kMostWritten = 7;    // a factor whose sum is written out
constexpr std::int64_t kLargestMatrix = 32; // a prime factor that is a product with a matrix

// e^(i angle) for `part` of `whole` parts of the circle, exact in the eighths.
std::complex<double> on_circle(std::int64_t part, std::int64_t whole) {
    part %= whole;
    if (part * 4 % whole == 0) {
        static constexpr double kCosines[] = {1, 0, -1, 0};
        const auto quarter = static_cast<std::size_t>(part * 4 / whole);
        return {kCosines[quarter], kCosines[(quarter + 3) % 4]};
    }
    const double angle = 2 * std::numbers::pi * static_cast<double>(part) / static_cast<double>(whole);
    return {std::cos(angle), std::sin(angle)};
}

class Transform {
public:
    // A transform of complex numbers of the type.
    Transform(Expansion& e, ElementType type) : e_(e), type_(type) {}

    // x is [outer, n, inner].
    InstructionId run(InstructionId x) const {
        const std::vector<std::int64_t> dims = e_.shape_of(x).dims;
        const std::int64_t n = dims[1];
        const std::vector<std::int64_t> factors = factors_of(n);
        if (n > 1 && factors.back() > kLargestMatrix) return convolved(x);
        const InstructionId circle = n > 1 ? circle_of(n) : InstructionId();
        std::int64_t rest = n;
        for (const std::int64_t factor : factors) {
            const std::int64_t inner = e_.shape_of(x).dims[2];
            const std::int64_t outer = e_.shape_of(x).dims[0];
            x = stage(e_.reshape(x, {outer, factor, rest / factor, inner}), circle, n / rest);
            rest /= factor;
            x = e_.reshape(x, {outer, rest, factor * inner});
        }
        return e_.reshape(x, dims);
    }

    InstructionId scaled(InstructionId x, double factor) const {
        const Shape part = Shape::array(part_type(type_), e_.shape_of(x).dims);
        const InstructionId number = e_.number(part, factor);
        return complex(e_, times(real_part(e_, x), number), times(imaginary_part(e_, x), number));
    }

    // Every pass is stored as a step, because its results are used several times.
    InstructionId stored(InstructionId x) const { return e_.unary(Opcode::OptBarrier, x); }

    // e^(-2 pi i k / n) for k below `count`.
    InstructionId constant_circle(std::int64_t n, std::int64_t count) const {
        Complexes numbers(count);
        for (std::int64_t k = 0; k < count; ++k) numbers(k) = rotation(k, n);
        return constant({count}, numbers);
    }

    InstructionId times(InstructionId a, InstructionId b) const { return e_.binary(Opcode::Multiply, a, b); }
    InstructionId plus(InstructionId a, InstructionId b) const { return e_.binary(Opcode::Add, a, b); }
    InstructionId minus(InstructionId a, InstructionId b) const { return e_.binary(Opcode::Subtract, a, b); }
    // i x
    InstructionId turned(InstructionId x) const {
        return complex(e_, e_.unary(Opcode::Negate, imaginary_part(e_, x)), real_part(e_, x));
    }

private:
    // Factors in order: fours first, then the rest by size, so that the largest prime is last.
    static std::vector<std::int64_t> factors_of(std::int64_t n) {
        std::vector<std::int64_t> factors;
        for (; n % 4 == 0; n /= 4) factors.push_back(4);
        for (std::int64_t p = 2; p * p <= n; ++p)
            for (; n % p == 0; n /= p) factors.push_back(p);
        if (n > 1) factors.push_back(n);
        return factors;
    }

    static std::complex<double> rotation(std::int64_t part, std::int64_t whole) {
        return std::conj(on_circle(part, whole));
    }

    InstructionId constant(std::vector<std::int64_t> dims, const Complexes& numbers) const {
        Tensor tensor(Shape::array(type_, std::move(dims)));
        for (std::int64_t i = 0; i < numbers.size(); ++i) tensor.complexes()(i) = round_to(type_, numbers(i));
        return e_.constant(tensor);
    }

    InstructionId circle_of(std::int64_t n) const { return constant_circle(n, n); }

    // x is [outer, r, m, inner]; gives [outer, m, r, inner]. `circle` has the n powers of w(n), n = r m `every`.
    InstructionId stage(InstructionId x, InstructionId circle, std::int64_t every) const {
        const std::vector<std::int64_t> dims = e_.shape_of(x).dims;
        const std::int64_t r = dims[1], m = dims[2];
        Values sums = r <= kMostWritten ? written_sums(x) : product(x);
        for (std::int64_t k = 0; k < r; ++k) {
            InstructionId& sum = sums[static_cast<std::size_t>(k)];
            if (k > 0 && m > 1) {
                const std::int64_t step = k * every;
                const InstructionId powers = e_.slice(circle, 0, 0, (m - 1) * step + 1, step);
                sum = times(sum, e_.spread(powers, e_.shape_of(sum).dims, {1}));
            }
            sum = e_.reshape(sum, {dims[0], m, 1, dims[3]});
        }
        return stored(e_.concatenate(sums, 2));
    }

    // Slice number j of dimension 1.
    InstructionId at(InstructionId x, std::int64_t j) const {
        const std::vector<std::int64_t> dims = e_.shape_of(x).dims;
        return e_.reshape(e_.slice(x, 1, j, j + 1), {dims[0], dims[2], dims[3]});
    }

    // The sums over j of w(r)^(j k) x[j], one for each k.
    Values written_sums(InstructionId x) const {
        const std::int64_t r = e_.shape_of(x).dims[1];
        Values slices;
        for (std::int64_t j = 0; j < r; ++j) slices.push_back(at(x, j));
        if (r == 2) return {plus(slices[0], slices[1]), minus(slices[0], slices[1])};
        return r == 4 ? sums_of_four(slices) : sums_of_odd(slices);
    }

    Values sums_of_four(const Values& x) const {
        const InstructionId even = plus(x[0], x[2]), odd = plus(x[1], x[3]);
        const InstructionId other = minus(x[0], x[2]), turn = turned(minus(x[1], x[3]));
        return {plus(even, odd), minus(other, turn), minus(even, odd), plus(other, turn)};
    }

    // x[j] and x[r - j] meet conjugate factors: x0 + sum of cosine (x[j] + x[r-j]) +- i sum of sine (x[j] - x[r-j]).
    Values sums_of_odd(const Values& x) const {
        const auto r = static_cast<std::int64_t>(x.size());
        const std::int64_t half = (r - 1) / 2;
        Values sums(x.size()), added, subtracted;
        for (std::int64_t j = 1; j <= half; ++j) {
            const InstructionId a = x[static_cast<std::size_t>(j)], b = x[static_cast<std::size_t>(r - j)];
            added.push_back(plus(a, b));
            subtracted.push_back(minus(a, b));
        }
        sums[0] = x[0];
        for (const InstructionId pair : added) sums[0] = plus(sums[0], pair);
        for (std::int64_t k = 1; k <= half; ++k) {
            InstructionId even = x[0], odd;
            for (std::int64_t j = 1; j <= half; ++j) {
                const auto pair = static_cast<std::size_t>(j - 1);
                const std::complex<double> w = rotation(j * k, r);
                even = plus(even, scaled(added[pair], w.real()));
                const InstructionId part = scaled(subtracted[pair], w.imag());
                odd = j == 1 ? part : plus(odd, part);
            }
            odd = turned(odd);
            sums[static_cast<std::size_t>(k)] = plus(even, odd);
            sums[static_cast<std::size_t>(r - k)] = minus(even, odd);
        }
        return sums;
    }

    // The sums over j as a product with the matrix of all factors.
    Values product(InstructionId x) const {
        const std::vector<std::int64_t> dims = e_.shape_of(x).dims;
        const std::int64_t r = dims[1];
        Complexes numbers(r * r);
        for (std::int64_t k = 0; k < r; ++k)
            for (std::int64_t j = 0; j < r; ++j) numbers(k * r + j) = rotation(j * k, r);
        const Shape shape = Shape::array(type_, {dims[0], dims[2], dims[3], r});
        const InstructionId product =
            e_.dot(x, constant({r, r}, numbers), {.lhs_contracting = {1}, .rhs_contracting = {1}}, shape);
        Values sums;
        for (std::int64_t k = 0; k < r; ++k)
            sums.push_back(e_.reshape(e_.slice(product, 3, k, k + 1), {dims[0], dims[2], dims[3]}));
        return sums;
    }

    // X[k] = c[k] sum over j of (x[j] c[j]) / c[k - j] with c[j] = e^(-pi i j^2 / n), a convolution.
    InstructionId convolved(InstructionId x) const {
        const std::vector<std::int64_t> dims = e_.shape_of(x).dims;
        const std::int64_t n = dims[1];
        std::int64_t length = 1;
        while (length < 2 * n - 1) length *= 2;
        Complexes chirp(n), filter(length);
        for (std::int64_t j = 0; j < n; ++j) {
            chirp(j) = rotation(j * j % (2 * n), 2 * n);
            filter(j) = std::conj(chirp(j));
            if (j > 0) filter(length - j) = filter(j);
        }
        const InstructionId chirps = e_.spread(constant({n}, chirp), dims, {1});
        const Values padded = {times(x, chirps), e_.number(Shape::array(type_, {dims[0], length - n, dims[2]}), 0)};
        const std::vector<std::int64_t> long_dims = {dims[0], length, dims[2]};
        const InstructionId spectrum = run(e_.concatenate(padded, 1));
        const InstructionId response = e_.spread(constant({length}, spectrum_of(filter)), long_dims, {1});
        const InstructionId sums = conjugate(e_, run(conjugate(e_, times(spectrum, response))));
        return times(e_.slice(sums, 1, 0, n), chirps);
    }

    // The spectrum of the filter in double, by radix 2, with the factor 1 / n of the inverse.
    static Complexes spectrum_of(const Complexes& x) {
        const std::int64_t n = x.size();
        Complexes result = x, next(n);
        for (std::complex<double>& number : result) number /= static_cast<double>(n);
        for (std::int64_t half = n / 2, inner = 1; half >= 1; half /= 2, inner *= 2) {
            for (std::int64_t p = 0; p < half; ++p)
                for (std::int64_t q = 0; q < inner; ++q) {
                    const std::complex<double> a = result(p * inner + q), b = result((p + half) * inner + q);
                    next(2 * p * inner + q) = a + b;
                    next((2 * p + 1) * inner + q) = (a - b) * std::conj(on_circle(p, 2 * half));
                }
            std::swap(result, next);
        }
        return result;
    }

    Expansion& e_;
    ElementType type_;
};

// The sizes as [outer, n, inner].
std::vector<std::int64_t> around(const std::vector<std::int64_t>& dims, std::size_t dimension) {
    std::vector<std::int64_t> three = {1, dims[dimension], 1};
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (d != dimension) three[d < dimension ? 0 : 2] *= dims[d];
    return three;
}

// X[n - k] for k = 0 ... n, with X[n] = X[0], or for as many k as there are numbers; along the last dimension.
InstructionId mirrored(Expansion& e, InstructionId x) {
    const std::size_t last = e.shape_of(x).rank() - 1;
    return conjugate(e, e.reverse(x, static_cast<std::int64_t>(last)));
}

// The transform along a dimension; an inverse has not its factor 1 / n.
InstructionId transformed(Expansion& e, InstructionId x, std::size_t dimension) {
    const Shape shape = Shape::array(e.shape_of(x).type, e.shape_of(x).dims);
    return e.reshape(Transform(e, shape.type).run(e.reshape(x, around(shape.dims, dimension))), shape.dims);
}

// (Z[k] + Z*[h-k]) / 2 - i w(n)^k (Z[k] - Z*[h-k]) / 2 for k = 0 ... h, of the numbers Z[k] and `back`, Z*[h-k].
InstructionId split_spectrum(Expansion& e, InstructionId z, InstructionId back, std::int64_t n) {
    const Shape shape = e.shape_of(z);
    const Transform transform(e, shape.type);
    const InstructionId even = transform.scaled(transform.plus(z, back), 0.5);
    const InstructionId odd = transform.scaled(transform.minus(z, back), 0.5);
    const auto along = static_cast<std::int64_t>(shape.rank()) - 1;
    const InstructionId circle = e.spread(transform.constant_circle(n, n / 2 + 1), shape.dims, {along});
    return transform.minus(even, transform.turned(transform.times(odd, circle)));
}

} // namespace

InstructionId fourier(Expansion& e, InstructionId x, std::size_t dimension, bool inverse) {
    const std::int64_t n = e.shape_of(x).dims[dimension];
    if (n <= 1) return x;
    if (!inverse) return transformed(e, x, dimension);
    const InstructionId made = conjugate(e, transformed(e, conjugate(e, x), dimension));
    return Transform(e, e.shape_of(x).type).scaled(made, 1.0 / static_cast<double>(n));
}

// Transform of an even length: numbers with even and odd indices are the real and imaginary parts of half as many
// complex numbers with the spectrum Z, and X[k] = (Z[k] + Z*[h-k]) / 2 - i w(n)^k (Z[k] - Z*[h-k]) / 2 for k = 0 ... h.
InstructionId fourier_from_real(Expansion& e, InstructionId x) {
    const std::vector<std::int64_t> dims = e.shape_of(x).dims;
    const std::size_t last = dims.size() - 1;
    const std::int64_t n = dims[last];
    const auto along = static_cast<std::int64_t>(last);
    if (n % 2 != 0 || n == 2) {
        const InstructionId zeros = e.number(Shape::array(e.shape_of(x).type, dims), 0);
        return e.slice(fourier(e, complex(e, x, zeros), last, false), last, 0, spectrum_size(n));
    }
    const InstructionId pairs = complex(e, e.slice(x, last, 0, n, 2), e.slice(x, last, 1, n, 2));
    const InstructionId z = fourier(e, pairs, last, false), first = e.slice(z, last, 0, 1);
    const InstructionId to_end = e.concatenate({z, first}, along);
    return split_spectrum(e, to_end, mirrored(e, to_end), n);
}

// The inverse of fourier_from_real. The imaginary parts of the first and the last number are ignored.
InstructionId fourier_to_real(Expansion& e, InstructionId x, std::int64_t n) {
    const std::vector<std::int64_t> dims = e.shape_of(x).dims;
    const std::size_t last = dims.size() - 1;
    const std::int64_t h = n / 2;
    const auto along = static_cast<std::int64_t>(last);
    const Shape parts = Shape::array(part_type(e.shape_of(x).type), dims);
    const InstructionId k = e.iota(Shape::array(ElementType::S32, dims), along);
    InstructionId inside = e.compare(ComparisonDirection::Gt, k, e.integer(e.shape_of(k), 0));
    if (n % 2 == 0)
        inside =
            e.binary(Opcode::And, inside,
                     e.compare(ComparisonDirection::Lt, k, e.integer(e.shape_of(k), static_cast<std::uint64_t>(h))));
    x = complex(e, real_part(e, x), e.select(inside, imaginary_part(e, x), e.number(parts, 0)));
    std::vector<std::int64_t> real_dims = dims;
    real_dims[last] = n;
    if (n % 2 != 0 || n == 2) {
        InstructionId whole = n == 2 ? x : e.concatenate({x, mirrored(e, e.slice(x, last, 1, h + 1))}, along);
        return real_part(e, fourier(e, n == 1 ? x : whole, last, true));
    }
    const InstructionId halved = e.slice(split_spectrum(e, conjugate(e, x), e.reverse(x, along), n), last, 0, h);
    const InstructionId z = transformed(e, Transform(e, e.shape_of(x).type).stored(halved), last);
    std::vector<std::int64_t> split = e.shape_of(z).dims;
    split.push_back(1);
    const auto numbers = [&](InstructionId part, double sign) {
        const InstructionId scale = e.number(e.shape_of(part), sign / static_cast<double>(h));
        return e.reshape(e.binary(Opcode::Multiply, part, scale), split);
    };
    return e.reshape(e.concatenate({numbers(real_part(e, z), 1.0), numbers(imaginary_part(e, z), -1.0)}, along + 1),
                     real_dims);
}

} // namespace hlo2cpp
