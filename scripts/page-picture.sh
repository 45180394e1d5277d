#!/usr/bin/env bash
# Draws docs/page.jpg: the page of a falling critter. After ./test, which fetches Playwright.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$root/build/release/bin/pliant" drop critter --material silicone --record "$work/critter.html" --fps 60 >/dev/null
node "$root/web/picture.mjs" "$root/build/release/tests/web/work" "$work/critter.html" "$root/docs/page.jpg"
