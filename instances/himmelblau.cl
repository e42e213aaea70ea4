/* himmelblau.cl - Himmelblau's function (1972): it is 0 at four places, one of which is (3, 2).
 *
 * swarmcl pso instances/himmelblau.cl --dim 2 --bounds -5:5
 */
real objective(const real *x, int n)
{
    const real a = x[0] * x[0] + x[1] - 11;
    const real b = x[0] + x[1] * x[1] - 7;
    return a * a + b * b;
}
