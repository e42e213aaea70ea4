"""Figures of today's best programs, measured next to ours: gaps in % over the optimum or best known length.

linkern: of Concorde, chained Lin-Kernighan (Applegate, Cook and Rohe 2003), seconds of search.
LKH: 3.0.6 (Helsgaun 2000), its preprocessing included.
GA-EAX: edge assembly (Nagata and Kobayashi 2013), their code, 30 or 100 tours, run to its own end; seconds of CPU time.
All on one core: linkern and LKH of a 2-core Xeon with AVX-512, GA-EAX of the host of an H200.
"""
import math

# program: instance: (seconds, gap), ...
PROGRAMS = {
    "LKH": {"pr1002": [(1.2, 0)], "pr2392": [(10, 0)], "pcb3038": [(17.5, 0)], "rl5915": [(51.5, 0.024)]},
    "GA-EAX": {"pr2392": [(4.7, 0)], "pcb3038": [(4.3, 0.030), (8.9, 0)], "rl5915": [(7.5, 0.033), (23.5, 0.014)],
               "pla7397": [(14.4, 0.110)], "usa13509": [(71, 0.072), (170, 0.034)], "d18512": [(159, 0.031)]},
    "linkern": {"pr1002": [(1, 0.031), (10, 0)], "pr2392": [(1, 0.313), (10, 0.020)],
                "pcb3038": [(1, 0.281), (10, 0.095)], "rl5915": [(1, 0.946), (10, 0.480)], "pla7397": [(10, 0.13)],
                "usa13509": [(1, 0.701), (10, 0.277)], "d18512": [(1, 0.546), (10, 0.196), (60, 0.120)],
                "mona-lisa100K": [(60, 0.252)]},
}


def figure(program, instance, seconds):
    """Returns the figure whose time is nearest to `seconds` by its ratio; "" if there is none."""
    found = PROGRAMS[program].get(instance)
    if not found:
        return ""
    when, gap = min(found, key=lambda one: abs(math.log(one[0] / seconds)))
    return f"{gap:g} % in {when:g} s"
