// A question in a dialog: asked once, answered with a promise.

import { openDialog } from "../../elements/bac-dialog.js";
import { h } from "../../lib/html.js";

/**
 * @template T
 * @param {string} title
 * @param {(done: (value: T) => void) => import("../../lib/html.js").Child[]} content
 * @returns {Promise<T | null>} null where it was left
 */
export function ask(title, content) {
  return new Promise((answer) => {
    /** @type {import("../../elements/bac-dialog.js").BacDialog} */
    let dialog;
    const done = (/** @type {T} */ value) => (answer(value), dialog.close());
    dialog = openDialog(title, ...content(done));
    dialog.querySelector("dialog")?.addEventListener("close", () => answer(null));
    /** @type {HTMLElement | null} */ (dialog.querySelector("[autofocus]"))?.focus();
  });
}

/** @param {string} words @param {HTMLElement} control */
export const field = (words, control) => h("label", {}, words, control);

/** @param {string} name @param {readonly (readonly [string, string])[]} options @param {boolean} [required] */
export const choice = (name, options, required = true) => h("select", { class: "field", name, required }, options.map(([value, words]) => h("option", { value }, words)));
