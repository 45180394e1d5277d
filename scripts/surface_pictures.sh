#!/usr/bin/env bash
# surface_pictures.sh OUT.jpg SURFACE...: each surface as fitted tetrahedra, in a cage, and dropped, two surfaces a row, with the
# program in build/release.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pliant=${PLIANT:-$root/build/release/bin/pliant}
out=$(realpath "$1")
shift
surfaces=()
for surface in "$@"; do surfaces+=("$(realpath "$surface")"); done
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"

number=0
for surface in "${surfaces[@]}"; do
  "$pliant" mesh "$surface" --size 0.3 -o fitted.vtu --tets 6000
  "$pliant" mesh "$surface" --size 0.3 -o cage.vtu --mesher embedding --tets 1500
  rm -rf fall
  "$pliant" drop "$surface" --size 0.3 --tets 3000 --material silicone --seconds 2 --record fall
  "$pliant" render fitted.vtu -o fitted.png --edges --no-words --size 640x480
  "$pliant" render cage.vtu -o cage.png --edges --no-words --size 640x480
  "$pliant" render fall -o dropped.png --no-words --size 640x480
  for picture in fitted cage dropped; do
    ffmpeg -v error -y -i $picture.png -vf scale=320:240:flags=area "$(printf %03d $number).png"
    number=$((number + 1))
  done
done
ffmpeg -v error -y -i %03d.png -frames:v 1 -vf "tile=6x$(((number + 5) / 6))" -q:v 3 "$out"
