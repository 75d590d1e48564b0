// The way of the cards from the box into the shoe, each step with whose it is. data: {view, number}

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h } from "../lib/html.js";
import { valueOf, waits, wantsNumber } from "../state/acts.js";
import { icon } from "../view/icons.js";
import { checkWords, postTitle, stepLine } from "../view/steps.js";
import { clauseTags } from "./bac-clause.js";

/** @typedef {{view: import("../net/protocol.js").View, number: string}} ChecklistData number: what is being typed */

/** @extends {BacElement<ChecklistData>} */
class BacChecklist extends BacElement {
  render() {
    const { view, number } = this.data ?? { view: undefined, number: "" };
    const staff = view?.staff;
    if (!view || !staff) return;
    const { table, phase } = view;
    const received = staff.checklist.length > 0;
    const burning = staff.step.act === "burn";
    const begun = !["closed"].includes(phase.stage);
    const at = wantsNumber(staff.step) ? t("check.at", { at: number || (valueOf(staff.step) ?? "") }) : "";
    const rows = [
      this.#row(t("check.open-table"), begun, staff.step.act === "open-table", ["dealer"], []),
      this.#row(received ? t("check.received", { cards: staff.cards_name || "\u2013" }) : t("check.receive"), received, staff.step.act === "receive-cards", ["dealer"], []),
      ...staff.checklist.map((each) => this.#row(checkWords(each), each.done, each.due && !burning, each.posts, each.clauses, each.due ? at : "")),
      burning ? this.#row(stepLine(staff.step), false, true, ["dealer"], staff.step.clauses ?? [], staff.shoe_out ? t("check.burnt", { count: staff.shoe_out }) : "") : null,
    ];
    fill(this, h("ol", { class: "checklist", "aria-label": t("check.label") }, rows));
  }

  /** @param {string} words @param {boolean} done @param {boolean} due @param {readonly string[]} posts @param {readonly string[]} clauses @param {string} [note] */
  #row(words, done, due, posts, clauses, note = "") {
    const table = /** @type {ChecklistData} */ (this.data).view.table;
    const state = done ? "done" : due ? "due" : "";
    const mark = h("span", { class: "mark" }, done ? icon("tick") : due && !waits(/** @type {any} */ (this.data).view.staff.step) ? h("kbd", {}, "Enter") : "");
    const said = done ? t("check.done") : due ? t("check.due") : "";
    const whose = posts.map((post) => postTitle(post, table)).join(", ");
    return h("li", { class: state, "aria-current": due ? "step" : null }, mark, h("span", { class: "words" }, words, said ? h("span", { class: "vh" }, `, ${said}`) : null, note ? h("small", {}, ` ${note}`) : null), h("span", { class: "whose" }, whose), h("span", { class: "clauses" }, clauseTags(table.book, clauses, 2)));
  }
}

customElements.define("bac-checklist", BacChecklist);
