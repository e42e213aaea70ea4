"""Labels for training: 10,000 random instances of 50 points, each with a short tour, in a file for learned solvers."""
# %% Points in the unit square, the same at every run
import random

import swarmcl

COUNT, NODES = 10_000, 50
draw = random.Random(1)
instances = [[(draw.random(), draw.random()) for _ in range(NODES)] for _ in range(COUNT)]

# %% The labels. An instance becomes a line, "x y x y ... output 1 5 2 ... 1", as soon as it is solved.
with open("labels.txt", "w", encoding="ascii") as file:
    def write(index, result):
        numbers = " ".join(f"{x} {y}" for x, y in instances[index])
        file.write(f"{numbers} output {' '.join(str(node + 1) for node in result.tour + result.tour[:1])}\n")

    results = swarmcl.solve_many(instances, on_result=write)
lengths = [result.length for result in results]
print(f"{len(lengths)} instances, mean length {sum(lengths) / len(lengths):.4f}")

# %% A look at the first eight
maps = [result._repr_svg_().replace("<svg ", f'<svg x="{index % 4 * 650}" y="{index // 4 * 650}" ', 1)
        for index, result in enumerate(results[:8])]
with open("labels.svg", "w", encoding="utf-8") as file:
    file.write('<svg xmlns="http://www.w3.org/2000/svg" width="780" height="390" viewBox="0 0 2600 1300">'
               + "".join(maps) + "</svg>")
