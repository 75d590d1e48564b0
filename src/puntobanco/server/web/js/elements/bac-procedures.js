// Everything that can go wrong, numbered, and by its letter what can be entered of cards. data: {procedures, open, number, hasCards, happened}.
// Tells `bac-procedure` with one's place, 0 for a misread card, which only real cards can be; `bac-happened` with a letter.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h } from "../lib/html.js";
import { irregularityWords } from "../view/steps.js";

/** @typedef {{procedures: readonly import("../types.js").ProcedureForm[], open: boolean, number: string, hasCards: boolean, happened: readonly string[]}} ProceduresData */

/** @extends {BacElement<ProceduresData>} */
class BacProcedures extends BacElement {
  render() {
    if (!this.data) return;
    const { procedures, open, number, hasCards, happened } = this.data;
    const rows = hasCards ? [this.#row(0, t("trouble.misread"), t("trouble.last-only"))] : [];
    for (const key of happened) rows.push(this.#row(key, t(`happened.${key}`), ""));
    procedures.forEach((each, at) => rows.push(this.#row(at + 1, irregularityWords(each.irregularity, each.sentence).replace(/[.。]$/, ""), each.needs.length ? t("trouble.names") : "")));
    const scrolled = this.querySelector(".procs")?.scrollTop ?? 0;
    const small = open ? h("small", { class: "t-gold" }, number ? t("trouble.chosen", { number }) : t("trouble.number")) : h("small", {}, h("kbd", {}, "F9"), " ", t("trouble.how"));
    fill(this, h("h3", {}, t("trouble.title"), small), h("ol", { class: open ? "procs open" : "procs" }, rows));
    const list = this.querySelector(".procs");
    const chosen = this.querySelector(".on");
    if (list) list.scrollTop = scrolled;
    if (open && chosen) chosen.scrollIntoView({ block: "nearest" });
  }

  /** @param {number | string} at @param {string} words @param {string} note */
  #row(at, words, note) {
    const chosen = this.data?.open && this.data.number === String(at);
    return h("li", { class: chosen ? "on" : null }, h("button", { type: "button", onclick: () => this.tell(typeof at === "number" ? "bac-procedure" : "bac-happened", at) }, h("kbd", {}, at), h("span", {}, words), h("small", {}, note)));
  }
}

customElements.define("bac-procedures", BacProcedures);
