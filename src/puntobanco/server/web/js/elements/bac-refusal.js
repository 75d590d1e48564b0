// What was refused, why, and the clause. data: {what, refusal, book, digits}

import { BacElement } from "../lib/element.js";
import { fill, h } from "../lib/html.js";
import { icon } from "../view/icons.js";
import { refusalSentence } from "../view/words.js";
import { clauseTags } from "./bac-clause.js";

/** @typedef {{what: string, refusal: import("../net/protocol.js").Refusal, book: string, digits: number}} RefusalData */

/** @extends {BacElement<RefusalData>} */
class BacRefusal extends BacElement {
  render() {
    if (!this.data) return this.replaceChildren();
    const { what, refusal, book, digits } = this.data;
    const words = h("span", {}, h("strong", {}, what), " ", refusalSentence(refusal, digits));
    fill(this, h("div", { class: "refusal" }, icon("refused"), words, h("span", { class: "clauses" }, clauseTags(book, refusal.clauses, 2))));
  }
}

customElements.define("bac-refusal", BacRefusal);
