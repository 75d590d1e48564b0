// Something that was shown, as a file.

import { h } from "./html.js";

/** @param {unknown} value @param {string} name */
export function save(value, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" })), download: `${name}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
