/* Costs of a day with stocks x of n goods: 1 for each unit left over, 4 for each one missing. Demands are random, of mean 100
 * and deviation 20, so the best stock of each good is 116.83, and its mean cost 28.00 (the newsvendor problem). */
real objective(const real *x, int n, draws from)
{
    real cost = R(0.0);
    for (int i = 0; i < n; ++i) {
        const real left = x[i] - (R(100.0) + R(20.0) * draw_normal(from, i));
        cost += left > R(0.0) ? left : R(-4.0) * left;
    }
    return cost;
}
