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
    const [short, number] = shown(book, clause);
    const press = () => this.tell("bac-clause", { book, clause, edition });
    fill(this, h("button", { type: "button", class: number ? "clause" : "clause whole", onclick: press }, h("span", {}, short), number ? [h("span", { class: "vh" }, t("clause.in")), number] : ""));
  }
}

customElements.define("bac-clause", BacClause);

/** A clause without its row: "3.12" of "3.12[P0-5]". @param {string} clause */
const bare = (clause) => clause.replace(/\[[^\]]*\]$/, "");

/** What a tag says: which row of a clause, and which rule of ours, is told where it is opened. @param {string} book @param {string} clause @returns {[string, string]} */
const shown = (book, clause) => (clause.startsWith("default:") ? [t("clause.default"), ""] : [bookShort(book), bare(clause)]);

/** One tag for each clause that reads differently. @param {string} book @param {readonly string[]} clauses @param {number} [most] @param {string} [edition] where it is not that of the table shown */
export const clauseTags = (book, clauses, most = 3, edition = undefined) => clauses.filter((clause, at) => clauses.findIndex((each) => bare(each) === bare(clause)) === at).slice(0, most).map((clause) => own("bac-clause", { book, clause, edition }));
