"""Looks every locked package up in an advisory database, through pip-audit.

Where no database can be reached nothing has been audited: that is said in one sentence and is no
failure, because a build without a network must not fail for it. A known vulnerability is one. A
database that answers but knows none of the packages has audited nothing either.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
SERVICES = ("pypi", "osv")
"""Databases that pip-audit can ask; the second where the first knows nothing."""
SECONDS = 120
NOT_AUDITED = "Nothing was audited: no advisory database can be reached from here"


def runner() -> str | None:
    """The program that fetches and runs pip-audit: beside this Python, or on the path."""
    beside = Path(sys.executable).parent / "uvx"
    return str(beside) if beside.is_file() else shutil.which("uvx")


def asked(uvx: str, service: str, lock: Path) -> tuple[list[dict[str, Any]], str]:
    """What a database says of each package, or nothing and why not."""
    command = [uvx, "pip-audit", "--disable-pip", "--require-hashes", "--format", "json"]
    command += ["--progress-spinner", "off", "--vulnerability-service", service]
    try:
        done = subprocess.run(  # noqa: S603  its own words only
            [*command, "--requirement", str(lock)],
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return [], f"no answer within {SECONDS} seconds"
    try:
        return list(json.loads(done.stdout)["dependencies"]), ""
    except (json.JSONDecodeError, KeyError, TypeError):
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        last = lines[-1] if lines else "pip-audit said nothing"
        return [], last.partition(" (Caused by")[0].rstrip(".")


def audit(uvx: str | None, lock: Path = LOCK) -> tuple[int, str]:
    """The exit code, and what to say."""
    if uvx is None:
        return 0, f"{NOT_AUDITED} (there is no uvx; run make setup first)."
    reasons = []
    for service in SERVICES:
        found, reason = asked(uvx, service, lock)
        known = [each for each in found if "skip_reason" not in each]
        if known:
            return _report(service, known, len(found) - len(known))
        reasons.append(f"{service}: {reason or 'knows none of the packages'}")
    return 0, f"{NOT_AUDITED} ({'; '.join(reasons)})."


def _report(service: str, known: list[dict[str, Any]], unknown: int) -> tuple[int, str]:
    lines = [
        f"{each['name']} {each['version']}: {hole['id']}, "
        f"fixed in {', '.join(hole.get('fix_versions', ())) or 'no version yet'}"
        for each in known
        for hole in each.get("vulns", ())
    ]
    summary = f"{len(known)} packages audited by {service}, {len(lines)} known vulnerabilities."
    if unknown:
        summary += f" {unknown} packages are not in its database."
    return int(bool(lines)), "\n".join([*lines, summary])


if __name__ == "__main__":
    code, words = audit(runner())
    sys.stdout.write(f"{words}\n")
    sys.exit(code)
