// A patron's chips on a spot, with their amount. data: {amount, state, chips, digits}

import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h } from "../lib/html.js";
import { drawPile } from "../view/chips.js";
import { icon } from "../view/icons.js";

/** @typedef {"pending" | "draft" | "accepted" | "refused" | "locked"} PileState */
/** @typedef {{amount: number, state: PileState, chips: readonly number[], digits: number}} PileData */

/** @type {Record<PileState, Parameters<typeof icon>[0]>} */
const SIGN = { pending: "waiting", draft: "waiting", accepted: "tick", refused: "refused", locked: "lock" };

/** @extends {BacElement<PileData>} */
class BacPile extends BacElement {
  render() {
    if (!this.data) return;
    const { amount, state, chips, digits } = this.data;
    this.className = "pile";
    this.dataset.state = state;
    fill(this, drawPile(amount, chips, digits), h("span", { class: "stake" }, icon(SIGN[state]), money(amount, digits, { short: true })));
  }
}

customElements.define("bac-pile", BacPile);
