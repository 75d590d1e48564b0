// The desk of one table: its cards live, what is asked, and what the floor can do about it.

import { spoken, t } from "../../i18n/index.js";
import { number } from "../../lib/format.js";
import { fill, h, own } from "../../lib/html.js";
import { calmly } from "../../lib/press.js";
import { clausesOf, gistOf } from "../../net/clauses.js";
import { TableSocket } from "../../net/socket.js";
import { actingAs, filledIn, wantsCard, wantsCards, waits } from "../../state/acts.js";
import { Store } from "../../state/store.js";
import { evidence } from "../../view/evidence.js";
import { stepLine } from "../../view/steps.js";
import { courseOf, sentenceCase } from "../../view/words.js";
import "../../elements/bac-card.js";
import "../../elements/bac-case.js";
import "../../elements/bac-checklist.js";
import "../../elements/bac-connection.js";
import "../../elements/bac-differential.js";
import "../../elements/bac-patrons.js";
import "../../elements/bac-refusal.js";
import { clauseTags } from "../../elements/bac-clause.js";
import "../staff/clauses.js";
import { send } from "../staff/sending.js";
import { ACTS } from "./acts.js";

/** @typedef {import("../../state/acts.js").Asking} Asking @typedef {import("../../state/acts.js").Telling} Telling */

export class Desk {
  name = "";
  /** @type {TableSocket | null} */
  #socket = null;
  store = new Store();
  /** @type {import("../../types.js").ClausesForm | null} */
  #clauses = null;
  #case = own("bac-case", undefined);
  #refusal = own("bac-refusal", undefined, { role: "alert" });
  #parts = { head: h("header", { class: "desk-head" }), cards: h("div", { class: "stack" }), acts: h("div", { class: "acts" }), more: h("div", { class: "stack" }) };

  /** @param {HTMLElement} place @param {(words: string) => void} notice */
  constructor(place, notice) {
    this.place = place;
    this.notice = notice;
    place.addEventListener("bac-answer", (event) => {
      const { answer, reason, by } = /** @type {CustomEvent} */ (event).detail;
      void this.send({ request: "answer", by, answer, reason });
    });
  }

  /** The name under which one acts here. */
  get by() {
    return this.store.viewer.acts_as.at(-1) ?? "";
  }

  get view() {
    return this.store.view;
  }

  /** Opens the desk of a table, or with no name closes it. @param {string} name */
  open(name) {
    this.#socket?.close();
    this.name = name;
    this.store = new Store();
    this.#refusal.data = undefined;
    this.#case.data = undefined;
    this.place.hidden = !name;
    fill(this.place);
    if (!name) return;
    fill(this.place, this.#parts.head, this.#case, this.#refusal, this.#parts.cards, this.#parts.acts, this.#parts.more);
    for (const each of Object.values(this.#parts)) fill(each);
    const socket = (this.#socket = new TableSocket(name));
    socket.addEventListener("view", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      this.store.take(detail);
      if (detail.fresh) void this.#read(this.view.table.book);
      this.draw();
    });
    socket.addEventListener("state", () => this.draw());
    socket.addEventListener("failure", (event) => this.notice(/** @type {CustomEvent} */ (event).detail));
    void socket.open();
  }

  /** @param {string} book */
  async #read(book) {
    this.#clauses = await clausesOf(book).catch(() => null);
    this.draw();
  }

  /**
   * Sends it; a refusal is shown here, or where else it is wanted.
   * @param {Asking | Telling | null} message
   * @param {HTMLElement & {data: any}} [refusal]
   * @returns {Promise<boolean>} whether it was granted, or waits for a second person
   */
  async send(message, refusal = this.#refusal) {
    if (!message || !this.#socket) return false;
    this.notice("");
    refusal.data = undefined;
    const { book, digits } = this.view.table;
    const granted = await send(this.#socket, message, (why) => (refusal.data = { what: t("dealer.refused"), refusal: why, book, digits }), this.notice);
    this.place.dispatchEvent(new CustomEvent("bac-changed", { bubbles: true }));
    return granted;
  }

  draw() {
    calmly(this.place, () => this.#draw());
  }

  #draw() {
    if (!this.name || !this.store.ready) return;
    const { view } = this;
    const { table, phase, hands, staff } = view;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.act : undefined;
    const away = h("button", { type: "button", class: "btn small", "data-act": "close", onclick: () => this.place.dispatchEvent(new CustomEvent("bac-open", { bubbles: true, detail: this.name })) }, t("dialog.close"));
    fill(this.#parts.head, h("div", {}, h("h2", {}, table.title, own("bac-connection", this.#socket?.state)), h("p", {}, [...courseOf(table, phase), ...(phase.dealer ? [[t("fact.dealer"), phase.dealer]] : [])].map((each) => each.join(" ").trim()).join(" \u00b7 "))), away);
    this.#case.data = { view, names: this.store.viewer.acts_as };
    const reasons = [...hands.reasons.map((each) => this.#reason(each.clauses, spoken(each.said, each.sentence))), ...(view.ruling?.clauses ?? []).map((clause) => this.#reason([clause], this.#clauses ? gistOf(this.#clauses, clause) : "", "en"))];
    const outcome = hands.outcome ? h("p", { class: "outcome" }, h("span", { class: `t-${hands.outcome.winner}` }, t(`outcome.${hands.outcome.winner}`)), h("span", {}, `${hands.outcome.player_total} : ${hands.outcome.banker_total}`)) : null;
    const checklist = phase.stage === "preparing" ? own("bac-checklist", { view, number: "" }) : null;
    fill(this.#parts.cards, checklist ?? evidence(hands), reasons.length ? h("ol", { class: "rules" }, reasons) : null, outcome, staff ? this.#step(staff.step) : null);
    fill(this.#parts.acts, ACTS.map(([name, act, shown]) => (shown(view) ? h("button", { type: "button", class: "btn small", "data-act": name, onclick: () => void act(this) }, t(`act.${name}`, { coup: number(phase.coup) })) : null)));
    fill(this.#parts.more, own("bac-differential", { stakes: view.stakes, limit: table.differential, digits: table.digits }), own("bac-patrons", view));
    if (focused) /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-act="${focused}"]`))?.focus();
  }

  /** A line of the book's chain of reasons. @param {readonly string[]} clauses @param {string} words @param {string | null} [lang] of the book's own words */
  #reason(clauses, words, lang = null) {
    return h("li", {}, h("span", { class: "clauses" }, clauseTags(this.view.table.book, clauses, 1)), h("span", { lang }, sentenceCase(words)));
  }

  /** The step, and a button where it is for one of the floor. @param {import("../../types.js").StepForm} step */
  #step(step) {
    const { table } = this.view;
    const words = h("p", { class: "now" }, h("span", { class: "muted" }, t("floor.now")), h("b", {}, stepLine(step)));
    const by = step.post && step.post !== "dealer" ? actingAs(step.post, this.store.viewer.acts_as, table.posts) : "";
    if (!by || waits(step) || wantsCard(step, table) || wantsCards(step, table)) return words;
    const act = h("button", { type: "button", class: "btn small primary", "data-act": "step", onclick: () => void this.send(filledIn(step, { table, by })) }, t("floor.do"));
    return h("div", { class: "now-row" }, words, act);
  }
}
