// What stopped the play, what follows, and one's own choice. data: {ruling, book, mine}
// Tells `bac-answer` with the chosen answer.

import { spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { icon } from "../view/icons.js";
import { answerWords } from "../view/steps.js";
import "./bac-card.js";
import { clauseTags } from "./bac-clause.js";

/**
 * @typedef {object} RulingData
 * @property {import("../types.js").RulingForm | null} ruling
 * @property {string} book
 * @property {boolean} mine whether this viewer is asked
 * @property {boolean} halted whether the table waits
 * @property {import("../types.js").HandsForm} [hands] the cards that it is about
 */

/** @extends {BacElement<RulingData>} */
class BacRuling extends BacElement {
  render() {
    const ruling = this.data?.ruling;
    if (!this.data || !ruling) return this.replaceChildren();
    const { book, mine, halted, hands } = this.data;
    const lines = [h("h2", {}, icon("stop"), t(halted ? "ruling.stopped" : "ruling.ruled")), h("p", {}, spoken(ruling.said, ruling.sentence))];
    ruling.follows.forEach((each, at) => lines.push(h("p", {}, spoken(ruling.follows_said[at], each))));
    if (mine) lines.push(h("p", {}, t("ruling.yours")));
    else if (ruling.asks) lines.push(h("p", { class: "soft" }, spoken(ruling.asks_said, ruling.asks)));
    if (ruling.waiting) lines.push(h("p", { class: "soft" }, t("ruling.waiting", { count: ruling.waiting })));
    const answers = ruling.answers.map((answer) =>
      h("button", { type: "button", class: "btn", onclick: () => this.tell("bac-answer", answer) }, answerWords(answer)),
    );
    const choice = mine && answers.length ? h("div", { class: "btnrow" }, answers) : null;
    const evidence = mine && hands ? lying(hands) : null;
    fill(this, h("section", { class: "ruling", role: "status" }, h("div", {}, lines, evidence), h("div", { class: "then" }, h("p", { class: "clauses" }, clauseTags(book, ruling.clauses, 6)), choice)));
  }
}

/** The cards on the table with their totals: what a choice is about. @param {import("../types.js").HandsForm} hands */
function lying({ cards, player_total, banker_total }) {
  const totals = { player: player_total, banker: banker_total };
  const sides = /** @type {const} */ (["player", "banker"]).map((side) => {
    const own_ = cards.filter((each) => each.slot.startsWith(side === "player" ? "P" : "B"));
    return h("span", {}, h("b", { class: `t-${side}` }, t(`side.${side}`)), h("span", { class: "minis" }, own_.map((each) => own("bac-card", { state: each.card ? "small" : "down", card: each.card }))), totals[side] === null ? null : h("b", {}, totals[side]));
  });
  const aside = cards.filter((each) => !each.slot);
  return h("p", { class: "evidence" }, sides, aside.length ? h("span", {}, t("ruling.aside"), h("span", { class: "minis" }, aside.map((each) => own("bac-card", { state: each.card ? "small" : "down", card: each.card })))) : null);
}

customElements.define("bac-ruling", BacRuling);
