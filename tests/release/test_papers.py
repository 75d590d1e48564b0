"""What goes with a release: version, changelog, container file, list of components, audit."""

from __future__ import annotations

import json
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tools import audit, sbom

from puntobanco.cli.app import app
from puntobanco.server.app import create_app
from puntobanco.server.casino.plan import Plan
from puntobanco.version import version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

# --- one version ------------------------------------------------------------------------------


def test_one_version_in_one_place(tmp_path: Path) -> None:
    assert version() == PROJECT["version"]
    assert app.version is version
    assert create_app(Plan(tmp_path)).version == PROJECT["version"]
    for path in (ROOT / "src").rglob("*.py"):
        assert f'"{PROJECT["version"]}"' not in path.read_text("utf-8"), path


# --- changelog --------------------------------------------------------------------------------

CHANGES = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def test_the_changelog_has_the_form_of_keep_a_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert text.startswith("# Changelog\n")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    for heading in headings[1:]:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", heading), heading
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= set(CHANGES)
    for line in text.splitlines()[4:]:
        assert not line or line.startswith(("## ", "### ", "- ", "  ")), line


def test_the_changelog_names_every_command_and_extra() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for command in (name for name in app if not name.startswith("-")):
        assert f"`punto {command}`" in text, command
    for extra in PROJECT["optional-dependencies"]:
        assert f"`{extra}`" in text, extra


def test_the_page_about_releases_names_what_exists() -> None:
    page = (ROOT / "docs" / "release.md").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make (\w+)`", page):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    named = re.findall(r"^\| (`.+?`) \|", page, re.MULTILINE)
    extras = [extra for cell in named for extra in re.findall(r"`(\w+)`", cell)]
    assert sorted(extras) == sorted(PROJECT["optional-dependencies"])


# --- container --------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """The container file's instructions, continued lines joined."""
    text = (ROOT / "Containerfile").read_text("utf-8")
    joined = re.sub(r"\\\n\s*", " ", text)
    lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    pairs = [line.partition(" ") for line in lines]
    return [(word, rest.strip()) for word, _, rest in pairs]


def of(word: str) -> list[str]:
    return [rest for each, rest in instructions() if each == word]


def test_the_container_is_built_from_pinned_images_and_this_tree_alone() -> None:
    for image in of("FROM"):
        assert re.fullmatch(r"python:3\.\d+-slim(?: AS build)?", image), image
        minor = re.search(r"3\.(\d+)", image)
        assert minor is not None
        assert int(minor[1]) >= int(PROJECT["requires-python"].rpartition(".")[2])
    text = (ROOT / "Containerfile").read_text("utf-8")
    hosts = set(re.findall(r"\w+://([^/:'\"\s]+)", text))
    assert hosts == {"127.0.0.1", "house.example"}
    assert not re.search(r"\blatest\b|\bcurl\b|\bwget\b|\bapt(-get)?\b", text)
    assert of("ADD") == []
    for copied in of("COPY"):
        if copied.startswith("--from=build"):
            continue
        for source in copied.split()[:-1]:
            assert (ROOT / source).exists(), source
    assert all("--require-hashes" in run or "pip" not in run for run in of("RUN"))


def test_the_container_runs_as_nobody_special_and_says_how_it_does() -> None:
    words = [word for word, _ in instructions()]
    (user,) = of("USER")
    assert user not in ("root", "0")
    assert words.index("USER") < words.index("CMD")
    assert json.loads(of("VOLUME")[0]) == ["/house"]
    (port,) = of("EXPOSE")
    command = [*json.loads(of("ENTRYPOINT")[0]), *json.loads(of("CMD")[0])]
    assert command[:3] == ["punto", "serve", "/house"]
    assert port in command
    assert f"127.0.0.1:{port}/ready" in of("HEALTHCHECK")[0]
    known = {name for name in app if not name.startswith("-")}
    assert command[1] in known


def test_the_container_installs_extras_that_exist() -> None:
    found = re.search(r'"\.\[([a-z,]+)\]"', " ".join(of("RUN")))
    assert found is not None
    assert set(found[1].split(",")) <= set(PROJECT["optional-dependencies"])
    needed = set(of("COPY")[0].split()[:-1])
    assert {"pyproject.toml", "README.md", "LICENSE", "requirements.lock"} <= needed


# --- components -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    target = tmp_path_factory.mktemp("bill") / "puntobanco.cdx.json"
    sbom.main(target)
    made: dict[str, Any] = json.loads(target.read_text("utf-8"))
    return made


def test_the_bill_has_the_structure_of_cyclonedx(bill: dict[str, Any]) -> None:
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    own = bill["metadata"]["component"]
    assert (own["name"], own["version"]) == (PROJECT["name"], PROJECT["version"])
    assert own["licenses"] == [{"license": {"id": PROJECT["license"]}}]
    references = [own["bom-ref"], *(each["bom-ref"] for each in bill["components"])]
    assert len(set(references)) == len(references)
    for each in bill["components"]:
        assert each["type"] == "library"
        assert each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
        assert each["scope"] in ("required", "optional")
        assert each["hashes"]
        for hashed in each["hashes"]:
            assert hashed["alg"] == "SHA-256"
            assert re.fullmatch(r"[0-9a-f]{64}", hashed["content"])
    for each in bill["dependencies"]:
        assert {each["ref"], *each["dependsOn"]} <= set(references)


def test_the_bill_has_every_locked_package_with_every_hash(bill: dict[str, Any]) -> None:
    text = (ROOT / "requirements.lock").read_text("utf-8")
    assert len(bill["components"]) == len(re.findall(r"^[a-z0-9]\S*==", text, re.MULTILINE))
    hashes = [each["content"] for part in bill["components"] for each in part["hashes"]]
    assert sorted(hashes) == sorted(re.findall(r"sha256:([0-9a-f]{64})", text))
    required = {each["name"] for each in bill["components"] if each["scope"] == "required"}
    assert required == {"msgspec", "numpy", "cyclopts", "rich"}


def test_the_bill_is_the_same_for_the_same_lock(bill: dict[str, Any]) -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert sbom.bill(lock, project) == bill
    assert sbom.bill(lock + "\n", project)["serialNumber"] != bill["serialNumber"]


def test_a_lock_that_cannot_be_read_is_no_short_bill() -> None:
    with pytest.raises(ValueError, match="no package and no hash: git"):
        sbom.pins("numpy==2.4.6 \\\n    --hash=sha256:" + "0" * 64 + "\ngit+something\n")


# --- audit ------------------------------------------------------------------------------------


def stand_in(folder: Path, answer: str, complaint: str = "", code: int = 0) -> str:
    """A program in place of the one that fetches and runs pip-audit."""
    (folder / "answer").write_text(answer, "utf-8")
    (folder / "complaint").write_text(complaint, "utf-8")
    path = folder / "uvx"
    path.write_text(
        f"#!/bin/sh\ncat '{folder}/answer'\ncat '{folder}/complaint' >&2\nexit {code}\n", "utf-8"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def dependencies(*some: dict[str, Any]) -> str:
    return json.dumps({"dependencies": some, "fixes": []})


SOUND = {"name": "numpy", "version": "2.4.6", "vulns": []}
BROKEN = {
    "name": "rich",
    "version": "15.0.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["15.0.1"]}],
}
UNKNOWN = {"name": "cyclopts", "skip_reason": "not found"}


def test_an_audit_says_what_it_found(tmp_path: Path) -> None:
    code, words = audit.audit(stand_in(tmp_path, dependencies(SOUND, UNKNOWN)))
    assert (code, words) == (
        0,
        "1 packages audited by pypi, 0 known vulnerabilities. 1 packages are not in its database.",
    )


def test_a_known_vulnerability_fails_the_audit(tmp_path: Path) -> None:
    code, words = audit.audit(stand_in(tmp_path, dependencies(SOUND, BROKEN), code=1))
    assert code == 1
    assert "rich 15.0.0: PYSEC-1, fixed in 15.0.1" in words


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("", "ConnectionError: the name cannot be resolved"),
        (dependencies(UNKNOWN), "No known vulnerabilities found"),
        ("", ""),
    ],
)
def test_an_audit_that_reached_nothing_says_so(tmp_path: Path, answer: str, complaint: str) -> None:
    code, words = audit.audit(stand_in(tmp_path, answer, complaint, 1))
    assert code == 0
    assert words.startswith(audit.NOT_AUDITED)
    assert "\n" not in words
    assert audit.audit(None) == (
        0,
        f"{audit.NOT_AUDITED} (there is no uvx; run make setup first).",
    )
