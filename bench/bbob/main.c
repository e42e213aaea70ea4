/* bbob - measures algorithms by the 24 noiseless functions of BBOB (functions.h).
 *
 *     bbob check VALUES [OPTIMA]                      compare the functions with tables of values (check.h)
 *     bbob sample                                     print such a table of a few instances
 *     bbob run ALGORITHM [OPTIONS] [-- --OPTION VALUE ...]
 *                                                     run an algorithm, with the program's options for `pso` (run.h)
 *     bbob objective FUNCTION DIMENSIONS INSTANCE     print a function in OpenCL C, for `swarmcl pso FILE --data DATA`
 *     bbob data FUNCTION DIMENSIONS INSTANCE          print the numbers of an instance, DATA
 *     bbob version                                    print the version of the library
 *
 * Exit code 0: done; 1: values differ, or a run failed; 2: wrong arguments. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swarmcl/swarmcl.h>

#include "check.h"
#include "instance.h"
#include "run.h"

typedef bool write_fn(const struct bbob_instance *instance, FILE *file);

static int print_instance(char **words, write_fn *write)
{
    const int function = atoi(words[0]), dimensions = atoi(words[1]), number = atoi(words[2]);
    if (!bbob_instance_exists(function, dimensions, number)) {
        fprintf(stderr, "bbob: expected a function from 1 to %d, %d to %d dimensions and an instance from 1\n",
                BBOB_FUNCTIONS, BBOB_DIMENSIONS_LEAST, BBOB_DIMENSIONS_MOST);
        return 2;
    }
    struct bbob_instance *instance = bbob_instance_create(function, dimensions, number);
    const bool written = instance && write(instance, stdout);
    bbob_instance_destroy(instance);
    return written ? 0 : 1;
}

int main(int count, char **words)
{
    const char *command = count > 1 ? words[1] : "";
    if (strcmp(command, "check") == 0 && (count == 3 || count == 4)) {
        return bbob_check(words[2], count == 4 ? words[3] : NULL) ? 0 : 1;
    }
    if (strcmp(command, "sample") == 0 && count == 2) {
        bbob_check_write(stdout);
        return 0;
    }
    if (strcmp(command, "version") == 0 && count == 2) {
        printf("%s\n", swarm_version());
        return 0;
    }
    if (strcmp(command, "run") == 0) {
        return bbob_run(count - 2, words + 2);
    }
    if (strcmp(command, "objective") == 0 && count == 5) {
        return print_instance(words + 2, bbob_instance_write);
    }
    if (strcmp(command, "data") == 0 && count == 5) {
        return print_instance(words + 2, bbob_instance_write_data);
    }
    fprintf(stderr,
            "usage: bbob version | check VALUES [OPTIMA] | sample | run ALGORITHM [OPTIONS] | objective|data "
            "FUNCTION DIMENSIONS INSTANCE\n");
    return 2;
}
