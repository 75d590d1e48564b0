// The counts of the shoe. data: StatisticsForm, good roads beside it.

import { has, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { number } from "../lib/format.js";
import { fill, h } from "../lib/html.js";
import { SIDES, shareBar } from "../view/share-bar.js";

/** @typedef {{statistics: import("../types.js").StatisticsForm, continuous: boolean, goodRoads?: readonly string[]}} StatsData */


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
    if (shapes.length) longest.append(h("span", { class: "shape", title: t("good.history") }, ` \u00b7 ${t("good.shape", { shape: shapes[0] })}`));
    this.className = "stats";
    fill(this, h("p", { class: "road-title" }, h("b", {}, t(continuous ? "stats.cards" : "stats.shoe")), h("span", {}, t("stats.coups", { count: counts.coups }))), h("ol", {}, rows), shareBar(counts, 180, 8), pairs, longest);
  }
}

customElements.define("bac-stats", BacStats);
