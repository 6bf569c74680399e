// fft: the discrete Fourier transform over the last dimensions, whose lengths are fft_length
//
//     Forward    X[k] = sum over j of x[j] e^(-2 pi i j k / n)
//     Inverse    x[j] = sum over k of X[k] e^(2 pi i j k / n) / n
//     FromReal   X[0 ... n/2] of real numbers x[0 ... n-1]; the other dimensions as Forward
//     ToReal     its inverse: x[0 ... n-1] of X[0 ... n/2]; the other dimensions as Inverse
#include <unsupported/Eigen/FFT>

#include "evaluate/tensor.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"
#include "ops/fourier.h"

namespace hlo2cpp {
namespace {

Shape infer_fft(const InferContext& context) {
    context.require_operands(1);
    const Attributes& attributes = context.attributes();
    const std::vector<std::int64_t>& length = attributes.fft_length;
    const bool from_real = attributes.fft_type == FftType::FromReal, to_real = attributes.fft_type == FftType::ToReal;
    require_kind(context, 0, from_real ? kFloat : kComplex);
    const Shape& x = context.operand(0);
    if (from_real && x.type != ElementType::F32 && x.type != ElementType::F64)
        context.fail("a transform of real numbers takes f32 or f64, found " + to_string(x));
    constexpr std::size_t kMostDimensions = 3;
    if (length.empty() || length.size() > kMostDimensions || length.size() > x.rank())
        context.fail("fft_length must have 1 to 3 lengths, and no more than its operand has dimensions; found " +
                     std::to_string(length.size()) + " for " + to_string(x));
    Shape shape = shape_like(x, x.type);
    const bool whole = !from_real && !to_real;
    for (std::size_t i = 0; i < length.size(); ++i) {
        const std::size_t d = x.rank() - length.size() + i;
        const bool half = to_real && i + 1 == length.size();
        if (length[i] < 0 ||
            (!(whole && x.elements() == 0) && x.dims[d] != (half ? spectrum_size(length[i]) : length[i])))
            context.fail("dimension " + std::to_string(d) + " of its operand, " + to_string(x) +
                         ", does not have the size that fft_length " + std::to_string(length[i]) + " asks for");
    }
    if (from_real) {
        shape.type = x.type == ElementType::F32 ? ElementType::C64 : ElementType::C128;
        shape.dims.back() = spectrum_size(length.back());
    } else if (to_real) {
        shape.type = part_type(x.type);
        shape.dims.back() = length.back();
    }
    return shape;
}

// Transforms all lines of a dimension, unscaled.
void transform_dimension(Tensor::Complexes& numbers, const std::vector<std::int64_t>& dims, std::size_t dimension,
                         bool inverse) {
    const std::int64_t n = dims[dimension], stride = row_major_strides(dims)[dimension];
    if (n <= 1) return;
    Eigen::FFT<double> fft;
    fft.SetFlag(Eigen::FFT<double>::Unscaled);
    Eigen::VectorXcd line(n), result(n);
    for (std::int64_t first = 0; first < numbers.size(); ++first) {
        if (first / stride % n != 0) continue;
        for (std::int64_t i = 0; i < n; ++i) line(i) = numbers(first + i * stride);
        if (inverse)
            fft.inv(result, line);
        else
            fft.fwd(result, line);
        for (std::int64_t i = 0; i < n; ++i) numbers(first + i * stride) = result(i);
    }
}

// The whole spectrum of numbers that were real along the last dimension, from its half, by conjugate symmetry. The
// imaginary parts of the half's ends are ignored.
Tensor::Complexes mirrored(const Tensor::Complexes& half, std::int64_t n) {
    const std::int64_t size = spectrum_size(n), lines = n == 0 ? 0 : half.size() / size;
    Tensor::Complexes whole(lines * n);
    for (std::int64_t line = 0; line < lines; ++line)
        for (std::int64_t k = 0; k < n; ++k) {
            const std::complex<double> number = half(line * size + (k < size ? k : n - k));
            const bool end = k == 0 || 2 * k == n;
            whole(line * n + k) = end ? number.real() : k < size ? number : std::conj(number);
        }
    return whole;
}

Tensor evaluate_fft(const EvaluateContext& context) {
    const Tensor& x = context.operand(0);
    const FftType kind = context.attributes().fft_type;
    const bool inverse = kind == FftType::Inverse || kind == FftType::ToReal;
    const std::vector<std::int64_t>& length = context.attributes().fft_length;
    const std::size_t rank = x.shape.rank(), first = rank - length.size();
    std::vector<std::int64_t> dims = x.shape.dims;
    Tensor::Complexes numbers = kind == FftType::FromReal ? Tensor::Complexes(x.elements()) : x.complexes();
    if (kind == FftType::FromReal) std::ranges::copy(x.reals(), numbers.begin());
    double scale = 1;
    for (std::size_t i = 0; i < length.size(); ++i) {
        // The last dimension comes first from real numbers, and last to real numbers, because only its half is stored.
        const std::size_t d = kind == FftType::FromReal ? rank - 1 - i : first + i;
        if (d + 1 == rank && kind == FftType::ToReal) {
            numbers = mirrored(numbers, length.back());
            dims.back() = length.back();
        }
        transform_dimension(numbers, dims, d, inverse);
        if (inverse) scale *= static_cast<double>(dims[d]);
    }
    Tensor result(context.shape());
    const std::int64_t kept = context.shape().dims.back(), whole = dims.back();
    for (std::int64_t i = 0; i < result.elements(); ++i) {
        const std::complex<double> number = numbers(i / kept * whole + i % kept) / scale;
        if (kind == FftType::ToReal)
            result.reals()(i) = round_to(result.shape.type, number.real());
        else
            result.complexes()(i) = round_to(result.shape.type, number);
    }
    return result;
}

InstructionId expand_fft(Expansion& e) {
    const FftType kind = e.attributes().fft_type;
    const std::vector<std::int64_t>& length = e.attributes().fft_length;
    const Shape shape = e.shape();
    if (shape.elements() == 0 || e.shape_of(e.operand(0)).elements() == 0) return e.number(shape, 0);
    const std::size_t rank = shape.rank(), first = rank - length.size();
    const bool inverse = kind == FftType::Inverse || kind == FftType::ToReal;
    InstructionId x = e.operand(0);
    if (kind == FftType::FromReal) x = fourier_from_real(e, x);
    const bool last_is_real = kind == FftType::FromReal || kind == FftType::ToReal;
    for (std::size_t d = first; d < rank - (last_is_real ? 1 : 0); ++d) x = fourier(e, x, d, inverse);
    return kind == FftType::ToReal ? fourier_to_real(e, x, length.back()) : x;
}

} // namespace

const OpDefinition op_fft = {.kinds = kFloat | kComplex,
                             .infer = infer_fft,
                             .evaluate = evaluate_fft,
                             .form = ExpandForm{.expand = expand_fft},
                             .cost = Cost::Expensive};

} // namespace hlo2cpp
