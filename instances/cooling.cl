/* Sum of the squared errors of a cooling curve, y = x[0] + x[1] exp(-x[2] t), at measured points: rows of t and y. */
real objective(const real *x, int n, data given)
{
    real sum = R(0.0);
    for (uint k = 0; k < given.count; k += 2) {
        sum += real_square(x[0] + x[1] * real_exp(-x[2] * given.at[k]) - given.at[k + 1]);
    }
    return sum;
}
