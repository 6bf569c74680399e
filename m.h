/* m.h: written by hlo2cpp 0.2.0 from module jit_long_sums (sha256 6b1a5497473a). Do not edit: run again
 *
 *     hlo2cpp compile long_sums.hlo --name m --target x86-64-v2
 *
 * This file and m.cpp may be used under any licence their owner likes.
 *
 *     RAM     160 bytes of arena                work   3816 multiply-adds
 *     flash   6144 bytes of weights; code not measured (--measure)
 *     stack   not measured (--measure); local arrays are 160 bytes
 */
#ifndef m_H
#define m_H
#ifdef M_HASH
#error "the macros of this header are those of another: names of models must differ in more than case"
#endif

#include <stdint.h>
#ifdef __cplusplus
#define M_NOEXCEPT noexcept
extern "C" {
#else
#define M_NOEXCEPT
#endif

#define M_VERSION "0.2.0" /* of hlo2cpp */
#define M_MODULE_SHA256 "6b1a5497473a1c5546e16780eea785075edf59d8b50123136a163706e90cad23" /* of the module's file */
#define M_HASH 0x583b6b98u /* of version, module and options, for m.cpp to be of the same run */
#define M_ARENA_BYTES 160
#define M_ARENA_ALIGNMENT 16
#define M_ALIGNMENT 8 /* of every argument, in bytes */
#define M_WEIGHTS_BYTES 6144 /* of constants */
#define M_ROWS_1_ELEMENTS 85
#define M_MATRIX_1_ELEMENTS 280
#define M_VECTOR_1_ELEMENTS 40
#define M_LINE_1_ELEMENTS 1000
#define M_WIDE_1_ELEMENTS 69
#define M_X_1_ELEMENTS 16
#define M_OUT0_ELEMENTS 5
#define M_OUT1_ELEMENTS 5
#define M_OUT2_ELEMENTS 7
#define M_OUT3_ELEMENTS 1
#define M_OUT4_ELEMENTS 3
#define M_OUT5_ELEMENTS 32

/* What the functions return, the same numbers for every model. */
enum {
    M_OK = 0,
    M_NO_ARENA = 1,       /* no context, or no arena in it */
    M_MISALIGNED = 2,     /* its arena is not aligned to M_ARENA_ALIGNMENT */
    M_NO_STATE = 3,       /* no context, or no state in it */
    M_POISONED = 4,       /* with --poison: a step wrote where it must not */
    M_TOO_MANY_ROUNDS = 5, /* with --max-trips: a loop was stopped that data would have gone on with */
    M_WRONG_WEIGHTS = 6,   /* the constants are missing, of another run, or changed (found by the self-test) */
    M_WRONG_RESULT = 7     /* of the self-test: a result is off */
};

/* Computes out0, out1, out2, out3, ... (2 more) from rows_1, matrix_1, vector_1, line_1, ... (2 more).
 *
 *     rows_1     in      f32[5,17]{1,0}    340 bytes   parameter 0, "rows.1"
 *     matrix_1   in      f32[7,40]{1,0}   1120 bytes   parameter 1, "matrix.1"
 *     vector_1   in      f32[40]{0}        160 bytes   parameter 2, "vector.1"
 *     line_1     in      f32[1000]{0}     4000 bytes   parameter 3, "line.1"
 *     wide_1     in      f64[3,23]{1,0}    552 bytes   parameter 4, "wide.1"
 *     x_1        in      f32[16]{0}         64 bytes   parameter 5, "x.1"
 *     out0       out     f32[5]{0}          20 bytes   result 0
 *     out1       out     f32[5]{0}          20 bytes   result 1
 *     out2       out     f32[7]{0}          28 bytes   result 2
 *     out3       out     f32[]               4 bytes   result 3
 *     out4       out     f64[3]{0}          24 bytes   result 4
 *     out5       out     f32[32]{0}        128 bytes   result 5
 *
 * Arguments are aligned to M_ALIGNMENT and do not overlap. What is "in" is only read; "inout" holds a result
 * afterwards. What is "out" may hold other arrays meanwhile, and is read, too. Not reentrant: the arena is one for
 * the program.
 */
#ifndef M_NO_OWN_ARENA /* define it, for m.cpp too, where only m_run_in is used: no arena is reserved */
int m_run(const float* rows_1, const float* matrix_1, const float* vector_1, const float* line_1,
        const double* wide_1, const float* x_1, float* out0, float* out1, float* out2, float* out3,
        double* out4, float* out5) M_NOEXCEPT;
#endif

/* The same in memory of the caller's: reentrant, one context a thread. */
typedef struct m_context {
    void* arena; /* M_ARENA_BYTES, aligned to M_ARENA_ALIGNMENT; holds nothing between calls */
} m_context;

int m_run_in(m_context* context, const float* rows_1, const float* matrix_1, const float* vector_1,
        const float* line_1, const double* wide_1, const float* x_1, float* out0, float* out1,
        float* out2, float* out3, double* out4, float* out5) M_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
