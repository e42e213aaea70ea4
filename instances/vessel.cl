/* Pressure vessel (Sandgren 1990): two thicknesses in sixteenths of an inch, radius and length in inches */
real excess(real g)
{
    return real_maximum(g, R(0.0)); /* a condition g <= 0 is broken by this much */
}
real objective(const real *x, int n)
{
    const real shell = R(0.0625) * real_nearest(x[0]), head = R(0.0625) * real_nearest(x[1]), r = x[2], l = x[3];
    const real cost = R(0.6224) * shell * r * l + R(1.7781) * head * r * r + R(3.1661) * shell * shell * l
                      + R(19.84) * shell * shell * r;
    const real volume = R(3.14159265358979) * r * r * (l + R(1.33333333333333) * r);
    return cost + R(1e5) * (excess(R(0.0193) * r - shell) + excess(R(0.00954) * r - head)
                            + excess(R(1.0) - volume / R(1296000.0)));
}
