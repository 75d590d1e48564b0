// A clause: the book's short name and the number. Attributes: book, clause. Tells `bac-clause` when pressed.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { bookShort } from "../view/words.js";

/** @extends {BacElement<{book: string, clause: string, edition?: string}>} */
class BacClause extends BacElement {
  render() {
    if (!this.data) return;
    const { book, clause, edition } = this.data;
    const ours = clause.startsWith("default:");
    const short = ours ? t("clause.default") : bookShort(book);
    const number = ours ? clause.slice("default:".length) : clause.replace(/\[[^\]]*\]$/, ""); // which row of the clause is told where it is opened
    const press = () => this.tell("bac-clause", { book, clause, edition });
    fill(this, h("button", { type: "button", class: "clause", "aria-label": t("clause.of", { book: short, clause: number }), onclick: press }, h("span", {}, short), number));
  }
}

customElements.define("bac-clause", BacClause);

/** @param {string} book @param {readonly string[]} clauses @param {number} [most] @param {string} [edition] where it is not that of the table shown */
export const clauseTags = (book, clauses, most = 3, edition = undefined) => clauses.slice(0, most).map((clause) => own("bac-clause", { book, clause, edition }));
