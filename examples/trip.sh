#!/bin/sh
# trip.sh - a short round trip through the places of a region, and a proof that no other is much shorter.
#
# usage: trip.sh TABLE SOUTH NORTH WEST EAST NAME
#
# TABLE has the titles name,lat,lon and a line for each place, in degrees, without commas in names. Writes the places of
# the region to NAME.csv, the map to NAME.svg, the trip to NAME.tour and, for navigation devices, to NAME.gpx, the proof
# to NAME.json.
set -eu
if [ $# -ne 6 ]; then
    echo 'usage: trip.sh TABLE SOUTH NORTH WEST EAST NAME' >&2
    exit 2
fi

awk -F, -v south="$2" -v north="$3" -v west="$4" -v east="$5" \
    'NR == 1 || $2 >= south && $2 <= north && $3 >= west && $3 <= east' "$1" > "$6.csv"
swarmcl tsp "$6.csv" -o "$6.svg" -o "$6.tour" -o "$6.gpx"
swarmcl bound "$6.csv" --init "$6.tour" -o "$6.json"
