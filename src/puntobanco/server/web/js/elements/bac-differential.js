// How far the two sides are apart, and what is left before the limit. data: {stakes, limit, digits}
// Attribute `small`: the bar and one line under it.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h, s } from "../lib/html.js";

/** @typedef {Pick<import("../types.js").StakesForm, "player_side" | "banker_side"> & Partial<import("../types.js").StakesForm>} Sides */
/** @typedef {{stakes: Sides, limit: number | null, digits: number}} DifferentialData */

/** @extends {BacElement<DifferentialData>} */
class BacDifferential extends BacElement {
  render() {
    if (!this.data?.limit) return this.replaceChildren();
    const { stakes, limit, digits } = this.data;
    const ahead = stakes.player_side === stakes.banker_side ? "" : stakes.player_side > stakes.banker_side ? "player" : "banker";
    const apart = Math.abs(stakes.player_side - stakes.banker_side);
    /** @param {number} units */
    const written = (units) => money(units, digits, { short: true });
    const words = ahead ? t("differential.ahead", { side: t(`side.${ahead}`), amount: written(apart) }) : t("differential.even");
    const bar = meter(ahead, Math.min(1, apart / limit), words);
    this.className = "diff";
    if (this.hasAttribute("small")) return fill(this, bar, h("div", {}, h("span", {}, ahead ? t("differential.ahead-short", { side: t(`side.${ahead}`), amount: written(apart) }) : t("differential.even-short")), h("span", { class: "muted" }, t("differential.of", { amount: written(limit) }))));
    const { differential_left_player: player = null, differential_left_banker: banker = null } = stakes;
    const left = player === null || banker === null ? t("differential.by-place") : t("differential.left", { player: written(player), banker: written(banker) });
    fill(this, h("div", {}, h("span", { class: "soft" }, words), h("span", { class: "muted" }, t("differential.limit", { amount: written(limit) }))), bar, h("div", {}, h("span", { class: "soft" }, left)));
  }
}

/** @param {string} ahead @param {number} part @param {string} words */
function meter(ahead, part, words) {
  const wide = 200 * part;
  const fillRect = ahead ? s("rect", { x: ahead === "banker" ? 200 : 200 - wide, y: 3, width: wide, height: 8, class: ahead }) : null;
  return s(
    "svg",
    { class: "meter", viewBox: "0 0 400 14", role: "img", "aria-label": words },
    s("rect", { y: 3, width: 400, height: 8, rx: 4, class: "bed" }),
    fillRect,
    s("path", { d: "M200 0V14", class: "zero" }),
    s("path", { d: "M1 0V14M399 0V14", class: "end" }),
  );
}

customElements.define("bac-differential", BacDifferential);
