// The money that one viewer saw at a moment: the sums for all, staff's patrons, or a patron's own stakes.

import { t } from "../../i18n/index.js";
import { money } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { signed, titleOf } from "../../view/words.js";

/** @typedef {import("../../types.js").SettledForm} SettledForm @typedef {import("../../net/protocol.js").View} View */

/** @param {string} word @param {readonly (readonly string[])[]} rows */
function list(word, rows) {
  if (!rows.length) return null;
  /** @param {string} cell */
  const one = (cell) => h("td", { class: /^[\u2212+]?[\d,.]+$/.test(cell) ? "figure" : null }, cell);
  return h("table", { class: "pays" }, h("caption", {}, word), h("tbody", {}, rows.map((row) => h("tr", {}, row.map(one)))));
}

/** @param {Partial<View> & Pick<View, "table">} view */
export function moneySeen({ table, stakes, me, staff }) {
  const { wagers, digits } = table;
  /** @param {SettledForm} line */
  const settled = (line) => [
    t("seat.place", { place: line.place }),
    titleOf(wagers, line.wager),
    money(line.stake, digits),
    t(`audit.result.${line.result}`),
    signed(line.profit, digits),
  ];
  if (me) {
    const lines = me.last?.lines ?? [];
    const own = me.stakes.map((each) => [titleOf(wagers, each.wager), money(each.amount, digits)]);
    const rack = h("p", { class: "soft" }, t("audit.rack", { amount: money(me.rack, digits) }));
    return h("div", {}, list(t("audit.own-stakes"), own), list(t("audit.own-lines"), lines.map(settled)), rack);
  }
  if (staff) {
    const lying = staff.patrons.flatMap((patron) => patron.stakes.map((each) => [patron.name, titleOf(wagers, each.wager), money(each.amount, digits)]));
    return h("div", {}, list(t("audit.stakes"), lying), list(t("audit.lines"), staff.last_lines.map(settled)), lying.length || staff.last_lines.length ? null : h("p", { class: "muted" }, t("audit.no-stakes")));
  }
  const spots = Object.entries(stakes?.spots ?? {}).filter(([, spot]) => spot.amount > 0);
  const sums = spots.map(([wager, spot]) => [titleOf(wagers, wager), t("spot.bettors", { count: spot.patrons }), money(spot.amount, digits)]);
  return h("div", {}, list(t("audit.sums"), sums), sums.length ? null : h("p", { class: "muted" }, t("audit.no-stakes")));
}
