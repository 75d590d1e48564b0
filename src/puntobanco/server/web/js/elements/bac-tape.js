// The six places in the order cards leave the shoe; the gold one waits for what is typed. data: {hands, step, typed, wants}

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { cardName } from "../view/card.js";
import "./bac-card.js";

/**
 * @typedef {object} TapeData
 * @property {import("../types.js").HandsForm} hands
 * @property {string} next the place that waits; nothing where none does
 * @property {import("../state/keypad.js").Typed} typed
 * @property {boolean} wants whether a face is typed for it
 * @property {string} correcting the place whose card is being put right; nothing where none is
 */

const ORDER = ["P1", "B1", "P2", "B2", "P3", "B3"];

/** @extends {BacElement<TapeData>} */
class BacTape extends BacElement {
  render() {
    const data = this.data;
    if (!data) return;
    const lying = new Map(data.hands.cards.map((card) => [card.slot, card]));
    const aside = data.hands.cards.filter((card) => !card.slot);
    const places = ORDER.map((slot, at) => this.#place(slot, at + 1, lying.get(slot), data));
    const others = aside.map((card, at) => h("li", { class: "aside" }, slotHead(t("tape.aside"), at + 7), face(card, t("tape.aside")), h("span", { class: "read" }, card.card ? cardName(card.card) : t("card.down"))));
    fill(this, h("ol", { class: "tape", "aria-label": t("tape.label") }, places, others));
  }

  /** @param {string} slot @param {number} number @param {import("../types.js").CardForm | undefined} card @param {TapeData} data */
  #place(slot, number, card, data) {
    const waiting = slot === data.next || slot === data.correcting;
    const side = slot.startsWith("P") ? "p" : "b";
    const head = slotHead(t("tape.place", { side: t(side === "p" ? "side.player" : "side.banker"), number: slot[1] }), number);
    const name = t(`slot.${slot}`);
    const shown = waiting && (!card?.card || slot === data.correcting) ? entry(data, card, name) : card ? face(card, t("slot.down", { slot: name })) : own("bac-card", { state: "place", card: null, name: t("slot.empty", { slot: name }) });
    return h("li", { class: waiting ? `${side} next` : side }, head, shown, h("span", { class: "read" }, read(card, waiting, data)));
  }
}

/** @param {string} words @param {number} number */
const slotHead = (words, number) => h("span", { class: "slot" }, h("b", {}, words), h("span", {}, number));

/** @param {import("../types.js").CardForm} card @param {string} name */
const face = (card, name) => own("bac-card", { state: card.card ? "up" : "down", card: card.card, name, held: card.card === null && card.held_by !== "" });

/** @param {import("../types.js").CardForm | undefined} card @param {boolean} waiting @param {TapeData} data */
function read(card, waiting, data) {
  if (waiting && data.correcting) return t("tape.correcting");
  if (waiting && data.wants) return t(data.typed.rank ? "tape.typing" : "tape.type");
  if (waiting && !card) return t("tape.enter");
  if (!card) return "";
  return card.card ? cardName(card.card) : t("card.down");
}

/** @param {TapeData} data @param {import("../types.js").CardForm | undefined} card @param {string} name */
function entry({ typed, wants, correcting }, card, name) {
  const below = card && !correcting ? own("bac-card", { state: "down", card: null, name: t("slot.down", { slot: name }), held: true }) : own("bac-card", { state: "next", card: null, name: t("slot.empty", { slot: name }) });
  if (typed.rank && typed.suit) return h("div", { class: "entry" }, own("bac-card", { state: "up", card: typed.rank + typed.suit, held: true }));
  const rank = typed.rank === "T" ? "10" : typed.rank;
  const words = rank ? t("tape.now-suit") : wants || correcting ? t("tape.now-rank") : "";
  const text = rank || wants || correcting ? h("p", { class: "typed" }, h("b", {}, rank, h("i", { class: "caret" })), h("span", {}, words)) : null;
  return h("div", { class: "entry" }, below, text);
}

customElements.define("bac-tape", BacTape);
