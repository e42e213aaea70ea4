/* objective_rows.h - the table of built-in objectives. An objective has a row here and a function in
 * cl/pso/objectives.h.
 *
 * ROW(function, name, formula, bounds, source,
 *     properties, sense, dimensions, fewest, most, shift, lower, upper, best, place, published)
 *
 * function: objective_<function>. properties: words of docs/functions.md. dimensions: the default; fewest, most: their limits. shift: SHIFT if no value outside
 * the bounds is better, else STAY. lower, upper: bounds of coordinate i, 0 to n - 1. best: the best value. place:
 * coordinate i of a position with this value. published: the authors' constants.
 */
#ifndef SWARMCL_PSO_OBJECTIVE_ROWS_H
#define SWARMCL_PSO_OBJECTIVE_ROWS_H

/* clang-format off */
#define PSO_OBJECTIVE_ROWS(ROW) \
    ROW(sphere, "sphere", "sum x_i^2", "[-100, 100]", "De Jong 1975", \
        "separable", MINIMISE, 30, 1, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(sum_squares, "sum-squares", "sum i x_i^2", "[-10, 10]", "Molga and Smutnicki 2005", \
        "separable", MINIMISE, 30, 1, MOST, SHIFT, -10, 10, 0, 0, NULL) \
    ROW(elliptic, "elliptic", "sum 10^(6 (i-1)/(n-1)) x_i^2", "[-100, 100]", "Hansen and Ostermeier 2001", \
        "separable, ill-conditioned", MINIMISE, 30, 1, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(bent_cigar, "bent-cigar", "x_1^2 + 10^6 sum_{i>1} x_i^2", "[-100, 100]", "Hansen and Ostermeier 2001", \
        "separable, ill-conditioned", MINIMISE, 30, 1, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(schwefel_1_2, "schwefel-1.2", "sum_i (sum_{j<=i} x_j)^2", "[-100, 100]", "Schwefel 1981", \
        "ill-conditioned", MINIMISE, 30, 1, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(schwefel_2_21, "schwefel-2.21", "max |x_i|", "[-100, 100]", "Schwefel 1981", \
        "separable, plateau", MINIMISE, 30, 1, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(schwefel_2_22, "schwefel-2.22", "sum |x_i| + prod |x_i|", "[-10, 10]", "Schwefel 1981", \
        "separable", MINIMISE, 30, 1, PRODUCT, SHIFT, -10, 10, 0, 0, NULL) \
    ROW(step, "step", "sum floor(x_i + 0.5)^2", "[-100, 100]", "Yao, Liu and Lin 1999", \
        "separable, plateau", MINIMISE, 30, 1, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(rosenbrock, "rosenbrock", "sum_{i<n} 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2", "[-30, 30]", "Rosenbrock 1960", \
        "valley", MINIMISE, 30, 2, MOST, SHIFT, -30, 30, 0, 1, NULL) \
    ROW(zakharov, "zakharov", "sum x_i^2 + s^2 + s^4, s = sum 0.5 i x_i", "[-5, 10]", "Chelouah and Siarry 2000", \
        "ill-conditioned", MINIMISE, 30, 1, MOST, SHIFT, -5, 10, 0, 0, NULL) \
    /* minimiser: x_i^2 = x_{i-1} / 2, so x_i = 2^(2^(1-i) - 1) */ \
    ROW(dixon_price, "dixon-price", \
        "(x_1 - 1)^2 + sum_{i>1} i (2 x_i^2 - x_{i-1})^2", "[-10, 10]", "Dixon and Price 1989", \
        "valley", MINIMISE, 30, 1, MOST, SHIFT, -10, 10, 0, root_of_2(i) / 2, NULL) \
    ROW(trid, "trid", \
        "sum (x_i - 1)^2 - sum_{i>1} x_i x_{i-1}", "[-n^2, n^2]", "Neumaier; Ali, Khompatraporn and Zabinsky 2005", \
        "ill-conditioned", MINIMISE, 10, 1, MOST, SHIFT, -(double)n * n, (double)n * n, \
        -(double)n * (n + 4.0) * (n - 1.0) / 6, (i + 1.0) * (n - (double)i), NULL) \
    ROW(griewank, "griewank", "1 + sum x_i^2 / 4000 - prod cos(x_i / sqrt(i))", "[-600, 600]", "Griewank 1981", \
        "multimodal", MINIMISE, 30, 1, MOST, SHIFT, -600, 600, 0, 0, NULL) \
    ROW(rastrigin, "rastrigin", "10 n + sum (x_i^2 - 10 cos(2 pi x_i))", \
        "[-5.12, 5.12]", "Rastrigin 1974; Muehlenbein, Schomisch and Born 1991", \
        "separable, multimodal", MINIMISE, 30, 1, MOST, SHIFT, -5.12, 5.12, 0, 0, NULL) \
    ROW(ackley, "ackley", \
        "-20 exp(-0.2 sqrt(sum x_i^2 / n)) - exp(sum cos(2 pi x_i) / n) + 20 + e", "[-32.768, 32.768]", "Ackley 1987", \
        "separable, multimodal", MINIMISE, 30, 1, MOST, SHIFT, -32.768, 32.768, 0, 0, NULL) \
    /* the formula's constant has 16 digits, so the minimum differs from 0 by up to about 1e-13 n */ \
    ROW(schwefel_2_26, "schwefel-2.26", \
        "418.9828872724338 n - sum x_i sin(sqrt(|x_i|))", "[-500, 500]", "Schwefel 1981", \
        "separable, multimodal", MINIMISE, 30, 1, MOST, STAY, -500, 500, 0, 420.96874635998203, NULL) \
    ROW(levy, "levy", \
        "sin^2(pi w_1) + sum_{i<n} (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1)) + (w_n - 1)^2 (1 + sin^2(2 pi " \
        "w_n)), w_i = 1 + (x_i - 1) / 4", "[-10, 10]", "Levy and Montalvo 1985; Laguna and Marti 2005", \
        "separable, multimodal", MINIMISE, 30, 1, MOST, SHIFT, -10, 10, 0, 1, NULL) \
    /* each term is a quartic: its other minimum is higher, and it rises outside the bounds */ \
    ROW(styblinski_tang, "styblinski-tang", \
        "0.5 sum (x_i^4 - 16 x_i^2 + 5 x_i)", "[-5, 5]", "Styblinski and Tang 1990", \
        "separable, multimodal", \
        MINIMISE, 30, 1, MOST, SHIFT, -5, 5, -39.166165703771415 * n, -2.9035340277711771, NULL) \
    ROW(alpine_1, "alpine-1", "sum |x_i sin(x_i) + 0.1 x_i|", "[-10, 10]", "Clerc 1999", \
        "separable, multimodal", MINIMISE, 30, 1, MOST, SHIFT, -10, 10, 0, 0, NULL) \
    ROW(salomon, "salomon", "1 - cos(2 pi r) + 0.1 r, r = sqrt(sum x_i^2)", "[-100, 100]", "Salomon 1996", \
        "multimodal", MINIMISE, 30, 1, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(schaffer_f6, "schaffer-f6", \
        "sum_{i<n} 0.5 + (sin^2(sqrt(s)) - 0.5) / (1 + 0.001 s)^2, s = x_i^2 + x_{i+1}^2", \
        "[-100, 100]", "Schaffer, Caruana, Eshelman and Das 1989", \
        "multimodal", MINIMISE, 30, 2, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(schaffer_f7, "schaffer-f7", \
        "(sum_{i<n} sqrt(s) (1 + sin^2(50 s^0.2)) / (n-1))^2, s = sqrt(x_i^2 + x_{i+1}^2)", \
        "[-100, 100]", "Schaffer, Caruana, Eshelman and Das 1989", \
        "multimodal", MINIMISE, 30, 2, MOST, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(michalewicz, "michalewicz", "-sum sin(x_i) sin^20(i x_i^2 / pi)", "[0, pi]", "Michalewicz 1992", \
        "separable, multimodal, plateau", \
        MINIMISE, 30, 1, MOST, STAY, 0, pi, michalewicz_best(n), michalewicz_place(i, &(double){0}), NULL) \
    ROW(booth, "booth", "(x + 2y - 7)^2 + (2x + y - 5)^2", "[-10, 10]", "Booth; Jamil and Yang 2013", \
        "unimodal", MINIMISE, 2, 2, 2, SHIFT, -10, 10, 0, i == 0 ? 1 : 3, NULL) \
    ROW(beale, "beale", \
        "(1.5 - x + xy)^2 + (2.25 - x + xy^2)^2 + (2.625 - x + xy^3)^2", "[-4.5, 4.5]", "Beale 1958", \
        "valley, plateau", MINIMISE, 2, 2, 2, SHIFT, -4.5, 4.5, 0, i == 0 ? 3 : 0.5, NULL) \
    /* one of three minimisers, each global because the square is >= 0 and the cosine >= -1 */ \
    ROW(branin, "branin", \
        "(y - 5.1 x^2 / (4 pi^2) + 5x / pi - 6)^2 + 10 (1 - 1/(8 pi)) cos(x) + 10", \
        "[-5, 10] x [0, 15]", "Branin 1972", \
        "multimodal", \
        MINIMISE, 2, 2, 2, SHIFT, i == 0 ? -5 : 0, i == 0 ? 10 : 15, 0.39788735772973834, i == 0 ? pi : 2.275, NULL) \
    ROW(six_hump_camel, "six-hump-camel", \
        "(4 - 2.1 x^2 + x^4 / 3) x^2 + xy + (4 y^2 - 4) y^2", "[-3, 3] x [-2, 2]", "Dixon and Szego 1978", \
        "multimodal", MINIMISE, 2, 2, 2, SHIFT, i == 0 ? -3 : -2, i == 0 ? 3 : 2, \
        -1.0316284534898774, i == 0 ? 0.089842013100318062 : -0.71265640302073963, NULL) /* one of two minimisers */ \
    /* a global minimum: the first factor is >= 1 and the second >= 3 everywhere */ \
    ROW(goldstein_price, "goldstein-price", \
        "(1 + (x+y+1)^2 (19 - 14x + 3x^2 - 14y + 6xy + 3y^2)) (30 + (2x-3y)^2 (18 - 32x + 12x^2 + 48y - 36xy " \
        "+ 27y^2))", "[-2, 2]", "Goldstein and Price 1971", \
        "multimodal", MINIMISE, 2, 2, 2, SHIFT, -2, 2, 3, i == 0 ? 0 : -1, NULL) \
    ROW(easom, "easom", "-cos(x) cos(y) exp(-(x - pi)^2 - (y - pi)^2)", "[-100, 100]", "Easom 1990", \
        "plateau", MINIMISE, 2, 2, 2, SHIFT, -100, 100, -1, pi, NULL) \
    ROW(eggholder, "eggholder", "-(y + 47) sin(sqrt(|x/2 + y + 47|)) - x sin(sqrt(|x - y - 47|))", \
        "[-512, 512]", "Whitley, Mathias, Rana and Dzubera 1996", \
        "multimodal, optimum at the edge", \
        MINIMISE, 2, 2, 2, STAY, -512, 512, -959.64066272085080, i == 0 ? 512 : 404.23180511375781, NULL) \
    ROW(b2, "b2", "x^2 + 2 y^2 - 0.3 cos(3 pi x) - 0.4 cos(4 pi y) + 0.7", \
        "[-100, 100]", "Bohachevsky, Johnson and Stein 1986", \
        "separable, multimodal", MINIMISE, 2, 2, 2, SHIFT, -100, 100, 0, 0, NULL) \
    ROW(martin_gaddy, "martin-gaddy", "(x - y)^2 + ((x + y - 10) / 3)^2", "[-20, 20]", "Martin and Gaddy 1982", \
        "unimodal", MINIMISE, 2, 2, 2, SHIFT, -20, 20, 0, 5, NULL) \
    /* all points of the tables in cl/pso/objectives.h are within the bounds, so nothing outside is better */ \
    ROW(hartmann_3, "hartmann-3", "-sum_{k<=4} c_k exp(-sum a_kj (x_j - p_kj)^2)", "[0, 1]", "Hartmann 1972", \
        "multimodal", MINIMISE, 3, 3, 3, SHIFT, 0, 1, -3.8627797873326625, \
        ((const double[]){0.11458887665506897, 0.55564889461693005, 0.85254698468667744})[i], NULL) \
    ROW(hartmann_6, "hartmann-6", "-sum_{k<=4} c_k exp(-sum a_kj (x_j - p_kj)^2)", "[0, 1]", "Hartmann 1972", \
        "multimodal", MINIMISE, 6, 6, 6, SHIFT, 0, 1, -3.3223680114155148, \
        ((const double[]){0.20168951100670542, 0.15001069182345797, 0.4768739742218970, 0.27533243049405607, \
                          0.31165161660011324, 0.65730053406562031})[i], NULL) \
    ROW(shekel_5, "shekel-5", "-sum_{k<=5} 1 / (c_k + sum (x_j - a_kj)^2)", "[0, 10]", "Shekel 1971", \
        "multimodal", MINIMISE, 4, 4, 4, SHIFT, 0, 10, -10.153199679058227, \
        i % 2 == 0 ? 4.0000371528196762 : 4.0001332765915601, NULL) \
    ROW(shekel_7, "shekel-7", "-sum_{k<=7} 1 / (c_k + sum (x_j - a_kj)^2)", "[0, 10]", "Shekel 1971", \
        "multimodal", MINIMISE, 4, 4, 4, SHIFT, 0, 10, -10.402940566818661, \
        ((const double[]){4.0005729161858234, 4.0006893661853043, 3.9994897088591506, 3.9996061588586315})[i], NULL) \
    ROW(shekel_10, "shekel-10", "-sum_{k<=10} 1 / (c_k + sum (x_j - a_kj)^2)", "[0, 10]", "Shekel 1971", \
        "multimodal", MINIMISE, 4, 4, 4, SHIFT, 0, 10, -10.536409816692043, \
        ((const double[]){4.0007465315920467, 4.0005929341385320, 3.9996633980403223, 3.9995098005868076})[i], NULL) \
    /* the maximum is at the bound; without bounds there would be none */ \
    ROW(cubic, "cubic", "sum x_i^3 - 0.8 x_i^2 - 1000 x_i + 8000", "[-100, 100]", "Wang et al. 2022, the paper", \
        "separable, optimum at the edge", MAXIMISE, 1, 1, MOST, STAY, -100, 100, 900000.0 * n, 100, NULL) \
    /* x = (0.8 - sqrt(0.64 + 3 * 10000)) / 3 */ \
    ROW(cupso_cubic, "cupso-cubic", \
        "sum |x_i^3 - 0.8 x_i^2 - 10000 x_i + 8000|", "[-100, 100]", "Wang et al. 2022, the program", \
        "separable, multimodal", \
        MAXIMISE, 1, 1, MOST, STAY, -100, 100, 390245.79173859003 * n, -57.468976089298599, &cupso)
/* clang-format on */

#endif
