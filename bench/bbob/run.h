/* run.h - runs an algorithm on functions, dimensions and instances. */
#ifndef BBOB_RUN_H
#define BBOB_RUN_H

/* Runs the algorithm that words[0] names, with the options of the bench and, after "--", of the algorithm. Prints a
 * line of JSON for each run, in the order in which runs end. Returns an exit code. */
int bbob_run(int count, char **words);

#endif
