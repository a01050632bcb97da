"""Runs the integrations as their users do: the hooks by a real pre-commit, the scripts of the GitHub
action and of the GitLab job by a shell.

usage: run.py GPULINT BUILD
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "output"))
import tools  # noqa: E402

FAULTY = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - name: c\n" \
         "      image: i\n      resources:\n        requests:\n          nvidia.com/gpu: 1\n"
SOUND = FAULTY.replace("requests:", "limits:")
PIN = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.com", "GIT_COMMITTER_NAME": "t",
       "GIT_COMMITTER_EMAIL": "t@example.com", "GIT_CONFIG_GLOBAL": os.devnull}


def git(folder, *arguments):
    subprocess.run(["git", "-c", "init.defaultBranch=main", *arguments], cwd=folder, check=True,
                   capture_output=True, env={**os.environ, **PIN})


def make_repository(folder, files):
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    git(folder, "init")
    git(folder, "add", "-A", "--force")
    git(folder, "commit", "-m", "first")


def check_hooks(python, gpulint, work):
    """The hooks of the repository's own manifest, through `pre-commit try-repo`."""
    hooks = work / "hooks"
    make_repository(hooks, {".pre-commit-hooks.yaml":
                            (ROOT / ".pre-commit-hooks.yaml").read_text()})
    users = work / "user"
    make_repository(users, {"bad.yaml": FAULTY, "good.yaml": SOUND, "-odd.yaml": SOUND,
                            "notes.txt": FAULTY})
    path = work / "bin"
    path.mkdir()
    (path / "gpulint").symlink_to(gpulint)
    environment = {**os.environ, **PIN, "PATH": f"{path}:{os.environ['PATH']}",
                   "PRE_COMMIT_HOME": str(work / "cache")}

    def run(hook):
        return subprocess.run([python, "-m", "pre_commit", "try-repo", str(hooks), hook, "-a", "-v"],
                              cwd=users, env=environment, capture_output=True, text=True, timeout=300)

    subprocess.run([python, "-m", "pre_commit", "validate-manifest",
                    str(hooks / ".pre-commit-hooks.yaml")], check=True, env=environment)
    for hook in ("gpulint", "gpulint-all"):
        done = run(hook)
        assert done.returncode == 1, (hook, done.stdout, done.stderr)
        assert "GPU302" in done.stdout and "bad.yaml" in done.stdout, done.stdout
        assert "notes.txt" not in done.stdout and "good.yaml" not in done.stdout, done.stdout
    done = run("gpulint-fix")
    assert done.returncode == 1 and "files were modified" in done.stdout, done.stdout
    assert "limits:" in (users / "bad.yaml").read_text()
    done = run("gpulint")
    assert done.returncode == 0, done.stdout


def check_action(gpulint, work):
    """The script of the composite action, with its inputs in the environment."""
    folder = work / "action"
    folder.mkdir()
    (folder / "bad one.yaml").write_text(FAULTY)
    (folder / "good.yaml").write_text(SOUND)
    (folder / "nodes.yaml").write_text("apiVersion: gpulint.dev/v1\nkind: Inventory\nnodes: "
                                       "[{name: a, gpu: {product: NVIDIA-L4, count: 1}}]\n")
    base = {**os.environ, "GPULINT": gpulint, "GITHUB_ACTION_PATH": str(ROOT)}

    def run(**inputs):
        return subprocess.run(["bash", str(ROOT / "integrations/github/check.sh")], cwd=folder,
                              env={**base, **inputs}, capture_output=True, text=True)

    done = run(GPULINT_PATHS="bad one.yaml\n good.yaml \n\n", GPULINT_SARIF="out.sarif",
               GPULINT_INVENTORY="nodes.yaml")
    assert done.returncode == 1, (done.stdout, done.stderr)
    assert done.stdout.startswith("::error file=bad one.yaml"), done.stdout
    assert json.loads((folder / "out.sarif").read_text())["version"] == "2.1.0"
    done = run(GPULINT_PATHS="good.yaml", GPULINT_ARGUMENTS="--fail-on\nerror")
    assert done.returncode == 0, (done.stdout, done.stderr)
    done = run(GPULINT_PATHS="$(touch owned)\n;touch owned")
    assert done.returncode == 3 and not (folder / "owned").exists(), (done.returncode, done.stderr)


def check_gitlab(gpulint, work):
    """The script line of the GitLab job."""
    text = (ROOT / "integrations/gitlab/gpulint.gitlab-ci.yml").read_text()
    line = next(l.strip()[2:] for l in text.splitlines() if l.strip().startswith("- gpulint check"))
    folder = work / "gitlab"
    folder.mkdir()
    (folder / "bad.yaml").write_text(FAULTY)
    path = f"{work / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PATH": path, "GPULINT_PATHS": ".",
                               "GPULINT_ARGUMENTS": ""})
    assert done.returncode == 1, (done.stdout, done.stderr)
    report = json.loads((folder / "gl-code-quality-report.json").read_text())
    assert [entry["check_name"] for entry in report] == ["GPU302"], report


def main():
    gpulint, build = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    python = tools.python_with(build, "pre-commit", HERE / "requirements.txt")
    work = Path(tempfile.mkdtemp(dir=build))
    try:
        check_hooks(python, gpulint, work)
        check_action(gpulint, work)
        check_gitlab(gpulint, work)
    finally:
        shutil.rmtree(work)
    print("3 passed, 0 failed")


if __name__ == "__main__":
    main()
