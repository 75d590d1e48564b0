// Keys that type a card. data: {typed, active}. Tells `bac-key` with the key, as a keyboard would.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, s } from "../lib/html.js";
import { rankOf } from "../state/keypad.js";
import { use } from "../view/symbols.js";

/** @typedef {{typed: import("../state/keypad.js").Typed, active: boolean}} KeypadData */

const ROWS = ["7", "8", "9", "/", "4", "5", "6", "*", "1", "2", "3", "-", "0"];
const SHOWN = { A: "A", T: "10", J: "J", Q: "Q", K: "K" };

/** @extends {BacElement<KeypadData>} */
class BacKeypad extends BacElement {
  render() {
    if (!this.data) return;
    const { typed, active } = this.data;
    const ranks = ROWS.map((key) => this.#rank(key, typed.rank, active && !typed.suit));
    const accept = this.#key("Enter", "wide", t("keypad.accept"), h("small", {}, "Enter"));
    const suits = ["s", "h", "d", "c"].map((suit) => this.#suit(suit, typed));
    fill(this, h("div", { class: "keypad", role: "group", "aria-label": t("keypad.ranks") }, ranks, accept), h("div", { class: "keypad", role: "group", "aria-label": t("keypad.suits") }, suits));
  }

  /** @param {string} key @param {string} name @param {...import("../lib/html.js").Child} content */
  #key(key, name, ...content) {
    return h("button", { type: "button", class: name, onclick: () => this.tell("bac-key", key) }, ...content);
  }

  /** @param {string} key @param {string} chosen @param {boolean} live */
  #rank(key, chosen, live) {
    const rank = rankOf(key);
    const text = SHOWN[/** @type {keyof typeof SHOWN} */ (rank)] ?? rank;
    const button = this.#key(key, rank === chosen ? "on" : live && !chosen ? "" : "dim", text, text === key ? null : h("small", {}, key));
    button.setAttribute("aria-label", t(`rank.${rank}`));
    return button;
  }

  /** @param {string} suit @param {import("../state/keypad.js").Typed} typed */
  #suit(suit, typed) {
    const tone = suit === "h" || suit === "d" ? "suit-red" : "suit-black";
    const state = typed.suit === suit ? "chosen" : typed.rank ? "wanted" : "";
    const button = this.#key(suit, `suit ${tone} ${state}`, s("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, use(`pip-${suit}`, { x: -10, y: -10, width: 20, height: 20 })), suit.toUpperCase());
    button.setAttribute("aria-label", t(`suit.${suit}`));
    return button;
  }
}

customElements.define("bac-keypad", BacKeypad);
