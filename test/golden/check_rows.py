"""check_rows.py - prints the rows of check.csv as C, for the table of `swarmcl check` (src/cli/commands/check.c)."""
import csv
import sys

ROW = '{{"{name}", "{problem}", {call}, {kind}, {size}, "{options}", "{varied}", UINT64_C(0x{reference})}},'

with open(sys.argv[1], newline="", encoding="ascii") as file:
    for row in csv.DictReader(file):
        print(ROW.format(**{**row, "kind": f'"{row["kind"]}"' if row["kind"] else "NULL"}))
