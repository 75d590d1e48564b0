// The whole record of a coup: cards, payments, rulings with their clauses, everything in order. data: {record, table}

import { spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { clockTime, money } from "../lib/format.js";
import { fill, h } from "../lib/html.js";
import { evidence, pictures } from "../view/evidence.js";
import { actorWords, dealtFrom, payoffLabel, signed, wagerWords } from "../view/words.js";
import { clauseTags } from "./bac-clause.js";
import "./bac-card.js";

/** @typedef {{record: import("../types.js").CoupRecordForm, table: import("../types.js").TableForm}} RecordData */

/** @extends {BacElement<RecordData>} */
class BacRecord extends BacElement {
  render() {
    if (!this.data) return;
    const { record, table } = this.data;
    const { book } = table;
    const ended = record.voided ? t("outcome.void") : record.winner ? t(`outcome.${record.winner}`) : t("record.open");
    fill(
      this,
      h("p", { class: "soft" }, t("record.when", { from: dealtFrom(table, record.shoe).join(" ").trim(), time: clockTime(record.opened_at), ended })),
      pictures(record.video, record.opened_at, record.ended_at),
      evidence(record),
      record.rulings.length ? this.#part(t("record.rulings"), this.#actions(record.rulings, book)) : null,
      record.lines.length ? this.#part(t("record.lines"), this.#lines(record)) : null,
      this.#part(t("record.actions"), this.#actions(record.actions, book)),
    );
  }

  /** @param {string} title @param {Node} body */
  #part(title, body) {
    return h("section", {}, h("h3", {}, title), h("div", { class: "wide-scroll", tabindex: 0, role: "group", "aria-label": title }, body));
  }

  /** @param {readonly import("../types.js").ActionForm[]} actions @param {string} book */
  #actions(actions, book) {
    const rows = actions.map((each) => h("tr", {}, h("td", { class: "muted" }, clockTime(each.time)), h("td", {}, actorWords(each.actor)), h("td", {}, spoken(each.said, each.sentence)), h("td", {}, h("span", { class: "clauses" }, clauseTags(book, each.clauses, 2)))));
    return h("table", { class: "data" }, h("tbody", {}, rows));
  }

  /** @param {import("../types.js").CoupRecordForm} record */
  #lines(record) {
    const rows = record.lines.map((each) => h("tr", {}, h("td", {}, `${each.place} \u00b7 ${each.patron}`), h("td", {}, wagerWords(each.wager)), h("td", { class: "figure" }, money(each.stake, record.digits)), h("td", { class: "figure" }, each.result === "push" ? "0" : signed(each.result === "win" ? each.profit : -each.stake, record.digits)), h("td", {}, payoffLabel(each.label))));
    return h("table", { class: "data" }, h("tbody", {}, rows));
  }
}

customElements.define("bac-record", BacRecord);
