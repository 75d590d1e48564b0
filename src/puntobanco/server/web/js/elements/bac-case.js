// What went wrong, what the book says and what is asked, for staff. data: {view, names, keys}
// Tells `bac-answer` with {answer, reason}.

import { spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { actingAs } from "../state/acts.js";
import { cardName } from "../view/card.js";
import { icon } from "../view/icons.js";
import { answerWords, postTitle } from "../view/steps.js";
import "./bac-card.js";
import { clauseTags } from "./bac-clause.js";

/** @typedef {{view: import("../net/protocol.js").View, names: readonly string[]}} CaseData */

/** @extends {BacElement<CaseData>} */
class BacCase extends BacElement {
  /** The answers on offer, for number keys. @type {readonly string[]} */
  offered = [];
  #shown = "";
  /** What is being written stays when the same question is drawn again. */
  #reason = h("input", { class: "field", name: "reason", maxlength: 200, autocomplete: "off" });
  #question = "";

  render() {
    const ruling = this.data?.view.ruling;
    this.offered = [];
    if (!this.data || !ruling) {
      this.#shown = "";
      return this.replaceChildren();
    }
    const { view, names } = this.data;
    const { table, phase } = view;
    const by = phase.halted && ruling.post ? actingAs(ruling.post, names, table.posts) : "";
    const shown = JSON.stringify([ruling, phase.halted, names, view.staff?.reported, document.documentElement.lang]);
    this.offered = by ? answersOf(ruling) : [];
    if (shown === this.#shown) return;
    this.#shown = shown;
    const question = JSON.stringify([table.table, ruling.coup, ruling.sentence, ruling.question]);
    if (question !== this.#question) this.#reason.value = "";
    this.#question = question;
    const lines = [h("h3", {}, icon("stop"), t(phase.halted ? "case.stopped" : "ruling.ruled"), ruling.coup ? h("small", {}, `${t("fact.coup")} ${ruling.coup}`) : null), h("p", {}, h("b", {}, spoken(ruling.said, ruling.sentence)))];
    const { reported = "", reported_by: by_ = "" } = view.staff ?? {};
    if (phase.halted && reported) lines.push(h("p", { class: "reported" }, t("case.reported", { note: reported, by: postTitle(by_, table) })));
    ruling.follows.forEach((each, at) => lines.push(h("p", {}, spoken(ruling.follows_said[at], each))));
    if (ruling.asks) lines.push(h("p", { class: "asks" }, spoken(ruling.asks_said, ruling.asks)));
    if (ruling.waiting) lines.push(h("p", { class: "soft" }, t("ruling.waiting", { count: ruling.waiting })));
    if (ruling.answers.length && ruling.post && !by) lines.push(h("p", { class: "soft" }, t("todo.others", { post: postTitle(ruling.post, table) })));
    fill(this, h("section", { class: phase.halted ? "ruling case" : "ruling ruled", "aria-label": t("case.label") }, h("div", { role: "status" }, lines), h("p", { class: "clauses" }, clauseTags(table.book, ruling.clauses, 6)), by ? this.#answers(ruling, by) : null));
  }

  /** @param {import("../types.js").RulingForm} ruling @param {string} by */
  #answers(ruling, by) {
    const table = /** @type {CaseData} */ (this.data).view.table;
    const reason = this.#reason;
    const aside = (this.data?.view.hands.cards ?? []).filter((each) => !each.slot);
    /** @param {string} answer */
    const give = (answer) => this.tell("bac-answer", { answer, reason: reason.value, by });
    const buttons = answersOf(ruling).map((answer, at) => h("button", { type: "button", class: at || ruling.question === "decision" ? "btn" : "btn primary", "data-answer": answer, onclick: () => give(answer) }, h("kbd", { "aria-hidden": "true" }, at + 1), ruling.question === "order" ? inOrder(answer, aside) : answerWords(answer)));
    return h(
      "div",
      { class: "form answers" },
      h("div", { class: "sign-off" }, h("p", {}, t("case.as"), " ", h("b", {}, postTitle(by, table))), h("label", {}, t("case.reason"), reason)),
      h("div", { class: "btnrow" }, buttons),
    );
  }

  /** Gives the answer with this number. @param {number} number */
  choose(number) {
    /** @type {HTMLElement | undefined} */ (this.querySelectorAll("[data-answer]")[number - 1])?.click();
  }
}

/** Every order of the cards that came out together, or the answers as they are. @param {import("../types.js").RulingForm} ruling */
const answersOf = ({ question, answers }) => (question === "order" ? orders((answers[0] ?? "").split(",")).map((each) => each.join(",")) : answers);

/** @param {readonly string[]} places @returns {string[][]} */
function orders(places) {
  if (places.length < 2) return [[...places]];
  return places.flatMap((first) => orders(places.filter((each) => each !== first)).map((rest) => [first, ...rest]));
}

/** The cards one after the other, as they would count. @param {string} answer @param {readonly import("../types.js").CardForm[]} aside */
function inOrder(answer, aside) {
  const cards = answer.split(",").map((place) => aside.at(Number(place) - 1));
  const names = answer.split(",").map((place, at) => (cards[at]?.card ? cardName(cards[at]?.card ?? "") : t("case.card", { place })));
  return h("span", { class: "in-order" }, h("span", { class: "minis", "aria-hidden": "true" }, cards.map((card) => own("bac-card", { state: card?.card ? "small" : "down", card: card?.card ?? null }))), t("case.first", { cards: names.join(", ") }));
}

customElements.define("bac-case", BacCase);
