// Both totals; while bets are taken, what lies on the three main wagers. data: View

import { spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h } from "../lib/html.js";
import { titleOf } from "../view/words.js";

/** @typedef {import("../net/protocol.js").View} View */
const SIDES = /** @type {const} */ (["player", "banker"]);

/** @extends {BacElement<View>} */
class BacTotals extends BacElement {
  render() {
    const view = this.data;
    if (!view) return;
    const before = view.phase.stage === "betting" || view.phase.stage === "ready";
    this.className = before ? "totals bets" : "totals";
    fill(this, before ? bets(view) : SIDES.map((side) => hand(view, side)));
  }
}

/** @param {View} view @param {"player" | "banker"} side */
function hand({ hands }, side) {
  const total = side === "player" ? hands.player_total : hands.banker_total;
  const reason = hands.reasons.find((each) => each.hand === side);
  const won = hands.outcome?.winner === side ? h("span", { class: "tag solid" }, t("outcome.won")) : null;
  const tie = hands.outcome?.winner === "tie" ? h("span", { class: "tag solid" }, t("outcome.tie")) : null;
  const words = h("p", {}, reason ? spoken(reason.said, reason.sentence) : hands.voided ? t("outcome.void") : "");
  return h("section", { class: side[0] }, h("b", { class: total === null ? "none" : `t-${side}`, "aria-hidden": "true" }, total ?? "\u2013"), h("div", {}, h("h3", { class: `t-${side}` }, t(`side.${side}`), " ", won ?? tie, h("span", { class: "vh" }, total === null ? t("total.none", { side: "" }) : t("total.is", { side: "", total }))), words));
}

/** @param {View} view */
function bets({ stakes, table }) {
  const kinds = /** @type {const} */ (["player", "tie", "banker"]);
  return kinds.map((kind) => {
    const wager = table.wagers.find((each) => each.kind === kind);
    const spot = wager ? stakes.spots[wager.name] : undefined;
    const amount = money(spot?.amount ?? 0, table.digits, { short: true });
    return h("section", { class: kind[0] }, h("b", { class: `t-${kind}` }, amount), h("div", {}, h("h3", { class: `t-${kind}` }, wager ? titleOf(table.wagers, wager.name) : t(`side.${kind}`)), h("p", {}, t("spot.bettors", { count: spot?.patrons ?? 0 }))));
  });
}

customElements.define("bac-totals", BacTotals);
