#!/usr/bin/env python3
"""Graphs of networkx. 77: there is no networkx."""
import itertools
import math
import random
from functools import partial

import support
import swarmcl

nx = support.needed("networkx")


def complete_of(points, names, kind=nx.Graph):
    graph = kind()
    for (a, p), (b, q) in itertools.permutations(zip(names, points), 2):
        graph.add_edge(a, b, weight=math.dist(p, q), km=1)
    return graph


def weight_of(graph, walk):
    return sum(graph[a][b]["weight"] for a, b in zip(walk, walk[1:]))


class Complete(support.Case):
    def test_nodes_come_back_by_their_own_names(self):
        points = support.points_of(12)
        names = [(i % 3, chr(97 + i)) for i in range(12)]
        graph = complete_of(points, names)
        tour, length = swarmcl.solve(graph)
        self.assertEqual(sorted(tour), sorted(names))
        self.assertTrue(math.isclose(length, weight_of(graph, tour + tour[:1]), rel_tol=1e-6))
        reported = []
        path = swarmcl.solve(graph, start=names[5], end=names[2], fixed=[(names[0], names[1])], init=names[5:6]
                             + [name for name in names if name not in (names[5], names[2])] + names[2:3],
                             on_improve=lambda length, tour, seconds: reported.extend(tour)).tour
        self.assertEqual((path[0], path[-1]), (names[5], names[2]))
        self.assertEqual(abs(path.index(names[0]) - path.index(names[1])), 1)
        self.assertLessEqual(set(reported), set(names))
        self.check_fails(ValueError, "start: found 3, expected a node of the graph", swarmcl.solve, graph, start=3)

    def test_edges_that_are_missing_are_named(self):
        graph = complete_of(support.points_of(5), "abcde")
        graph.remove_edge("b", "d")
        self.check_fails(ValueError, "G: found no edge from '[bd]' to '[bd]', expected a complete graph", swarmcl.solve,
                         graph)

    def test_messages_name_arguments_and_labels(self):
        graph = complete_of(support.points_of(5), "abcde")
        through, tsp = swarmcl.networkx.shortest_path_through, swarmcl.networkx.tsp
        for function, arguments, options, pattern in (
                (swarmcl.solve, (nx.Graph(),), {}, "G: found no nodes"),
                (tsp, (nx.Graph(),), {}, "G: found no nodes"), (tsp, (5,), {}, "G: found 5, expected a graph"),
                (tsp, (graph,), {"source": "x"}, "source: found 'x', expected a node of the graph"),
                (through, (graph, []), {}, "nodes: found no nodes"), (through, (graph, ["x"]), {}, "nodes: found 'x'"),
                (through, (graph, 5), {}, "nodes: found 5"), (through, (graph,), {"start": "x"}, "start: found 'x'"),
                (through, (graph,), {"end": ["x"]}, r"end: found \['x'\]"), (through, (5,), {}, "G: found 5"),
                (swarmcl.solve, (graph,), {"init": list("abcde"), "path": True, "start": "b"},
                 "init: the path starts at node 'a', .* 'b'"),
                (swarmcl.solve, (graph,), {"start": "c", "end": "c"}, "node 'c' is both start and end"),
                (swarmcl.solve, (graph,), {"fixed": [("a", "b"), ("a", "c"), ("a", "d")]},
                 "no tour .* node 'a' has three, to nodes 'b', 'c' and 'd'")):
            with self.subTest(pattern):
                self.check_fails((ValueError, TypeError), pattern, function, *arguments, **options)
        for weight in (None, "5", float("nan"), -1):
            graph["a"]["b"]["weight"] = weight
            self.check_fails(ValueError, "G: found .* '[ab]' to (node )?'[ab]', expected", swarmcl.solve, graph)

    def test_of_parallel_edges_the_shortest_counts(self):
        graph = nx.MultiGraph()
        for a, b, weight in (("a", "b", 5), ("a", "b", 2), ("b", "c", 3), ("a", "c", 4)):
            graph.add_edge(a, b, weight=weight)
        self.assertEqual(swarmcl.solve(graph).length, 9)


class Method(support.Case):
    def check_method(self, graph, **options):
        method = partial(swarmcl.networkx.tsp, device="none", **options)
        return nx.approximation.traveling_salesman_problem(graph, weight="weight", method=method)

    def test_cycles_of_any_graph(self):
        graph = nx.random_geometric_graph(60, 0.3, seed=4)
        self.assertTrue(nx.is_connected(graph))
        for a, b in graph.edges:
            graph[a][b]["weight"] = math.dist(graph.nodes[a]["pos"], graph.nodes[b]["pos"])
        cycle = self.check_method(graph)
        christofides = nx.approximation.traveling_salesman_problem(graph, weight="weight")
        self.assertEqual((cycle[0], set(cycle)), (cycle[-1], set(graph)))
        self.assertLess(weight_of(graph, cycle), weight_of(graph, christofides))

    def test_digraphs(self):
        draw = random.Random(7)
        graph = nx.complete_graph(9, nx.DiGraph)
        for a, b in graph.edges:
            graph[a][b]["weight"] = draw.randint(1, 99)
        best = min(weight_of(graph, (0, *order, 0)) for order in itertools.permutations(range(1, 9)))
        cycle = swarmcl.networkx.tsp(graph, source=4)
        self.assertEqual((cycle[0], cycle[-1], weight_of(graph, cycle)), (4, 4, best))

    def test_weights_have_any_name(self):
        graph = complete_of(support.points_of(6), "abcdef")
        self.assertEqual(len(swarmcl.networkx.tsp(graph, weight="km")), 7)
        self.assertEqual(swarmcl.networkx.tsp(nx.complete_graph(1)), [0, 0])


class Paths(support.Case):
    def test_the_shortest_path_through_nodes(self):
        graph = nx.grid_2d_graph(4, 5)
        draw = random.Random(3)
        for a, b in graph.edges:
            graph[a][b]["weight"] = draw.randint(1, 9)
        nodes = [(0, 0), (3, 1), (1, 4), (2, 2), (0, 3)]
        for ends in ({}, {"start": (2, 2)}, {"start": (3, 1), "end": (0, 0)}):
            walk = swarmcl.networkx.shortest_path_through(graph, nodes, **ends)
            self.assertLessEqual(set(nodes), set(walk))
            best = min(sum(nx.dijkstra_path_length(graph, a, b) for a, b in zip(order, order[1:]))
                       for order in itertools.permutations(nodes)
                       if order[0] == ends.get("start", order[0]) and order[-1] == ends.get("end", order[-1]))
            self.assertEqual(weight_of(graph, walk), best)
        self.assertEqual(set(swarmcl.networkx.shortest_path_through(graph)), set(graph))

    def test_one_way_streets(self):
        chain = nx.DiGraph([(4, 2), (2, 9), (9, 1)])
        self.assertEqual(swarmcl.networkx.shortest_path_through(chain), [4, 2, 9, 1])
        chain.remove_edge(2, 9)
        self.check_fails(nx.NetworkXNoPath, "", swarmcl.networkx.shortest_path_through, chain)
        self.assertEqual(swarmcl.networkx.shortest_path_through(chain, [2, 4]), [4, 2])

    def test_given_ends_are_nodes_too(self):
        line = nx.path_graph(7)
        self.assertEqual(swarmcl.networkx.shortest_path_through(line, [5], start=6, end=3), [6, 5, 4, 3])


if __name__ == "__main__":
    support.main()
