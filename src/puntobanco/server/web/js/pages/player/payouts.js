// Limits, payoffs and published house edge of every wager, with what the table has on it now.

import { clauseTags } from "../../elements/bac-clause.js";
import { openDialog } from "../../elements/bac-dialog.js";
import { spoken, t } from "../../i18n/index.js";
import { money, number } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { noticeList } from "../displayed.js";
import { payoffLabel, paysText, wagerTitle } from "../../view/words.js";

/** @param {{store: import("../../state/store.js").Store}} context */
export async function open({ store }) {
  const { table, stakes } = store.view;
  const { digits } = table;
  /** @param {number} units */
  const written = (units) => money(units, digits, { short: true });
  const rows = table.wagers.map((wager) => {
    const crowd = stakes.spots[wager.name];
    const share = crowd && stakes.total ? ` (${number(Math.round((100 * crowd.amount) / stakes.total))}%)` : "";
    const pays = wager.payoffs.map((line) => h("li", {}, wager.payoffs.length > 1 ? `${payoffLabel(line.label)}: ` : "", paysText(line.pays)));
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, wagerTitle(wager), h("div", {}, clauseTags(table.book, wager.clauses, 1))),
      h("td", { class: "paid" }, h("ul", {}, pays)),
      h("td", { class: "figure" }, `${written(wager.minimum)} \u2013 ${written(wager.maximum)}`),
      h("td", { class: "figure" }, wager.edge_percent ? `${wager.edge_percent}%` : "\u2013"),
      h("td", { class: "figure" }, crowd ? `${written(crowd.amount)}${share}` : "\u2013"),
    );
  });
  const head = ["payouts.wager", "payouts.pays", "payouts.limits", "payouts.edge", "payouts.table"].map((key, at) => h("th", { scope: "col", class: at > 1 ? "figure" : "" }, t(key)));
  openDialog(
    t("link.limits"),
    table.commission ? h("p", {}, spoken(table.commission_said, table.commission)) : null,
    table.differential === null ? null : h("p", {}, t("payouts.differential", { amount: written(table.differential) })),
    ...noticeList(table, true),
    table.printed.length ? h("p", { class: "soft", lang: "en" }, `${table.layout}: ${table.printed.join(" \u00b7 ")}`) : null,
    h("p", {}, t("payouts.edge-why")),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("link.limits") }, h("table", { class: "data" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
  );
}
