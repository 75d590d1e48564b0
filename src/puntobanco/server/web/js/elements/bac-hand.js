// One hand: its name, its total, three places, the third outermost. data: {hand, cards, total, next, still}

import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { t } from "../i18n/index.js";
import "./bac-card.js";

/**
 * @typedef {object} HandData
 * @property {"player" | "banker"} hand
 * @property {readonly import("../types.js").CardForm[]} cards of the coup; those of the other hand are passed over
 * @property {number | null} total
 * @property {string} next the slot that waits for a card
 * @property {string} [note] a word beside the name
 * @property {boolean} [still] draw without motion: a first snapshot
 */

/** @extends {BacElement<HandData>} */
class BacHand extends BacElement {
  /** @type {Map<string, string | null>} */
  #seen = new Map();

  render() {
    const data = this.data;
    if (!data) return;
    const letter = data.hand === "player" ? "P" : "B";
    const slots = data.hand === "player" ? ["P3", "P1", "P2"] : ["B1", "B2", "B3"];
    const lying = new Map(data.cards.filter((card) => card.slot.startsWith(letter)).map((card) => [card.slot, card]));
    const cards = slots.map((slot) => this.#card(slot, lying.get(slot), data));
    this.#seen = new Map([...lying].map(([slot, card]) => [slot, card.card]));
    this.className = `hand ${data.hand}`;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", t(`hand.${data.hand}`));
    fill(this, h("h2", {}, h("span", {}, t(`side.${data.hand}`), data.note ? h("small", {}, ` ${data.note}`) : null), total(data)), h("div", { class: "cards" }, cards));
  }

  /** @param {string} slot @param {import("../types.js").CardForm | undefined} lying @param {HandData} data */
  #card(slot, lying, data) {
    const side = slot.endsWith("3");
    const name = t(`slot.${slot}`);
    if (!lying) return own("bac-card", { state: slot === data.next ? "next" : "place", card: null, name: t("slot.empty", { slot: name }), side });
    const before = this.#seen.get(slot);
    const motion = data.still || before === lying.card ? "" : before === undefined ? "arriving" : "turning";
    const held = lying.card === null && lying.held_by !== "";
    const down = held ? t("slot.held", { slot: name }) : t("slot.down", { slot: name });
    return own("bac-card", { state: lying.card ? "up" : "down", card: lying.card, name: down, side, held, motion });
  }
}

/** @param {HandData} data */
function total({ total: value, hand }) {
  const none = value === null;
  const spoken = none ? t("total.none", { side: t(`side.${hand}`) }) : t("total.is", { side: t(`side.${hand}`), total: value });
  return h("span", { class: none ? "total none" : "total" }, h("span", { class: "vh" }, spoken), h("span", { "aria-hidden": "true" }, none ? "\u2013" : value));
}

customElements.define("bac-hand", BacHand);
