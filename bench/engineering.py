#!/usr/bin/env python3
"""engineering.py [--seeds 30] [--evaluations 30000] [--algorithm cmaes] - four constrained designs of engineering.

Prints how many seeds reach the best value known within a relative 1e-6, on the host. Formulations are those of Cagnina,
Esquivel and Coello Coello, "Solving engineering optimization problems with the simple constrained particle swarm optimizer"
(2008), with the length of the reducer's second shaft from 7.3. The least cost of the vessel is proven (Yang, Huyck,
Karamanoglu and Khan 2013).
"""
import argparse
import math
import statistics

import swarmcl


def vessel(x):
    """Sandgren (1990): thicknesses of shell and head, radius, length, in inches."""
    shell, head, r, length = x
    return 0.6224 * shell * r * length + 1.7781 * head * r**2 + 3.1661 * shell**2 * length + 19.84 * shell**2 * r


def vessel_limits(x):
    shell, head, r, length = x
    return (0.0193 * r - shell, 0.00954 * r - head, 1 - math.pi * r**2 * (length + 4 / 3 * r) / 1296000, length - 240)


def beam(x):
    """Ragsdell and Phillips (1976): a welded beam; thickness and length of the weld, height and thickness of the bar."""
    h, l, t, b = x
    return 1.10471 * h**2 * l + 0.04811 * t * b * (14 + l)


def beam_limits(x):
    h, l, t, b = x
    force, span, stiff, shear = 6000, 14, 30e6, 12e6
    radius = math.sqrt(l**2 / 4 + ((h + t) / 2)**2)
    polar = 2 * math.sqrt(2) * h * l * (l**2 / 12 + ((h + t) / 2)**2)
    direct, torsion = force / (math.sqrt(2) * h * l), force * (span + l / 2) * radius / polar
    stress = math.sqrt(direct**2 + direct * torsion * l / radius + torsion**2)
    buckling = 4.013 * stiff * t * b**3 / 6 / span**2 * (1 - t / (2 * span) * math.sqrt(stiff / (4 * shear)))
    return (stress / 13600 - 1, 6 * force * span / (b * t**2) / 30000 - 1, h - b,
            0.10471 * h**2 + 0.04811 * t * b * (14 + l) - 5, 0.125 - h, 4 * force * span**3 / (stiff * t**3 * b) - 0.25,
            1 - buckling / force)


def reducer(x):
    """Golinski (1973): a speed reducer; width, module, teeth, lengths and diameters of two shafts."""
    b, m, z, l1, l2, d1, d2 = x
    return (0.7854 * b * m**2 * (3.3333 * z**2 + 14.9334 * z - 43.0934) - 1.508 * b * (d1**2 + d2**2)
            + 7.4777 * (d1**3 + d2**3) + 0.7854 * (l1 * d1**2 + l2 * d2**2))


def reducer_limits(x):
    b, m, z, l1, l2, d1, d2 = x
    return (27 / (b * m**2 * z) - 1, 397.5 / (b * m**2 * z**2) - 1, 1.93 * l1**3 / (m * z * d1**4) - 1,
            1.93 * l2**3 / (m * z * d2**4) - 1, math.sqrt((745 * l1 / (m * z))**2 + 16.9e6) / (110 * d1**3) - 1,
            math.sqrt((745 * l2 / (m * z))**2 + 157.5e6) / (85 * d2**3) - 1, m * z / 40 - 1, 5 * m / b - 1,
            b / (12 * m) - 1, (1.5 * d1 + 1.9) / l1 - 1, (1.1 * d2 + 1.9) / l2 - 1)


def spring(x):
    """Belegundu (1982): a spring under tension; diameters of wire and coil, number of coils."""
    d, coil, count = x
    return (count + 2) * coil * d**2


def spring_limits(x):
    d, coil, count = x
    return (1 - coil**3 * count / (71785 * d**4),
            (4 * coil**2 - d * coil) / (12566 * (coil * d**3 - d**4)) + 1 / (5108 * d**2) - 1,
            1 - 140.45 * d / (coil**2 * count), (coil + d) / 1.5 - 1)


DESIGNS = (  # objective, constraints, bounds, options, best known value
    (vessel, vessel_limits, [(0.0625, 6.1875), (0.0625, 6.1875), (10, 200), (10, 200)],
     {"step": [0.0625, 0.0625, 0, 0]}, 6059.714335),
    (beam, beam_limits, [(0.1, 2), (0.1, 10), (0.1, 10), (0.1, 2)], {}, 1.724852309),
    (reducer, reducer_limits, [(2.6, 3.6), (0.7, 0.8), (17, 28), (7.3, 8.3), (7.3, 8.3), (2.9, 3.9), (5, 5.5)],
     {"integer": [3]}, 2994.471066),
    (spring, spring_limits, [(0.05, 2), (0.25, 1.3), (2, 15)], {}, 0.012665233),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--evaluations", type=int, default=30000)
    parser.add_argument("--algorithm", default="cmaes")
    asked = parser.parse_args()
    print("design   reached  feasible      median       worst")
    for objective, limits, bounds, options, best in DESIGNS:
        found = [swarmcl.minimise(objective, bounds, vectorised=False, constraints=limits, seed=seed + 1,
                                  algorithm=asked.algorithm, evaluations=asked.evaluations, **options)
                 for seed in range(asked.seeds)]
        values = sorted(run.value if run.violation == 0 else math.inf for run in found)
        print(f"{objective.__name__:8} {sum(value <= best * (1 + 1e-6) for value in values):7} "
              f"{sum(run.violation == 0 for run in found):9} {statistics.median(values):11.9g} {values[-1]:11.9g}")


if __name__ == "__main__":
    main()
