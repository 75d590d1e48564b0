// What was refused or is still missing, why, the clause, and the buttons that help. data: RefusalData
// Each button tells its own event.

import { BacElement } from "../lib/element.js";
import { fill, h } from "../lib/html.js";
import { icon } from "../view/icons.js";
import { refusalSentence } from "../view/words.js";
import { clauseTags } from "./bac-clause.js";

/**
 * @typedef {{words: string, tells?: string, detail?: unknown, href?: string}} Way a button, or a link
 * @typedef {object} RefusalData
 * @property {string} what
 * @property {import("../net/protocol.js").Refusal | null} [refusal] null: nothing was asked of the table yet
 * @property {string} book
 * @property {number} digits
 * @property {readonly Way[]} [ways]
 */

/** @extends {BacElement<RefusalData>} */
class BacRefusal extends BacElement {
  #drawn = "";

  render() {
    const drawn = this.data ? JSON.stringify([this.data, document.documentElement.lang]) : "";
    if (drawn === this.#drawn) return; // a button stays the same while it can be pressed
    this.#drawn = drawn;
    if (!this.data) return this.replaceChildren();
    const { what, refusal, book, digits, ways = [] } = this.data;
    const words = h("span", {}, h("strong", {}, what), refusal ? ` ${refusalSentence(refusal)}` : null);
    const buttons = ways.map((way, at) => this.#way(way, at === 0));
    fill(
      this,
      h("div", { class: refusal ? "refusal" : "refusal hint" }, icon(refusal ? "refused" : "chips"), words, refusal ? h("span", { class: "clauses" }, clauseTags(book, refusal.clauses, 2)) : null, buttons.length ? h("span", { class: "btnrow" }, buttons) : null),
    );
  }

  /** @param {Way} way @param {boolean} first */
  #way({ words, tells, detail, href }, first) {
    const look = { class: first ? "btn small primary" : "btn small" };
    if (href) return h("a", { ...look, href }, words);
    return h("button", { type: "button", ...look, onclick: () => this.tell(tells ?? "", detail) }, words);
  }
}

customElements.define("bac-refusal", BacRefusal);
