// A chip of the rack. data: {chip, chips, digits}

import { BacElement } from "../lib/element.js";
import { fill } from "../lib/html.js";
import { drawChip } from "../view/chips.js";

/** @typedef {{chip: number, chips: readonly number[], digits: number}} ChipData */

/** @extends {BacElement<ChipData>} */
class BacChip extends BacElement {
  render() {
    if (this.data) fill(this, drawChip(this.data.chip, this.data.chips, this.data.digits));
  }
}

customElements.define("bac-chip", BacChip);
