/* The main program of samples/replicas/README.md for MPI, in C. */
#include "average.h"
#include "collectives_mpi.h"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    hlo2cpp_mpi* mpi = NULL;
    float in = 0.0f, out = 0.0f;
    int status = hlo2cpp_mpi_open(&mpi, &average_devices, MPI_COMM_WORLD);
    if (status == 0) {
        in = (float)(1 + 2 * hlo2cpp_mpi_device(mpi));
        status = average_run(hlo2cpp_mpi_device(mpi), hlo2cpp_mpi_table(mpi), &in, &out);
    }
    if (status != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    hlo2cpp_mpi_close(mpi);
    MPI_Finalize();
    return out > 1.9f && out < 2.1f ? 0 : 1;
}
