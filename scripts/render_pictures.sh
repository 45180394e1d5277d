#!/usr/bin/env bash
# Makes pictures of README.md and docs/viewer.md, and the page that README.md links to, with the program in build/release.
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

# The critter falls, lands and jumps up: a page, and a strip.
cat >fall.lua <<'END'
sim = Simulation{seconds = 0.6}
sim:addBody{mesh = "critter", material = "silicone", position = {0, 0.2, 0}, settings = {tets = 8000}}
sim:addAction(MassSpringForces())
sim:addAction(Gravity())
sim:addAction(Ground{})
sim:addAction(Record{seconds = 0.02})
END
"$pliant" run fall.lua -o fall
"$pliant" export fall "$root/docs/critter.html"
"$pliant" render fall -o strip_####.png --every 6 --camera=-35,10,1.1 --size 480x480 --no-words
ffmpeg -v error -y -i strip_%04d.png -frames:v 1 -vf 'tile=5x1,scale=1500:-1:flags=area' -q:v 3 "$root/docs/strip.jpg"
