// Single keys: only where no field has focus, and only while they are switched on.

import { isForField } from "../../lib/a11y.js";
import { settings } from "../../lib/settings.js";

/**
 * @param {object} does
 * @param {(at: number) => void} does.chip
 * @param {(kind: string) => void} does.place
 * @param {(act: string) => void} does.act
 * @param {() => void} does.ask
 * @param {() => void} does.list
 */
export function listen(does) {
  /** @type {Record<string, () => void>} */
  const keys = {
    p: () => does.place("player"),
    b: () => does.place("banker"),
    t: () => does.place("tie"),
    z: () => does.act("undo"),
    c: () => does.act("clear"),
    d: () => does.act("double"),
    r: () => does.act("rebet"),
    a: () => does.ask(),
    "?": () => does.list(),
  };
  document.addEventListener("keydown", (event) => {
    if (!settings.keys || event.repeat || isForField(event) || document.querySelector("dialog[open]")) return;
    const pressed = event.target instanceof HTMLElement && event.target.closest("button, a, [role=slider], summary");
    if (event.key === "Enter" && !pressed && settings.confirmFirst) does.act("confirm");
    else if (/^[1-9]$/.test(event.key)) does.chip(Number(event.key) - 1);
    else keys[event.key.toLowerCase()]?.();
  });
}
