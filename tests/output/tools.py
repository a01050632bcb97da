"""What the scripts beside this one share: tools from PyPI and npm, fetched into the build folder.

Where they cannot be had a test says so and is skipped, which ctest shows; with CI=true it fails.
"""
import os
import subprocess
import sys
import tarfile
from pathlib import Path

SKIPPED = 77  # CTest's SKIP_RETURN_CODE


def unavailable(what, why):
    """Ends the test: the tool that it needs is not there."""
    print(f"{what} cannot be had here: {str(why).strip()[-400:]}")
    if os.environ.get("CI") == "true":
        print("CI=true: this is a failure")
        sys.exit(1)
    print("SKIPPED: nothing was checked")
    sys.exit(SKIPPED)


def run_or_skip(what, command, **options):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    except (OSError, subprocess.TimeoutExpired) as error:
        unavailable(what, error)
    if done.returncode != 0:
        unavailable(what, done.stderr or done.stdout)
    return done.stdout


def python_with(build, name, requirements):
    """The Python of a virtual environment that has `requirements`; made once for each set of them."""
    folder = Path(build) / "tools" / name
    stamp = folder / "requirements.txt"
    wanted = Path(requirements).read_text()
    python = folder / "bin" / "python"
    if not stamp.exists() or stamp.read_text() != wanted:
        run_or_skip("a virtual environment", [sys.executable, "-m", "venv", "--clear", str(folder)])
        run_or_skip("PyPI", [str(python), "-m", "pip", "install", "--quiet",
                             "--disable-pip-version-check", "-r", str(requirements)])
        stamp.write_text(wanted)
    return str(python)


def file_from_npm(build, package, version, inside):
    """One file of an npm package; nothing of it is run."""
    folder = Path(build) / "tools" / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{version}-{Path(inside).name}"
    if not target.exists():
        out = run_or_skip("npm", ["npm", "pack", "--silent", "--ignore-scripts",
                                  f"{package}@{version}"], cwd=folder)
        archive = folder / out.strip().splitlines()[-1]
        with tarfile.open(archive) as tar:
            target.write_bytes(tar.extractfile(inside).read())
        archive.unlink()
    return target


def restart_in(python):
    """Goes on in `python`, unless this is it."""
    if os.path.abspath(sys.executable) != os.path.abspath(python):
        os.execv(python, [python, "-B", *sys.argv])
