"""The notebook of the documentation runs from beginning to end."""

import json
import os
import shutil
import subprocess
import sys

import pytest

for module in ("nbconvert", "ipykernel", "matplotlib", "scipy"):
    pytest.importorskip(module)


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebook")
    source = os.path.join(os.environ["PLIANT_SOURCE"], "docs", "python.ipynb")
    shutil.copy(source, folder / "python.ipynb")
    environment = {**os.environ, "HOME": str(folder), "MPLCONFIGDIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output", "done.ipynb",
         "python.ipynb"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "html", "--output", "done.html", "done.ipynb"],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
    )
    return folder


def outputs(folder):
    for cell in json.loads((folder / "done.ipynb").read_text(encoding="utf-8"))["cells"]:
        yield from cell.get("outputs", [])


def test_it_runs_and_draws(executed):
    kinds = [kind for output in outputs(executed) for kind in output.get("data", {})]
    assert kinds.count("image/png") == 3
    assert not [output for output in outputs(executed) if output["output_type"] == "error"]


def test_it_finds_the_stiffness(executed):
    texts = ["".join(output["data"]["text/plain"]) for output in outputs(executed) if "data" in output]
    (fit,) = [text for text in texts if text.startswith("<pliant.Fit")]
    assert float(fit.split("young = ")[1].split()[0]) == pytest.approx(2e5, rel=0.01)


def test_its_page_shows_the_recording(executed):
    page = (executed / "done.html").read_text(encoding="utf-8")
    assert "<iframe srcdoc=" in page and "image/png" in page
    if shutil.which("chromium") is None:
        return
    said = subprocess.run(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000",
         f"--user-data-dir={executed / 'browser'}", f"--screenshot={executed / 'page.png'}",
         "--window-size=900,4000", str(executed / "done.html")],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (executed / "page.png").exists(), said.stderr
    from matplotlib.image import imread

    drawn = imread(executed / "page.png")[:, :, :3].min(axis=2) < 0.9
    assert drawn[500:1100, 100:600].mean() > 0.1  # the recording
    assert 0.02 < drawn[1100:].mean() < 0.5  # plots
