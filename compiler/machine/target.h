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

// The memory that holds an arena.
struct ArenaMemory {
    // Bytes from which on steps may run a few rows at a time (bands); fewer are always there. 0: there is always
    // enough.
    std::int64_t scarce = 0;
    // The worth of bytes: bands make (bytes of the arena)^worth * (estimated cycles) the least.
    double worth = 1.0;
    // Bytes of the last cache of a core, and cycles of a line behind it, in addition. 0: there is none.
    std::int64_t last_cache = 0;
    double far_line = 0;
};
// Memory of an application processor, where time is worth more: on a Zen 4, networks took as long with the third to a
// half of the bytes that this leaves.
constexpr ArenaMemory behind_caches(double far_line) {
    return {.scarce = 256 * 1024, .worth = 1.0 / 3, .last_cache = 512 * 1024, .far_line = far_line};
}

struct Target {
    std::string name;
    std::string tools;    // the names of its compilers begin like this, as "arm-none-eabi-"; empty: of any machine's
    std::string emulator; // runs programs of Linux for this machine on another one; may be empty

    // ---- vectors
    const Isa* isa = nullptr;      // text of their intrinsics; null where there are no vectors
    std::int64_t vector_bytes = 0; // size of the widest vector; 0: scalar code
    // Vectors of sums alone, and the registers for them, where all else is scalars. They hold sums of integers, and
    // with `float_sums` those of f32 and elementwise f32, in which subnormal numbers become zeros. 0: there are none.
    std::int64_t sum_vector_bytes = 0, sum_vectors = 0;
    bool float_sums = false;
    // Compilers fuse no products and sums of vectors of floats, and take numbers in all lanes from memory: intrinsics
    // are better. Operators of such vectors may even be scalars.
    bool fuses_by_calls = false, operators_are_scalars = false;
    std::int64_t masked_bytes = 0; // vectors of so many bytes are loaded and stored under a mask; 0: none are
    // Products of s16 that instructions multiply and add at once, in a lane or a scalar: see AddPair and AddPairs. 0:
    // there are none.
    std::int64_t word_terms = 0;
    // The same of products of bytes of one type, multiplied as they lie: see AddDots.
    std::int64_t dot_terms = 0;
    // Two vectors of sums take products of one vector of bytes, which are added in pairs as s16: see AddShortProducts.
    bool short_products = false;
    // Two vectors of sums of f32 take products of f16 as they lie: see AddFirstProductsOfLane.
    bool half_products = false;
    bool half_arithmetic = false;    // vectors of f16 add, multiply and compare, each result rounded: see HalfSum
    bool narrows_two = false;        // two vectors of floats become one of bytes: see NearestOfTwo
    bool adds_multiples = false;     // one instruction for a vector of such sums times a scalar, see AddMultiple
    bool takes_core_numbers = false; // AddMultiple has its number in a core register
    bool dots_are_split = false;     // see AddSplitDots
    bool dots_take_words = false;    // from a vector with the next words of a row: see AddDotsOfWord
    bool dots_are_positive = false;  // those whose rows have no negative number are faster: AddPositiveDots
    bool interleaves = false;        // words of elements of several lines, see InterleavedWords, take few instructions
    bool tests_nearest = false;      // nearest integers take tests for NaNs and large numbers: see NearestBounded
    bool ordered_extremum = false;   // one instruction gives the larger of two floats: NaN wins, and +0 above -0
    bool makes_zeros = false;        // an instruction sets a register to zeros, so that none is kept for all tiles
    // True if copied constants are hidden from the compiler by an opaque pointer. GCC 12 copies 64 bytes wrongly if
    // registers are as long and all bytes but the first words are zeros: it spreads these words over all of them.
    bool hides_copied_constants = false;

    // ---- registers
    std::int64_t registers = 16;         // number of registers for f32 values, or vectors of them
    std::int64_t accumulators = 0;       // the most sums of a tile of vectors
    bool rows_are_held = false;          // a step of a tile of vectors loads the scalars of all rows at once
    bool integer_rows_first = false;     // rows of a tile of scalar integers take the taps that they share in turn
    std::int64_t unsaved_registers = 0;  // registers that a function may use without saving them for its caller
    bool sums_start_at_bias = false;     // tiles of vectors load their bias into the sums, so that no register holds it
    std::int64_t scalar_registers = 16;  // registers for a tile of scalars; compilers spill more
    std::int64_t integer_registers = 16; // registers for a tile of integers, without those of pointers and counters
    std::int64_t scalar_accumulators = 16; // the most sums of a tile of scalars

    // ---- cycles
    double latency = 4.0;       // of a multiply-add of vectors, until its sum can be added to again
    double per_cycle = 2.0;     // multiply-adds of vectors, and loads, that start in a cycle; of scalars it is one
    double loop_overhead = 1.0; // counting one step of a loop of scalars
    double tile_overhead = 8.0; // entering the innermost loop of a tile: addresses, first loads
    double clip_overhead = 8.0; // where the bounds of that loop are computed
    double test_overhead = 3.0; // of a row, or a run of taps, that stands behind a test
    double copy_cycles = 4.0;   // for each element of an operand that is copied so that it lies well
    // Cycles of a line of memory that the first cache does not hold: in addition, where it has lost it, and at least,
    // where it is one of a row of lines that follow each other. 0: there is no cache.
    double lost_line = 0, streamed_line = 0;

    // Additional cycles of a product of s32 in all lanes, and its addition to a sum, over a multiply-add of f32.
    double s32_product = 0;
    double dot_product = 0; // the same of four products of bytes and their addition
    // Instructions that make a vector of floats of integers that were loaded.
    double integers_to_floats = 1;
    // Additional cycles of one f16, or bf16, that is needed in all lanes, over an f32.
    double f16_in_all_lanes = 0, bf16_in_all_lanes = 0;

    // Additional cycles of a sum or product of floats where it is a function of the compiler's library.
    double float_cycles = 0;
    bool may_lack_fpu = false;   // products of integers and floats that are rounded are integers where there is none
    std::int64_t fused_bits = 0; // floats of up to so many bits have a fused multiply-add
    std::int64_t reach = 0;      // bytes from a base that the offset in a load spans; 0: as many as it takes

    // ---- code: limits of unrolling for speed
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
    // Most bytes of a table of values of a math function at positions; it takes flash instead of time. A Cortex-M7
    // computes 4,000 values, which take 16 kB, in half a million cycles.
    std::int64_t table_bytes = 1024 * 1024;
    // Cycles of a call that one byte of flash is worth: a constant that is read in two orders lies there twice only
    // where that saves more.
    double flash_byte_cycles = 0.25;
    double byte_cycles(Optimize optimize) const; // the same, for this goal

    // ---- when a register tile pays
    std::int64_t least_work = 64; // steps of reduction of a kernel; below, a plain loop is as good and shorter
    std::int64_t scratch_bytes = 64 * 1024; // of operands that are copied so that they lie well, at most

    // ---- memory
    ArenaMemory memory;
    std::int64_t wide_bytes = 64 * 1024; // of an operand of f16 or bf16 that is copied as f32, at most

    // ---- Winograd's convolutions (--optimize speed)
    std::int64_t winograd_scratch = 64 * 1024; // bytes of a strip: room in the first cache, or in scarce memory
    std::int64_t large_filters = 0; // bytes of weights that tiles of 4 x 4 results may take: four times the module's

    std::int64_t address_bits = 32; // 32: a buffer has less than 2^31 bytes; 64: less than 2^40
    std::int64_t constant_alignment() const { return std::max<std::int64_t>(16, vector_bytes); } // of a file's arrays
    std::string unfit; // condition of the preprocessor under which the code does not compile; may be empty
    // The processor that GCC tunes for, whatever its options say: tuned for some, it reads a vector that several rows
    // of a tile take anew for each of them, which a Zen 3 does in 1.3 times the time. May be empty.
    std::string tuning;
    // An optimization that GCC leaves out in the whole file, because what it writes then does not assemble; may be
    // empty.
    std::string left_out;
    std::string compiler_flags; // `run` and --measure pass them to a compiler
    // Flags for a host's compiler. Code without vectors runs on any host; flags of a Cortex-M are not for its compiler.
    std::string host_flags() const;
    // True if no compiler of this machine takes the code: it is for another one, and has more than portable C++.
    bool is_another_machine() const { return vector_bytes != 0 && !tools.empty() && !runs_here; }
    // True if one instruction starts in a cycle: a load takes the cycle of a multiply-add of vectors, too.
    bool issues_one() const { return sum_vector_bytes > 0; }
    // The machine as sums find it that are such vectors: `vector_bytes` and registers are theirs.
    Target with_vectors_of_sums() const;
    // The machine as ways of computing the same floats are compared.
    Target with_fpu() const;
    // The machine as kernels find it that have no vectors.
    Target without_vectors() const;
    bool runs_here = false; // on the machine that this program runs on, which is then named "native"
    std::int64_t buffer_limit() const {
        return address_bits == 32 ? (std::int64_t{1} << 31) - 1 : std::int64_t{1} << 40;
    }
};

// "native" is the last target of the table that runs on this machine.
std::optional<Target> find_target(std::string_view name);
std::vector<std::string> target_names();

} // namespace hlo2cpp
