// A card in any of its states. data: {state, card, name, side, held}

import { fill } from "../lib/html.js";
import { BacElement } from "../lib/element.js";
import { drawCard } from "../view/card.js";

/**
 * @typedef {object} CardData
 * @property {"place" | "next" | "down" | "up" | "small"} state
 * @property {string | null} card two letters, null where it is not known
 * @property {string} [name] what is said of an empty place or a card face down
 * @property {boolean} [side] lying on its side, as a third card does
 * @property {boolean} [held] a person has it in hand
 * @property {"arriving" | "turning" | ""} [motion]
 */

/** @extends {BacElement<CardData>} */
class BacCard extends BacElement {
  render() {
    const data = this.data;
    if (!data) return;
    const { state, card, name } = data;
    const empty = state === "place" || state === "next";
    this.className = [
      "card",
      empty ? `place ${state}` : state,
      data.side ? "side" : "",
      data.held ? "held" : "",
      data.motion ? `is-${data.motion}` : "",
    ].join(" ");
    const drawings = [drawCard(state, card, name)];
    drawings[0].classList.add("full");
    if (state === "up") {
      drawings.push(drawCard("small", card, name));
      drawings[1].classList.add("compact");
    }
    fill(this, drawings);
  }
}

customElements.define("bac-card", BacCard);
