// The counts of the shoe. data: StatisticsForm, good roads beside it.

import { has, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { number } from "../lib/format.js";
import { fill, h, s } from "../lib/html.js";

/** @typedef {{statistics: import("../types.js").StatisticsForm, continuous: boolean, goodRoads?: readonly string[]}} StatsData */

const SIDES = /** @type {const} */ (["player", "tie", "banker"]);

/** @extends {BacElement<StatsData>} */
class BacStats extends BacElement {
  render() {
    if (!this.data) return;
    const { statistics: counts, continuous, goodRoads = [] } = this.data;
    const rows = SIDES.map((side) =>
      h("li", {}, h("span", { class: `t-${side}` }, t(`side.${side}`)), h("b", {}, number(counts[side])), h("span", {}, `${counts[`${side}_percent`]}%`)),
    );
    const pairs = h("p", { class: "soft" }, `${t("stats.pairs")} `, h("b", { class: "t-player" }, counts.player_pairs), " ", h("b", { class: "t-banker" }, counts.banker_pairs), ` \u00b7 ${t("stats.naturals")} `, h("b", {}, counts.naturals));
    const longest = h("p", { class: "soft" }, `${t("stats.longest")} `, h("b", { class: "t-player" }, counts.longest_player), " ", h("b", { class: "t-banker" }, counts.longest_banker));
    const shapes = goodRoads.map((each) => (has(`good.${each}`) ? t(`good.${each}`) : each));
    if (shapes.length) longest.append(" \u00b7 ", h("span", { title: t("good.history") }, t("good.shape", { shape: shapes[0] })));
    this.className = "stats";
    fill(this, h("p", { class: "road-title" }, h("b", {}, t(continuous ? "stats.cards" : "stats.shoe")), h("span", {}, t("stats.coups", { count: counts.coups }))), h("ol", {}, rows), share(counts), pairs, longest);
  }
}

/** @param {import("../types.js").StatisticsForm} counts */
function share(counts) {
  const whole = counts.player + counts.tie + counts.banker;
  const bar = s("svg", { class: "share", viewBox: "0 0 184 8", preserveAspectRatio: "none", "aria-hidden": "true" });
  let x = 0;
  for (const side of SIDES) {
    const wide = whole ? (counts[side] * 180) / whole : 0;
    if (wide) bar.append(s("rect", { x: x.toFixed(1), width: wide.toFixed(1), height: 8, class: side }));
    x += wide + (wide ? 2 : 0);
  }
  return bar;
}

customElements.define("bac-stats", BacStats);
