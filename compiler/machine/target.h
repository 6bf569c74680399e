// Facts about the machine that the code is for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/goal.h"

namespace hlo2cpp {

struct Isa;

struct Target {
    std::string name;

    // ---- vectors
    const Isa* isa = nullptr;      // text of their intrinsics; null where there are no vectors
    std::int64_t vector_bytes = 0; // size of the widest vector; 0: scalar code
    std::int64_t masked_bytes = 0; // vectors of so many bytes are loaded and stored under a mask; 0: none are
    bool ordered_extremum = false; // one instruction gives the larger of two floats: NaN wins, and +0 above -0
    bool makes_zeros = false;      // an instruction sets a register to zeros, so that none is kept for all tiles
    // Copied constants are hidden from the compiler by an opaque pointer: GCC 12 spreads the words that 64 bytes begin
    // with over all of them, where the others are zeros and registers are as long.
    bool hides_copied_constants = false;

    // ---- registers
    std::int64_t registers = 16;        // that hold f32 values, or vectors of them
    std::int64_t accumulators = 0;      // the most sums of a tile of vectors
    bool rows_are_held = false;         // a step of a tile of vectors loads the scalars of all rows at once
    std::int64_t unsaved_registers = 0; // those that a function may use without saving them for its caller
    bool sums_start_at_bias = false;    // tiles of vectors load their bias into the sums, so that no register holds it
    std::int64_t scalar_registers = 16; // what a tile of scalars may use; its compiler loses more to the stack
    std::int64_t scalar_accumulators = 16; // the most sums of a tile of scalars

    // ---- cycles
    double latency = 4.0;       // of a multiply-add of vectors, until its sum can be added to again
    double per_cycle = 2.0;     // multiply-adds of vectors, and loads, that start in a cycle; of scalars it is one
    double loop_overhead = 1.0; // counting one step of a loop of scalars
    double tile_overhead = 8.0; // entering the innermost loop of a tile: addresses, first loads
    double clip_overhead = 8.0; // where the bounds of that loop are computed
    double test_overhead = 3.0; // of a row, or a run of taps, that stands behind a test
    double copy_cycles = 4.0;   // for each element of an operand that is copied so that it lies well

    // Additional cycles of one f16, or bf16, that is needed in all lanes, over an f32.
    double f16_in_all_lanes = 0, bf16_in_all_lanes = 0;

    std::int64_t fused_bits = 0; // floats of up to so many bits have a fused multiply-add
    std::int64_t reach = 0;      // bytes from a base that the offset in a load spans; 0: as many as it takes

    // ---- code: what is written out for the sake of speed, at most
    struct Unrolling {
        std::int64_t boxes = 1;      // that a kernel's points are cut into, so that guards are decided
        std::int64_t taps = 1;       // of a border
        std::int64_t statements = 0; // of a loop of `run`; measured with decompositions of matrices of 3 to 12 rows
    };
    Unrolling balanced = {.boxes = 9, .taps = 16, .statements = 256};
    Unrolling speed = {.boxes = 81, .taps = 64, .statements = 512};
    Unrolling unrolling(Optimize optimize) const;
    std::int64_t unrolled_steps = 4; // of an innermost loop: neighbouring taps then share their loads
    std::int64_t full_tile = 8;      // sums of a tile of scalars that needs no copies of its step

    bool scarce_flash = false; // functions that differ in sizes alone are one
    // Values of math functions of positions that take flash instead of time: bytes of one array, at most. A Cortex-M7
    // computes 4,000 of them, which take 16 kB, in half a million cycles.
    std::int64_t table_bytes = 1024 * 1024;
    // Cycles of a call that one byte of flash is worth: a constant that is read in two orders lies there twice only
    // where that saves more.
    double flash_byte_cycles = 0.25;

    // ---- when a register tile pays
    std::int64_t least_work = 64; // steps of reduction of a kernel; below, a plain loop is as good and shorter
    std::int64_t scratch_bytes = 64 * 1024; // of operands that are copied so that they lie well, at most

    // ---- memory
    // Where the arrays that are needed at one time have more bytes, steps may run a few rows at a time (bands); less
    // is there anyway. 0: there is always enough.
    std::int64_t scarce_arena = 0;
    std::int64_t wide_bytes = 64 * 1024; // of an operand of f16 or bf16 that is copied as f32, at most

    // ---- Winograd's convolutions (--optimize speed)
    std::int64_t winograd_scratch = 64 * 1024; // bytes of a strip: what the first cache, or scarce memory, has room for
    std::int64_t large_filters = 0; // bytes of weights that tiles of 4 x 4 results may take: four times the module's

    std::int64_t address_bits = 32; // 32: a buffer has less than 2^31 bytes; 64: less than 2^40
    std::string unfit;              // condition of the preprocessor under which the code does not compile; may be empty
    std::string compiler_flags;     // `run` and --measure pass them to a compiler
    std::int64_t buffer_limit() const {
        return address_bits == 32 ? (std::int64_t{1} << 31) - 1 : std::int64_t{1} << 40;
    }
};

// "native" is the best of the x86-64 targets (or cortex-a) that this machine can run.
std::optional<Target> find_target(std::string_view name);
std::vector<std::string> target_names();

} // namespace hlo2cpp
