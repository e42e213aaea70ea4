real objective(const real *x, int n)
{
    real sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += x[i];
    return sum;
}
