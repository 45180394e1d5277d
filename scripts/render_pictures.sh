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

# The critter's surface with a picture on it, from the side: texture coordinates are its places along z and y.
"$pliant" mesh critter tets=30000 -o plain.obj
ffmpeg -v error -y -f lavfi -i color=white:s=512x512 -frames:v 1 -vf "\
geq=r='if(gt(sin(X/20+2.2*sin(Y/57)),0.25),46,244)':\
g='if(gt(sin(X/20+2.2*sin(Y/57)),0.25),38,196-Y/13)':\
b='if(gt(sin(X/20+2.2*sin(Y/57)),0.25),34,96)'" stripes.png
printf 'newmtl stripes\nKd 1 1 1\nmap_Kd stripes.png\n' >striped.mtl
awk 'BEGIN { print "mtllib striped.mtl" }
  /^v / {
    y[++n] = $3; z[n] = $4
    if (n == 1 || $3 < low) low = $3
    if (n == 1 || $3 > high) high = $3
    if (n == 1 || $4 < back) back = $4
    if (n == 1 || $4 > front) front = $4
  }
  /^f / {
    if (!dressed++) {
      for (i = 1; i <= n; ++i) printf "vt %.5f %.5f\n", (z[i] - back) / (front - back), (y[i] - low) / (high - low)
      print "usemtl stripes"
    }
    print "f", $2 "/" $2, $3 "/" $3, $4 "/" $4
    next
  }
  { print }' plain.obj >striped.obj

# It falls, lands and jumps up: a page, and a strip.
cat >fall.lua <<'END'
sim = Simulation{seconds = 0.6}
sim:addBody{mesh = "striped.obj", material = "silicone", lowest = 0.2, tetrahedra = 6000}
sim:addAction(ElasticForces())
sim:addAction(Gravity())
sim:addAction(Ground{friction = 0.5})
sim:addAction(Record{seconds = 0.02})
END
"$pliant" run fall.lua -o fall
"$pliant" export fall "$root/docs/critter.html" --title critter
"$pliant" render fall -o strip_####.png --every 6 --camera=-35,10,1.1 --size 480x480 --no-words
ffmpeg -v error -y -i strip_%04d.png -frames:v 1 -vf 'tile=5x1,scale=1500:-1:flags=area' -q:v 3 "$root/docs/strip.jpg"

# Three things that touch, side by side: a page.
cp "$root/scenes/contact/holes.obj" .
cat >touch.lua <<'END'
sim = Simulation{seconds = 0.7}
for side = -1, 1, 2 do
  sim:addBody{name = side < 0 and "left" or "right", mesh = "critter", density = 1000,
              settings = {tets = 1500}, position = {0.5 * side, 0.25, 0.02 * side - 0.7},
              rotation = {0, -90 * side, 0}, velocity = {-4 * side, 1.5, 0},
              colour = side < 0 and "#c0562f" or "#2f7dc0"}
end
sim:addBody{name = "block", mesh = "grid", density = 1000, lowest = 0, position = {-0.35, 0, 0.2}, colour = "#8a5aa8",
            settings = {length = 0.28, height = 0.14, width = 0.28, cells_x = 10, cells_y = 5, cells_z = 10}}
sim:addBody{name = "ball", mesh = "sphere", density = 1000, settings = {radius = 0.16, cells = 4},
            lowest = 0, position = {0.35, 0, 0.2}, colour = "#c0562f"}
sim:addBody{name = "cloth", mesh = "cloth", position = {0.35, 0.36, 0.2},
            settings = {length = 0.6, width = 0.6, cells_x = 20, cells_z = 20}, colour = "#e8b23a"}
for _, name in ipairs{"left", "right", "block", "ball"} do
  sim:addAction(ElasticForces{young = name == "block" and 5e4 or 1e5, poisson = 0.4, damping_time = 0.003, body = name})
end
sim:addAction(ClothForces{stretching = 100, area = 100, bending = 0.1, density = 0.3, body = "cloth"})
sim:addAction(Gravity())
sim:addAction(Ground{friction = 0.5})
sim:addAction(SolidObstacle{mesh = "holes.obj", friction = 0.3, body = "block", position = function(t)
  return -0.35, 0.145 - math.min(0.1 * math.max(0, t - 0.2), 0.04), 0.2
end})
sim:addAction(Contact{friction = 0.4})
sim:addAction(Record{seconds = 0.025, fields = {"contact_force"}})
END
"$pliant" run touch.lua -o touch
"$pliant" export touch "$root/docs/contact.html" --title contact
