/* Pressure vessel (Sandgren 1990), in inches: thicknesses of shell and head, radius, length */
#define CONSTRAINTS 3

real objective(const real *x, int n)
{
    const real shell = x[0], head = x[1], r = x[2], l = x[3];
    return R(0.6224) * shell * r * l + R(1.7781) * head * r * r + R(3.1661) * shell * shell * l
           + R(19.84) * shell * shell * r;
}

/* The plates bear the pressure, and the volume is at least 750 cubic feet. */
real constraint(const real *x, int n, int k)
{
    const real shell = x[0], head = x[1], r = x[2], l = x[3];
    const real volume = R(3.14159265358979324) * r * r * (l + R(1.33333333333333333) * r);
    return k == 0 ? R(0.0193) * r - shell : k == 1 ? R(0.00954) * r - head : R(1.0) - volume / R(1296000.0);
}
