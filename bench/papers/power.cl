/* papers_power_exact - computes choice-info of every edge by the driver's pow(), as Cecilia et al. did at first.
 * papers_power_fast - the same by native_powr(), which uses the hardware's power function.
 *
 * NDRange     power.c: one work-item per element of the matrix, groups of its choice
 * Required    nothing
 * Reads       trails[count] float, heuristic[count] float
 * Writes      choice_info[count] float
 * Draws       nothing
 * Checked by  bench/papers/power.c
 * After       Cecilia et al. (2013), section 5.1.1 and Fig. 6
 *
 * The library uses neither kernel, because the bits of pow(), and therefore tours, would depend on the driver.
 */
__kernel void papers_power_exact(
    __global const float *restrict trails,    /* [count] trail of each edge */
    __global const float *restrict heuristic, /* [count] heuristic of each edge */
    __global float *restrict choice_info,     /* [count] choice-info of each edge */
    const float alpha, const float beta)
{
    const size_t cell = get_global_id(0);
    choice_info[cell] = pow(trails[cell], alpha) * pow(heuristic[cell], beta);
}

__kernel void papers_power_fast(
    __global const float *restrict trails,    /* [count] trail of each edge */
    __global const float *restrict heuristic, /* [count] heuristic of each edge */
    __global float *restrict choice_info,     /* [count] choice-info of each edge */
    const float alpha, const float beta)
{
    const size_t cell = get_global_id(0);
    choice_info[cell] = native_powr(trails[cell], alpha) * native_powr(heuristic[cell], beta);
}
