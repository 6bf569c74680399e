/* The table of hlo2cpp_collectives.h over MPI-3, for C and C++: each rank is a device. */
#ifndef HLO2CPP_COLLECTIVES_MPI_H
#define HLO2CPP_COLLECTIVES_MPI_H

#include "hlo2cpp_collectives.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Results beside 0. Others are -N for MPI's error class N: MPI_Error_string(N, ...) has its text. */
enum {
    HLO2CPP_MPI_WRONG_RANKS = -1001, /* the communicator has more or fewer ranks than the program has devices */
    HLO2CPP_MPI_NO_MEMORY = -1002,
    HLO2CPP_MPI_TOO_MANY_TICKETS = -1003 /* more than this MPI has tags */
};

typedef struct hlo2cpp_mpi hlo2cpp_mpi;

/* Opens the table; all ranks of `ranks` call it, and rank d is device d. Sets *mpi, to NULL if the result is not 0.
 * `devices` is the NAME_devices of the program. All memory is allocated here. */
int hlo2cpp_mpi_open(hlo2cpp_mpi** mpi, const hlo2cpp_devices* devices, MPI_Comm ranks);

int32_t hlo2cpp_mpi_device(const hlo2cpp_mpi* mpi);
const hlo2cpp_collectives* hlo2cpp_mpi_table(const hlo2cpp_mpi* mpi);

/* Closes the table; all ranks call it, before MPI_Finalize, with no exchange in flight.
 * A rank whose program returned a result other than 0 calls MPI_Abort instead, which ends the other ranks. */
void hlo2cpp_mpi_close(hlo2cpp_mpi* mpi);

#ifdef __cplusplus
}
#endif
#endif
