// What was refused, why, and the clause. data: {what, refusal, book}

import { isEnglish } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h } from "../lib/html.js";
import { icon } from "../view/icons.js";
import { refusalSentence, sentenceCase } from "../view/words.js";
import { clauseTags } from "./bac-clause.js";

/** @typedef {{what: string, refusal: import("../net/protocol.js").Refusal, book: string}} RefusalData */

/** @extends {BacElement<RefusalData>} */
export class BacRefusal extends BacElement {
  render() {
    if (!this.data) return this.replaceChildren();
    const { what, refusal, book } = this.data;
    const sentence = refusalSentence(refusal);
    const original = sentenceCase(refusal.sentence);
    const more = !isEnglish() && original && original !== sentence ? h("span", { lang: "en", class: "soft" }, ` ${original}`) : null;
    const words = h("span", {}, h("strong", {}, what), " ", sentence, more);
    fill(this, h("div", { class: "refusal" }, icon("refused"), words, h("span", { class: "clauses" }, clauseTags(book, refusal.clauses, 2))));
  }
}

customElements.define("bac-refusal", BacRefusal);
