/* Pressure vessel (Sandgren 1990): two thicknesses in sixteenths of an inch, radius and length in inches */
#define CONSTRAINTS 3

real objective(const real *x, int n)
{
    const real shell = R(0.0625) * real_nearest(x[0]), head = R(0.0625) * real_nearest(x[1]), r = x[2], l = x[3];
    return R(0.6224) * shell * r * l + R(1.7781) * head * r * r + R(3.1661) * shell * shell * l
           + R(19.84) * shell * shell * r;
}

/* The thicknesses bear the pressure, and the volume is at least 750 cubic feet. */
real constraint(const real *x, int n, int k)
{
    const real shell = R(0.0625) * real_nearest(x[0]), head = R(0.0625) * real_nearest(x[1]), r = x[2], l = x[3];
    const real volume = R(3.14159265358979324) * r * r * (l + R(1.33333333333333333) * r);
    return k == 0 ? R(0.0193) * r - shell : k == 1 ? R(0.00954) * r - head : R(1.0) - volume / R(1296000.0);
}
