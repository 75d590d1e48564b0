"""Examples of every call, event and message in the API's description, from a house that was played.

`tools/api_examples.py` plays it and writes `examples.json`; nothing in there is made up. Run it
after a form has changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).with_name("examples.json")
SAID = (
    "The examples are calls that were made in one house, and what was answered. Long lists are "
    "cut short in them; keys, hashes and secrets are replaced."
)


def add_examples(described: dict[str, Any]) -> None:
    """Write into a description what every parameter, body, answer, event and message looks like."""
    examples = json.loads(EXAMPLES.read_text("utf-8"))
    described["info"]["description"] = SAID
    parts = described["components"]
    for name, example in examples["forms"].items():
        parts["schemas"][name]["examples"] = [example]
    parts["examples"] = {status: {"value": each} for status, each in examples["errors"].items()}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            _add(operation, examples["calls"][f"{method} {path}"])


def _add(operation: dict[str, Any], call: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", ()):
        parameter["example"] = call["parameters"][parameter["name"]]
    if "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = call["body"]
    for status, answer in operation["responses"].items():
        for kind, content in answer.get("content", {}).items():
            if status.startswith("2"):
                content["example"] = call["answers"][kind]
            else:
                content["examples"] = {"said": {"$ref": f"#/components/examples/{status}"}}
