"""A swarm on a simulator in Python: hares and lynxes of Hudson Bay, and the predator-prey model that fits them."""
# %% Pelts in thousands, 1900 to 1920, as the Hudson's Bay Company counted them
import swarmcl

HARES = [30.0, 47.2, 70.2, 77.4, 36.3, 20.6, 18.1, 21.4, 22.0, 25.4, 27.1, 40.3, 57.0, 76.6, 52.3, 19.5, 11.2, 7.6,
         14.6, 16.2, 24.7]
LYNXES = [4.0, 6.1, 9.8, 35.2, 59.4, 41.7, 19.0, 13.0, 8.3, 9.1, 7.4, 8.0, 12.3, 19.5, 45.7, 51.1, 29.7, 15.8, 9.7,
          10.1, 8.6]
STEPS = 20  # of the simulator, a year


# %% The simulator: plain arithmetic, for one animal's numbers or for arrays of numpy
def simulate(birth, hunting, death, growth, hares, lynxes):
    """The numbers of both at the start of every year, by Lotka and Volterra, with the midpoint rule."""
    years = [(hares, lynxes)]
    for _ in HARES[1:]:
        for _ in range(STEPS):
            middle_hares = hares + (birth - hunting * lynxes) * hares * (0.5 / STEPS)
            middle_lynxes = lynxes + (growth * hares - death) * lynxes * (0.5 / STEPS)
            hares = hares + (birth - hunting * middle_lynxes) * middle_hares * (1 / STEPS)
            lynxes = lynxes + (growth * middle_hares - death) * middle_lynxes * (1 / STEPS)
        years.append((hares, lynxes))
    return years


def misfit(parameters):
    """The sum of squares."""
    total = 0.0
    for (hares, lynxes), seen_hares, seen_lynxes in zip(simulate(*parameters), HARES, LYNXES):
        total = total + (hares - seen_hares) * (hares - seen_hares) + (lynxes - seen_lynxes) * (lynxes - seen_lynxes)
    return total


# %% The swarm: six parameters, each with its bounds
def objective(points):
    """With numpy the positions are an array, and the simulator runs once for all; otherwise once for each."""
    return misfit(points.T) if hasattr(points, "T") else [misfit(point) for point in points]


BOUNDS = [(0.1, 1.5), (0.005, 0.1), (0.1, 1.5), (0.005, 0.1), (10, 60), (1, 20)]
fit = swarmcl.minimise(objective, BOUNDS, particles=64, iterations=200)
print("sum of squares {:.1f} at {}".format(fit.value, ", ".join(f"{number:.4g}" for number in fit.x)))

# %% Counts as dots, the model as lines: hares blue, lynxes orange
model = simulate(*fit.x)
parts = []
for colour, seen, line in (("#1f77b4", HARES, [hares for hares, _ in model]),
                           ("#e6730d", LYNXES, [lynxes for _, lynxes in model])):
    parts += [f'<circle cx="{10 + 30 * year}" cy="{250 - 3 * number:.1f}" r="3" fill="{colour}"/>'
              for year, number in enumerate(seen)]
    places = " ".join(f"{10 + 30 * year},{250 - 3 * number:.1f}" for year, number in enumerate(line))
    parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}"/>')
with open("simulator.svg", "w", encoding="utf-8") as file:
    file.write('<svg xmlns="http://www.w3.org/2000/svg" width="620" height="260">' + "".join(parts) + "</svg>")
