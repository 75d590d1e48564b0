// A question in a dialog: asked once, answered with a promise.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
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

/**
 * A question that is a form: answered with what `read` makes of it.
 * @template T
 * @param {string} title
 * @param {import("../../lib/html.js").Child[]} fields
 * @param {string} words on the button
 * @param {(given: FormData) => T} read
 * @returns {Promise<T | null>} null where it was left
 */
export function askForm(title, fields, words, read) {
  return ask(title, (/** @type {(value: T) => void} */ done) => {
    const form = h("form", { class: "form" }, ...fields, h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, words)));
    form.addEventListener("submit", (event) => (event.preventDefault(), done(read(new FormData(form)))));
    return [form];
  });
}

/** A reason in writing, which must be given. @param {boolean} [autofocus] */
export const reasonField = (autofocus = true) => field(t("case.reason"), h("input", { class: "field", name: "reason", required: true, maxlength: 200, autocomplete: "off", autofocus }));

/** @param {string} words @param {HTMLElement} control */
export const field = (words, control) => h("label", {}, words, control);

/** @param {string} name @param {readonly (readonly [string, string])[]} options @param {boolean} [required] */
export const choice = (name, options, required = true) => h("select", { class: "field", name, required }, options.map(([value, words]) => h("option", { value }, words)));
