// Runs the block on two devices, which are processes over MPI:
//
//     mpirun -np 2 transformer_mpi
#include <mpi.h>
#include <string.h>

#include "block.h"
#include "collectives_mpi.h"

namespace {

const Arguments arguments;
Device device;

// Whether the results of all processes have the same bits.
bool are_same() {
    static float of_first[BLOCK_2_OUT_ELEMENTS];
    memcpy(of_first, device.result, sizeof of_first);
    MPI_Bcast(of_first, BLOCK_2_OUT_ELEMENTS, MPI_FLOAT, 0, MPI_COMM_WORLD);
    int is_same = memcmp(of_first, device.result, sizeof of_first) == 0;
    MPI_Allreduce(MPI_IN_PLACE, &is_same, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return is_same != 0;
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    hlo2cpp_mpi* mpi = nullptr;
    int status = hlo2cpp_mpi_open(&mpi, &block_2_devices, MPI_COMM_WORLD);
    if (status == HLO2CPP_MPI_WRONG_RANKS) fprintf(stderr, "start it with mpirun -np %d\n", BLOCK_2_DEVICES);
    if (status == 0) status = device.run(arguments, hlo2cpp_mpi_device(mpi), hlo2cpp_mpi_table(mpi));
    if (status != 0) MPI_Abort(MPI_COMM_WORLD, status); // ends all devices
    bool is_good = are_same();
    if (hlo2cpp_mpi_device(mpi) == 0) {
        printf("devices    %d processes, %s\n", BLOCK_2_DEVICES, is_good ? "with the same bits" : "which DIFFER");
        is_good = is_right(arguments, device.result) && is_good;
    }
    hlo2cpp_mpi_close(mpi);
    MPI_Finalize();
    return is_good ? 0 : 1;
}
