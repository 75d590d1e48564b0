"""What meets a contributor: hooks, workflow and templates name things that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")


def test_the_workflow_runs_what_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    first = re.findall(r"```console\n(.*?)```", readme, re.DOTALL)[0]
    for command in re.findall(r"^\$ (make \w+)", first, re.MULTILINE):
        assert command in WORKFLOW, command


def test_the_workflow_tries_every_python_that_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    (line,) = re.findall(r"python: \[(.*)\]", WORKFLOW)
    assert re.findall(r"[\d.]+", line) == promised


def test_the_hooks_run_programs_of_the_environment() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    entries = re.findall(r"entry: (\S+)(.*)", text)
    assert len(entries) == text.count("- id: ")
    for program, rest in entries:
        assert (ROOT / program).is_file(), program
        for word in re.findall(r"tests/\S+", rest):
            assert (ROOT / word).is_file(), word


def test_a_vulnerability_has_a_way_in() -> None:
    assert "SECURITY.md" in (ROOT / "README.md").read_text("utf-8")
