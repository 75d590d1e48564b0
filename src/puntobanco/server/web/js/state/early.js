// Faces that were typed while their cards were still to lie face down: each waits until its card is turned.

import { slotOf } from "./acts.js";
import { NOTHING } from "./keypad.js";

/** @typedef {import("../types.js").StepForm} StepForm */

export class EarlyFaces {
  /** @type {Map<string, string>} */
  #faces = new Map();
  #coup = 0;

  /** Keeps the face of the card that is dealt now. @param {StepForm} step @param {string} card */
  keep(step, card) {
    this.#faces.set(slotOf(step), card);
  }

  /** What stands typed when a card is to be turned: the face that waited for it. @param {StepForm} step @param {number} coup */
  typed(step, coup) {
    const slot = slotOf(step);
    if (coup !== this.#coup) this.#faces.clear();
    this.#coup = coup;
    const face = ["turn", "wait-turn"].includes(step.act) ? this.#faces.get(slot) : undefined;
    if (!face) return NOTHING;
    this.#faces.delete(slot);
    return { rank: face[0], suit: face[1] };
  }
}
