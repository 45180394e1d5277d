#!/usr/bin/env bash
# Makes the pictures of docs/viewer.md with the program in build/release.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pliant=$root/build/release/bin/pliant
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"

"$pliant" run "$root/scenes/critter.lua" -D tets=12000 -o critter
"$pliant" run "$root/scenes/twist.lua" -D cells=10 -D turns=0.3 -o twist
look="--size 760x640 --no-words"
"$pliant" render critter -o a.png --time 0.2 --camera -35,14 $look
"$pliant" render critter -o b.png --time 0.2 --camera 70,12 --cut 0.5 --edges $look
"$pliant" render twist -o c.png --time 1 --field displacement --camera 30,20 --edges $look
"$pliant" render critter -o d.png --time 0.2 --camera -35,14 --shrink 0.8 --field volume_ratio --theme dark $look
ffmpeg -v error -y -i a.png -i b.png -i c.png -i d.png -filter_complex \
  '[0][1]hstack[t];[2][3]hstack[u];[t][u]vstack,scale=1140:-1:flags=area' "$root/docs/render.png"
