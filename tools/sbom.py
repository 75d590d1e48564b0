"""Writes the list of components, with hashes, from the lock: CycloneDX 1.6 as JSON.

The lock is the truth about what is installed; nothing is asked of a network or of this machine, so
that the same lock gives the same file, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
PROJECT = ROOT / "pyproject.toml"
_PIN = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)\s*(?:;\s*(.*?))?\s*\\?$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Pin:
    """One package of the lock."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        """Its package address, which is also its reference."""
        return f"pkg:pypi/{self.name}@{self.version}"


def canonical(name: str) -> str:
    """A package's name in its one form."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: str) -> tuple[Pin, ...]:
    """Every package of a lock; a line that is neither package nor hash is an error."""
    found: list[tuple[str, str, str, list[str]]] = []
    for line in lock.splitlines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if hashed := _HASH.match(text):
            found[-1][3].append(hashed[1])
        elif pinned := _PIN.match(text):
            found.append((canonical(pinned[1]), pinned[2], pinned[3] or "", []))
        else:
            raise ValueError(f"the lock has a line that is no package and no hash: {text}")
    return tuple(Pin(name, version, marker, tuple(some)) for name, version, marker, some in found)


def wanted(project: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """By package that the project names itself: for what (`base`, an extra, a group)."""
    table = project["project"]
    lists = {"base": table["dependencies"], **table["optional-dependencies"]}
    lists |= project["dependency-groups"]
    found: dict[str, list[str]] = {}
    for purpose, requirements in lists.items():
        for requirement in requirements:
            name = _NAME.match(requirement)
            assert name is not None, requirement
            found.setdefault(canonical(name[0]), []).append(purpose)
    found.pop(canonical(table["name"]), None)
    return {name: tuple(purposes) for name, purposes in found.items()}


def _component(pin: Pin, purposes: tuple[str, ...]) -> dict[str, Any]:
    notes = [{"name": "puntobanco:marker", "value": pin.marker}] if pin.marker else []
    notes += [{"name": "puntobanco:named-for", "value": each} for each in purposes]
    return {
        "type": "library",
        "bom-ref": pin.purl,
        "name": pin.name,
        "version": pin.version,
        "scope": "required" if "base" in purposes else "optional",
        "purl": pin.purl,
        "hashes": [{"alg": "SHA-256", "content": each} for each in pin.hashes],
        **({"properties": notes} if notes else {}),
    }


def bill(lock: str, project_text: str) -> dict[str, Any]:
    """The whole list of components."""
    project = tomllib.loads(project_text)
    table, named = project["project"], wanted(project)
    packages = pins(lock)
    own = f"pkg:pypi/{table['name']}@{table['version']}"
    digest = hashlib.sha256(f"{lock}\n{project_text}".encode()).hexdigest()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": table["name"],
                "version": table["version"],
                "description": table["description"],
                "licenses": [{"license": {"id": table["license"]}}],
                "purl": own,
            }
        },
        "components": [_component(pin, named.get(pin.name, ())) for pin in packages],
        "dependencies": [
            {"ref": own, "dependsOn": sorted(pin.purl for pin in packages if pin.name in named)}
        ],
    }


def main(target: Path) -> None:
    """Write the file."""
    made = bill(LOCK.read_text("utf-8"), PROJECT.read_text("utf-8"))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"{target}: {len(made['components'])} components\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "puntobanco.cdx.json")
