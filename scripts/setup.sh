# Sourced by ./run and ./test: installs what is missing and builds. Everything here talks on stderr.

pliant_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What a build needs: Debian package, and a command or file that shows it is there.
build_packages="
  g++:g++
  cmake:cmake
  ninja-build:ninja
  libxsimd-dev:/usr/include/xsimd/xsimd.hpp
  libfmt-dev:/usr/include/fmt/core.h
  libpugixml-dev:/usr/include/pugixml.hpp
  nlohmann-json3-dev:/usr/include/nlohmann/json.hpp
  libcli11-dev:/usr/include/CLI/CLI.hpp
  zlib1g-dev:/usr/include/zlib.h
  libhdf5-dev:/usr/include/hdf5/serial/hdf5.h
  libstb-dev:/usr/include/stb/stb_image_write.h
  liblua5.4-dev:/usr/include/lua5.4/lua.h
  libeigen3-dev:/usr/include/eigen3/Eigen/Core
  libspectra-dev:/usr/include/Spectra/SymGEigsShiftSolver.h
  libmetis-dev:/usr/include/metis.h
  libopenblas0-serial:/usr/lib/$(uname -m)-linux-gnu/libopenblas.so.0
  libepoxy-dev:/usr/include/epoxy/gl.h
  libegl-dev:/usr/include/EGL/egl.h
  libglfw3-dev:/usr/include/GLFW/glfw3.h
  libimgui-dev:/usr/include/imgui/imgui.h
  fonts-dejavu-core:/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
"
# What some commands need when they run, and what a page (`--record x.html`) is built with.
drawing_packages="libegl1:/usr/share/doc/libegl1 libgl1-mesa-dri:/usr/share/doc/libgl1-mesa-dri"
movie_packages="ffmpeg:ffmpeg"
plot_packages="gnuplot-nox:gnuplot"
page_packages="nodejs:node npm:npm"

# What the Python package is built with and needs; `./run python` and the tests take it.
python_packages="
  python3-dev:/usr/include/python3.11/Python.h
  pybind11-dev:/usr/include/pybind11/pybind11.h
  python3-numpy:/usr/lib/python3/dist-packages/numpy/__init__.py
"

test_packages="
  $python_packages
  python3-pytest:/usr/lib/python3/dist-packages/pytest/__init__.py
  python3-scipy:/usr/lib/python3/dist-packages/scipy/__init__.py
  python3-venv:/usr/share/doc/python3-venv
  mypy:mypy
  $drawing_packages $movie_packages $plot_packages
  libtet1.5-dev:/usr/include/tetgen.h
  libgtest-dev:/usr/include/gtest/gtest.h
  libgmock-dev:/usr/include/gmock/gmock.h
  calculix-ccx:ccx
  libbenchmark-dev:/usr/include/benchmark/benchmark.h
  xvfb:Xvfb
  libxtst-dev:/usr/include/X11/extensions/XTest.h
"
browser_packages="chromium:chromium"  # with which tests open pages
notebook_packages="
  jupyter-nbconvert:/usr/lib/python3/dist-packages/nbconvert/__init__.py
  python3-ipykernel:/usr/lib/python3/dist-packages/ipykernel/__init__.py
  python3-matplotlib:/usr/lib/python3/dist-packages/matplotlib/__init__.py
"

say() { printf 'pliant: %s\n' "$*" >&2; }

is_debian_12() {
  [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ])
}

# missing_packages LIST: names of those that are not there.
missing_packages() {
  local entry package probe
  for entry in $1; do
    package=${entry%%:*} probe=${entry#*:}
    case $probe in
      /*) [ -e "$probe" ] || printf ' %s' "$package" ;;
      *) command -v "$probe" >/dev/null 2>&1 || printf ' %s' "$package" ;;
    esac
  done
}

# install_packages NAMES: with apt; tells why it could not.
install_packages() {
  local missing=$1 sudo="" log
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { say "missing:$missing; call as root, or install sudo"; return 1; }
    sudo=sudo
  fi
  say "installing$missing"
  log=$(mktemp)
  if ! { $sudo apt-get update -q && $sudo env DEBIAN_FRONTEND=noninteractive \
         apt-get install -q -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io \
         $missing; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    say "could not install$missing; see above"
    return 1
  fi
  rm -f "$log"
}

# need_packages LIST: installs on Debian 12 what is not there; elsewhere names it and stops.
need_packages() {
  local missing
  missing=$(missing_packages "$1")
  [ -n "$missing" ] || return 0
  if ! is_debian_12; then
    say "missing here:$missing"
    say "install them (these are Debian's names) and call again; only Debian 12 is set up by itself"
    exit 1
  fi
  install_packages "$missing" || exit 1
}

# want_packages LIST CONSEQUENCE: the same, but goes on without them.
want_packages() {
  local missing
  missing=$(missing_packages "$1")
  [ -n "$missing" ] || return 0
  is_debian_12 && install_packages "$missing" || say "without$missing $2"
}

# want_for ARGUMENTS: installs what commands with these arguments use when they run.
want_for() {
  case " $* " in
    *" view "* | *" render "* | *" reproduce "*)
      want_packages "$drawing_packages" "there may be nothing to draw with" ;;
  esac
  case " $* " in *.mp4" "*) want_packages "$movie_packages" "there are no movies" ;; esac
  case " $* " in *" reproduce "*) want_packages "$plot_packages" "reports have no plots" ;; esac
  case " $* " in *.html" "*) want_packages "$page_packages" "there are no web pages" ;; esac
}

# build PRESET TARGET...: configures when needed and builds; quiet when there is nothing to do.
build() {
  local preset=$1
  shift
  local dir=$pliant_root/build/$preset
  mkdir -p "$dir"
  exec 9>"$dir/.lock"
  flock 9
  # A build that has no page for want of npm or a network tries again.
  [ -e "$dir/web/missing" ] && command -v npm >/dev/null 2>&1 && local reconfigure=yes
  if [ ! -e "$dir/build.ninja" ] || [ "${reconfigure:-}" = yes ]; then
    say "configuring $preset"
    (cd "$pliant_root" && cmake --preset "$preset" ${configure_options:-} >"$dir/configure.log" 2>&1) ||
      { cat "$dir/configure.log" >&2; exit 1; }
  fi
  if [ -e "$dir/.built" ]; then
    ninja -C "$dir" "$@" >"$dir/build.log" 2>&1 ||
      { cat "$dir/build.log" >&2; say "the build failed; see above"; exit 1; }
  else
    say "building $preset (once; a few minutes)"
    ninja -C "$dir" "$@" >&2 || { say "the build failed; see above"; exit 1; }
  fi
  touch "$dir/.built"
  exec 9>&-
}
