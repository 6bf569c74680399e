/* hlo2cpp_collectives.h: the functions that a program for several devices needs of its host, for C11 and C++11.
 *
 * Each device runs the same program. Device d is replica d / partitions and partition d % partitions. The program
 * computes; these functions only move bytes. Reductions are folded by the program, so every host gives the same bits.
 * Generated headers hold the lines between the guards byte for byte.
 */
#ifndef HLO2CPP_COLLECTIVES_1
#define HLO2CPP_COLLECTIVES_1

#include <stddef.h>
#include <stdint.h>

/* Facts about a program, which a host reads once before the devices start: NAME_devices of a generated file.
 *
 * A list of groups divides devices into groups; a device has a place in its group, counted from 0. Two-dimensional
 * arrays are indexed [list or permutation][device]. They are NULL where their count is 0. */
typedef struct hlo2cpp_devices {
    int32_t devices; /* replicas * partitions */
    int32_t replicas;
    int32_t partitions;

    int32_t group_lists;
    const int32_t* group_of; /* [group_lists][devices]: the group of a device; -1: it is in none */
    const int32_t*
        place_in; /* [group_lists][devices]: its place in this group; the parts of an exchange lie by place */

    int32_t permutations;
    const int32_t* source_of; /* [permutations][devices]: the device it receives from; -1: from none, it gets zeros */
    const int32_t* target_of; /* [permutations][devices]: the device it sends to; -1: to none */

    int32_t tickets; /* the number of exchanges that a device may have in flight */
} hlo2cpp_devices;

/* The functions of one device. Every function but `wait` starts an exchange and may return before it is finished;
 * `wait` returns when it is finished. Each start has exactly one wait.
 *
 * Promises of the program:
 * - A ticket, 0 to tickets - 1, is in use from its start to its wait, and starts one exchange at a time.
 * - All devices of a group make the same calls in the same order, with the same list, ticket and sizes. Groups of one
 *   list may make different numbers of calls. Waits may come in any order.
 * - All groups of one list that make a call have the same number of devices.
 * - A device whose group is -1 calls `broadcast` at most.
 * - `to` overlaps no `from` and no other `to` of the exchanges in flight. `from` and the arrays of rows and counts stay
 *   unchanged until the wait; `to` is undefined until then.
 * - After a result other than 0 the program calls no function of the table again.
 *
 * Promises of the host:
 * - 0 is success. The program returns any other result at once, as the result of NAME_run. Negative numbers are the
 *   host's; positive ones are NAME_run's own.
 * - No function allocates memory of its own, and a transfer of 0 bytes is legal, with any pointers.
 * - If a device ends early, the waits of the others return a result other than 0, or their processes are ended.
 */
typedef struct hlo2cpp_collectives {
    void* self; /* the first argument of every function */

    /* Every device of the group gets the parts of all, by place: `to` has one part for each device of the group. */
    int (*all_gather)(void* self, int32_t ticket, int32_t groups, const void* from, void* to, size_t bytes_of_part);

    /* Part p of `from` goes to place p; part p of `to` comes from place p. */
    int (*all_to_all)(void* self, int32_t ticket, int32_t groups, const void* from, void* to, size_t bytes_of_part);

    /* An all-to-all with parts of different lengths, in rows: from_counts[p] rows that start at row from_rows[p] of
     * `from` go to place p; to_counts[p] rows that start at row to_rows[p] of `to` come from place p. Other rows of
     * `to` keep their values. The counts of sender and receiver are equal. */
    int (*all_to_all_ragged)(void* self, int32_t ticket, int32_t groups, const void* from, const int32_t* from_rows,
                             const int32_t* from_counts, void* to, const int32_t* to_rows, const int32_t* to_counts,
                             size_t bytes_of_row);

    /* Every device of the group gets `from` of the device at place 0; a device in no group gets zeros. */
    int (*broadcast)(void* self, int32_t ticket, int32_t groups, const void* from, void* to, size_t bytes);

    /* A device gets `from` of its source, or zeros if it has none. A device may be its own source. */
    int (*permute)(void* self, int32_t ticket, int32_t permutation, const void* from, void* to, size_t bytes);

    /* Finishes the exchange of a ticket. */
    int (*wait)(void* self, int32_t ticket);
} hlo2cpp_collectives;

#endif
