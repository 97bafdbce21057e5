/* A heat stencil on a ring of strips: what the example of 64 MPI ranks runs.
 *
 * Each rank owns a strip of rows. A step exchanges the border rows with both neighbours, works on the strip, and every
 * fifth step all ranks agree on the largest change. The work is told to the simulator in floating-point operations, so
 * the recording is the same on every machine. README.md says how it was recorded.
 */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdlib.h>

#define STEPS 60
#define CELLS 4096
#define FLOPS 4e6

static void exchange(double *strip, int before, int behind)
{
  MPI_Request requests[4];
  MPI_Irecv(strip, CELLS, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(strip + 3 * CELLS, CELLS, MPI_DOUBLE, behind, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(strip + CELLS, CELLS, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(strip + 2 * CELLS, CELLS, MPI_DOUBLE, behind, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double *strip = calloc(4 * CELLS, sizeof *strip);
  double change = 1, largest = 0;
  MPI_Bcast(strip, CELLS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int step = 0; step < STEPS; step++) {
    exchange(strip, (rank + ranks - 1) % ranks, (rank + 1) % ranks);
    smpi_execute_flops(FLOPS);
    if (step % 5 == 4)
      MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  MPI_Reduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  free(strip);
  MPI_Finalize();
  return 0;
}
