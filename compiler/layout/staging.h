// Staging: operands of a kernel are copied first, in a form that it reads faster.
//
// The operand of a convolution is copied so that the pixels of its result are one line:
//
//     rows of the operand, each with its padding,        . . . . .
//     one behind the other: tap (i, j) of point p        . a b c . d e f . g h i .
//     lies at p + i * pitch + j                          . . . . .          here 3 + 1 elements a row: the pitch
//
// Vectors run over the ends of rows then, and no tap needs a test. Points between the rows are computed, too; nothing
// reads them. With strides, a tap reads every second (third, ...) row and column: a phase of the operand, which is a
// line of its own.
//
//     stride 2, phase (i % 2, j % 2):                    . . .         a . .         . . .         . b .
//     tap (i, j) of point p lies at                      a c .   ...   (0, 0): read by taps (0, 0), (0, 2), (2, 0) and
//     p + i / 2 * pitch + j / 2 there                                  (2, 2)
#pragma once

#include "kernel/array_layout.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

struct StagedOperand {
    enum class Lies : std::uint8_t { RowMajor, LikeOperand, LikeResult };

    ArgumentId operand; // of the kernel, or a copy before this one
    // Together they write the copy, their argument 0, from the operand, argument 1. All but the first update it:
    // argument 2 is the copy before. Zeros have argument 0 alone.
    std::vector<Kernel> copies;
    Lies lies = Lies::RowMajor; // order of the copy's dimensions
    const char* label = "";     // of the steps
    const char* computes = "";

    const KernelArgument& copy() const { return copies[0].arguments[0]; }
};

struct Staging {
    std::vector<StagedOperand> operands; // in the order in which they are copied
    Kernel reader;                       // on the kernel's arguments, and behind them the copies
    // Factor of the estimated cycles, for what the estimate does not know.
    double factor = 1;
    ArrayLayout result = {};            // of the reader's result; of no dimension: any
    std::vector<ArgumentId> alike = {}; // other arguments that are read pixel by pixel: their layouts are the result's
};

// The forms that fit a convolution; none if it has no two spatial dimensions, or reads its operand in another way:
//   - lines, which one kernel copies, element by element;
//   - lines, which are set to zeros, and rows copied between these;
//   - an image whose pixels are repeated (up-sampled) is stored: an element's place follows from a quotient otherwise,
//     for which no register tile has rows. The result may lie in any way.
// Pixels of the result and of `alike` leave the rows of their arrays in lines.
std::vector<Staging> stagings_of_image(const Kernel& kernel);

// Layouts of the reader's arguments, given those of the kernel's: `staging` adds those of the copies.
std::vector<ArrayLayout> layouts_of_reader(const Staging& staging, const Kernel& kernel,
                                           std::vector<ArrayLayout> layouts);
// Layouts of the arguments of the copy's kernels, given those of the reader; `number` of `staging.operands`.
std::vector<ArrayLayout> layouts_of_copy(const Staging& staging, std::size_t number,
                                         const std::vector<ArrayLayout>& of_reader);

} // namespace hlo2cpp
