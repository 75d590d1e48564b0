// How far the shoe is. data: {size, out, marker}. Attribute `small`: the bar alone.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { number } from "../lib/format.js";
import { fill, h, s } from "../lib/html.js";

/** @typedef {{size: number, out: number, marker: number}} ShoeData marker: cards behind the cut card */

/** @extends {BacElement<ShoeData>} */
class BacShoe extends BacElement {
  render() {
    if (!this.data) return;
    const { size, out, marker } = this.data;
    const part = size ? (Math.min(out, size) * 400) / size : 0;
    const cut = size ? ((size - marker) * 400) / size : 0;
    const words = size ? t("shoe.out", { out: number(out), size: number(size) }) : t("shoe.none");
    const bar = s(
      "svg",
      { class: "shoe-bar", viewBox: "0 0 400 18", preserveAspectRatio: "none", role: "img", "aria-label": words },
      s("rect", { y: 4, width: 400, height: 10, rx: 5, class: "bed" }),
      part ? s("rect", { y: 4, width: part.toFixed(1), height: 10, rx: 5, class: "out" }) : null,
      size && marker ? s("path", { d: `M${cut.toFixed(1)} 0V18`, class: "cut" }) : null,
    );
    if (this.hasAttribute("small")) return fill(this, bar);
    fill(this, bar, h("dl", { class: "dl" }, h("div", {}, h("dt", {}, t("shoe.cards-out")), h("dd", {}, words))));
  }
}

customElements.define("bac-shoe", BacShoe);
