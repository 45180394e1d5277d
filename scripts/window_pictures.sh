#!/usr/bin/env bash
# Makes docs/window.png, pictures of the window, on a display of its own, with the build in build/release.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
command -v Xvfb >/dev/null || { echo "window_pictures: Xvfb is missing (Debian: xvfb)" >&2; exit 1; }
ninja -C "$root/build/release" window_pictures >/dev/null
work=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 1600x1000x24 +extension GLX -nolisten tcp 3>"$work/display" 2>/dev/null &
server=$!
trap 'kill $server; rm -r "$work"' EXIT
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$work/display") LIBGL_ALWAYS_SOFTWARE=1 "$root/build/release/bin/window_pictures" "$work"
ffmpeg -v error -y -i "$work/grab.png" -i "$work/colours.png" -filter_complex \
  '[0][1]hstack,scale=1920:-1:flags=area' "$root/docs/window.png"
