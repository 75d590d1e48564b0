// A dialog with a title and a way out. Attributes: heading. `show(content)` opens it; tells `close`.

import { newId } from "../lib/id.js";
import { t } from "../i18n/index.js";
import { fill, h } from "../lib/html.js";
import { icon } from "../view/icons.js";

export class BacDialog extends HTMLElement {
  #body = h("div", { class: "dialog-body" });
  #title = h("h2", { id: `dialog-${newId()}` });
  #dialog = h("dialog", { class: "dialog" });
  /** The key that was pressed while it was open. @type {Event | null} */
  #meant = null;

  connectedCallback() {
    const away = h("button", { type: "button", class: "btn small bare", "aria-label": t("dialog.close"), onclick: () => this.close() }, icon("close"));
    this.#dialog.setAttribute("aria-labelledby", this.#title.id);
    fill(this.#dialog, h("header", {}, this.#title, away), this.#body);
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.close());
    this.#dialog.addEventListener("close", () => this.remove());
    // a key that closes it means nothing to the page; the next one does, though the focus may still be here
    this.#dialog.addEventListener("keydown", (event) => (this.#meant = this.#dialog.open ? event : null), true);
    this.#dialog.addEventListener("keydown", (event) => event === this.#meant && event.stopPropagation());
    fill(this, this.#dialog);
  }

  /** @param {string} title @param {...import("../lib/html.js").Child} content */
  show(title, ...content) {
    this.#title.textContent = title;
    fill(this.#body, ...content);
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  close() {
    this.#dialog.close();
    this.remove();
  }
}

customElements.define("bac-dialog", BacDialog);

/** Opens a dialog. @param {string} title @param {...import("../lib/html.js").Child} content */
export function openDialog(title, ...content) {
  const dialog = /** @type {BacDialog} */ (document.createElement("bac-dialog"));
  document.body.append(dialog);
  dialog.show(title, ...content);
  return dialog;
}
