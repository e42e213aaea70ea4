"""Graphs of networkx: tsp() as a `method`, and shortest paths through given nodes."""
from __future__ import annotations

from array import array
from importlib import import_module
from math import inf

from ._input import Nodes, listed, number_of, shown
from ._library import Context, InputError
from ._tours import of_matrix, solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def _square(numbers: array[float], count: int) -> memoryview:
    return memoryview(numbers).cast("B").cast("d", (count, count))


def _nodes_of(G: Any) -> list[Any]:
    if not hasattr(G, "adj") or not hasattr(G, "nodes"):
        raise TypeError(f"G: found {shown(G)}, expected a graph of networkx")
    nodes = list(G)
    if not nodes:
        raise ValueError("G: found no nodes")
    return nodes


def complete(G: Any, weight: str = "weight") -> tuple[memoryview, list[Any]]:
    """Returns (the matrix of a complete graph, its nodes). The least of parallel edges counts; an edge without weight has
    weight 1, as in networkx."""
    numbers, nodes = array("d"), _nodes_of(G)
    for u in nodes:
        row = G.adj[u]
        for v in nodes:
            if u == v:
                numbers.append(0.0)
            elif v in row:
                edges = row[v].values() if G.is_multigraph() else (row[v],)
                numbers.append(min(number_of(edge.get(weight, 1), f"G: found {{}} as {weight} of the edge from "
                                             f"{shown(u)} to {shown(v)}") for edge in edges))
            else:
                raise ValueError(f"G: found no edge from {shown(u)} to {shown(v)}, expected a complete graph; "
                                 "swarmcl.networkx.shortest_path_through() takes any")
    return _square(numbers, len(nodes)), nodes


def tsp(G: Any, weight: str = "weight", source: Any = None, **options: Any) -> list[Any]:
    """Returns a short tour through all nodes of a complete graph or digraph, with its first node again at the end.

    It is a `method` of networkx.approximation.traveling_salesman_problem(), which takes any graph:

        traveling_salesman_problem(G, method=partial(swarmcl.networkx.tsp, time=1))

    With cycle=False that function cuts an edge out of a cycle; shortest_path_through() finds a shorter path. source:
    the first node. options: those of swarmcl.solve().
    """
    matrix, nodes = complete(G, weight)
    first = 0 if source is None else Nodes(len(nodes), nodes).number(source, "source")
    with Context.take() as context:
        instance = of_matrix(context, matrix, nodes)
    tour = solve(instance, **options).tour
    first = tour.index(nodes[first])
    return tour[first:] + tour[:first + 1]


def shortest_path_through(G: Any, nodes: Iterable[Any] | None = None, *, weight: str = "weight", start: Any = None,
                          end: Any = None, **options: Any) -> list[Any]:
    """Returns a short path along edges of a graph or digraph through all of `nodes`, by default all nodes of G.

    The path may visit nodes several times, and pass through others. start, end: the ends of the path; free unless given.
    options: those of swarmcl.solve(). Memory: 12 bytes for each pair of nodes. NetworkXNoPath if no path is found.
    """
    nx = import_module("networkx")
    known = _nodes_of(G)
    places = Nodes(len(known), known)
    wanted = known if nodes is None else [known[places.number(node, "nodes")]
                                          for node in listed(nodes, "nodes", "nodes of the graph")]
    ends = [known[places.number(node, name)] for name, node in (("start", start), ("end", end)) if node is not None]
    through = list(dict.fromkeys([*wanted, *ends]))
    if not through:
        raise ValueError("nodes: found no nodes")
    numbers = array("d")
    for u in through:
        lengths = nx.single_source_dijkstra_path_length(G, u, weight=weight)
        numbers.extend(lengths.get(v, inf) for v in through)
    with Context.take() as context:
        instance = of_matrix(context, _square(numbers, len(through)), through)
    try:
        order = solve(instance, path=True, start=start, end=end, **options).tour
    except InputError as error:
        raise nx.NetworkXNoPath(str(error)) from None
    path = order[:1]
    for u, v in zip(order, order[1:]):
        path += nx.dijkstra_path(G, u, v, weight=weight)[1:]
    return path
