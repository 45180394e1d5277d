"""Makes a wheel: what pip and `build` call (PEP 517), with Python's own library and CMake alone.

PLIANT_BUILD names a build folder whose package is packed as it is; without it everything is built in
build/wheel. The libraries that the module is linked with go into the wheel, but for those that any
Linux with a compiler has.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Of the C and C++ library, and of graphics drivers, which belong to the machine.
OF_THE_SYSTEM = re.compile(
    r"^(ld-linux|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|util|resolv|GL|EGL|GLX|OpenGL|GLdispatch|X11"
    r"|xcb|Xau|Xdmcp|bsd|md)[.-])"
)
DATE = (2020, 1, 1, 0, 0, 0)  # the same bytes whenever it is packed


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(pliant VERSION ([0-9.]+)", text)[1]


def tag():
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def built():
    """The folder of a build with the package and the program."""
    given = os.environ.get("PLIANT_BUILD")
    if given:
        return pathlib.Path(given)
    folder = ROOT / "build" / "wheel"
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "PLIANT_PYTHON": "ON",
        "PLIANT_UNITY": "ON",
        "PLIANT_TESTS": "OFF",
        "PLIANT_BENCHMARKS": "OFF",
        "PLIANT_REPORTS": "OFF",
        "PLIANT_CUDA": os.environ.get("PLIANT_CUDA", "AUTO"),
        "Python_EXECUTABLE": sys.executable,
    }
    subprocess.run(
        ["cmake", "-S", ROOT, "-B", folder, *(f"-D{k}={v}" for k, v in options.items())],
        check=True,
    )
    jobs = str(os.cpu_count() or 1)
    subprocess.run(
        ["cmake", "--build", folder, "-j", jobs, "--target", "pliant_python", "pliant_app"],
        check=True,
    )
    return folder


def needed(binary):
    """Shared libraries of others that a program or module is linked with, by their names."""
    told = subprocess.run(["ldd", binary], check=True, capture_output=True, text=True).stdout
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", told, flags=re.M))
    return {name: path for name, path in found.items() if not OF_THE_SYSTEM.match(name)}


def licence_of(library):
    """What Debian tells of the licence of a library's package; nothing elsewhere."""
    for place in (library, "/usr" + library, os.path.realpath(library)):
        try:
            told = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True)
        except FileNotFoundError:
            return None
        if told.returncode == 0:
            text = pathlib.Path("/usr/share/doc", told.stdout.split(":")[0], "copyright")
            return text if text.exists() else None
    return None


def contents(folder):
    """Files of the wheel: name within it, file, and whether it is a program."""
    package = folder / "python" / "pliant"
    for file in sorted(package.iterdir()):
        if file.suffix in (".py", ".pyi", ".so", ".typed"):
            yield f"pliant/{file.name}", file, False
    libraries = {}
    for module in package.glob("_pliant*.so"):
        libraries.update(needed(module))
    program = folder / "bin" / "pliant"
    if program.exists():
        yield "pliant/bin/pliant", program, True
        libraries.update(needed(program))
    for name, file in sorted(libraries.items()):
        yield f"pliant/libraries/{name}", pathlib.Path(file), False
        licence = licence_of(file)
        if licence:
            yield f"pliant/libraries/licences/{name}.txt", licence, False


def metadata():
    return (
        "Metadata-Version: 2.1\nName: pliant\n"
        f"Version: {version()}\n"
        "Summary: Soft solids in real time\nLicense: Apache-2.0\nRequires-Python: >=3.9\n"
        "Requires-Dist: numpy\nProvides-Extra: fit\nRequires-Dist: scipy; extra == 'fit'\n"
        "Provides-Extra: tables\nRequires-Dist: pandas; extra == 'tables'\n"
        "Description-Content-Type: text/markdown\n\n"
    ) + (ROOT / "README.md").read_text(encoding="utf-8")


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = built()
    info = f"pliant-{version()}.dist-info"
    name = f"pliant-{version()}-{tag()}.whl"
    record = []
    target = pathlib.Path(wheel_directory) / name
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(path, data, executable=False):
            about = zipfile.ZipInfo(path, DATE)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = (0o755 if executable else 0o644) << 16
            wheel.writestr(about, data)
            record.append(f"{path},sha256={digest(data)},{len(data)}")

        for path, file, executable in contents(folder):
            add(path, file.read_bytes(), executable)
        add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
        add(f"{info}/METADATA", metadata().encode())
        add(
            f"{info}/WHEEL",
            f"Wheel-Version: 1.0\nGenerator: pliant\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode(),
        )
        record.append(f"{info}/RECORD,,")
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", DATE), "\n".join(record) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """All files that git knows, for `pip` where no wheel is wanted."""
    import tarfile

    name = f"pliant-{version()}"
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    target = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    with tarfile.open(target, "w:gz") as archive:
        for file in filter(None, listed):
            archive.add(ROOT / file, f"{name}/{file}", recursive=False)
        info = pathlib.Path(sdist_directory) / "PKG-INFO"
        info.write_text(metadata(), encoding="utf-8")
        archive.add(info, f"{name}/PKG-INFO")
        info.unlink()
    return target.name
