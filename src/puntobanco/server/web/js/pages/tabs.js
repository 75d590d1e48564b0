// Tabs of a page: arrow keys move, the chosen one is kept in the address.

import { find } from "../lib/html.js";

/** @param {readonly string[]} names each with #tab-NAME and #NAME-panel @param {(name: string) => void} [shown] */
export function tabs(names, shown = () => undefined) {
  /** @param {string} chosen */
  const choose = (chosen) => {
    for (const name of names) {
      find(`#tab-${name}`).setAttribute("aria-selected", String(name === chosen));
      find(`#tab-${name}`).tabIndex = name === chosen ? 0 : -1;
      find(`#${name}-panel`).hidden = name !== chosen;
    }
    history.replaceState(null, "", `${location.pathname}${location.search}#${chosen}`);
    shown(chosen);
  };
  for (const [at, name] of names.entries()) {
    find(`#tab-${name}`).addEventListener("click", () => choose(name));
    find(`#tab-${name}`).addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = names[(at + step + names.length) % names.length];
      choose(next);
      find(`#tab-${next}`).focus();
    });
  }
  const asked = location.hash.slice(1);
  choose(names.includes(asked) ? asked : names[0]);
  return choose;
}
