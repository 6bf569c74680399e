// Runs the program of program.h on the ranks of MPI.
#include "collectives_mpi.h"
#include "program.h"
#include <cstdio>

using namespace replicas;

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    Task task;
    if (!read_task(argc, argv, task)) MPI_Abort(MPI_COMM_WORLD, 2);
    const Plan plan(task.devices, kTickets);
    hlo2cpp_mpi* mpi = nullptr;
    int status = hlo2cpp_mpi_open(&mpi, &plan.table, MPI_COMM_WORLD);
    if (status == HLO2CPP_MPI_WRONG_RANKS) {
        printf("the program is for %d ranks\n", task.devices);
        MPI_Finalize();
        return 3;
    }
    Arrays arrays;
    if (status == 0) status = run(task, plan, hlo2cpp_mpi_device(mpi), *hlo2cpp_mpi_table(mpi), arrays);
    if (status != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    hlo2cpp_mpi_close(mpi);
    MPI_Finalize();
    return 0;
}
