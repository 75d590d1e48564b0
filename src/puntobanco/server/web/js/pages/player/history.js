// One's own coups: cards, stakes, commission, returns, chips before and after.

import { clauseTags } from "../../elements/bac-clause.js";
import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { dateTime, money } from "../../lib/format.js";
import { h, own } from "../../lib/html.js";
import { save } from "../../lib/save.js";
import { api } from "../../net/api.js";
import { dealtFrom, signed, titleOf, voidWords } from "../../view/words.js";

/** @typedef {import("../../types.js").OwnRecordForm} OwnRecordForm @typedef {import("../../types.js").TableForm} TableForm */

/** @param {{store: import("../../state/store.js").Store}} context */
export async function open({ store }) {
  const { table } = store.view;
  const list = h("div", { class: "past" });
  const more = h("button", { type: "button", class: "btn", hidden: true }, t("history.more"));
  const wrong = h("p", { class: "t-signal", role: "alert" });
  /** @type {OwnRecordForm[]} */
  const held = [];
  /** @type {number | null} */
  let next = null;
  let asked = 0;
  const sought = h("input", { class: "field", inputmode: "numeric", "aria-label": t("history.find"), placeholder: t("history.find") });
  const keep = h("button", { type: "button", class: "btn", onclick: () => void saveAll().catch((error) => (wrong.textContent = error instanceof Error ? error.message : String(error))) }, t("history.save"));
  openDialog(t("link.history"), h("div", { class: "btnrow" }, sought, keep), list, more, wrong);

  /** @param {number} [before] */
  async function fetchMore(before) {
    const turn = ++asked;
    more.hidden = true;
    try {
      const path = `/api/tables/${encodeURIComponent(table.table)}/history${before === undefined ? "" : `?before=${before}`}`;
      const answer = /** @type {import("../../types.js").HistoryForm} */ (await api.get(path));
      if (turn !== asked) return; // another coup was looked for meanwhile
      held.push(...answer.coups);
      list.append(...answer.coups.map((coup) => entry(coup, table)));
      next = answer.next;
      more.hidden = next === null;
      if (!held.length) list.append(h("p", {}, t("history.none")));
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  /** Everything, also what was not asked for yet. */
  async function saveAll() {
    const all = /** @type {OwnRecordForm[]} */ ([]);
    for (let before = ""; ; ) {
      const page = /** @type {import("../../types.js").HistoryForm} */ (await api.get(`/api/tables/${encodeURIComponent(table.table)}/history${before}`));
      all.push(...page.coups);
      if (page.next === null) return save(all, `history-${table.table}`);
      before = `?before=${page.next}`;
    }
  }
  more.addEventListener("click", () => fetchMore(next ?? undefined));
  sought.addEventListener("change", async () => {
    if (!/^\d+$/.test(sought.value)) return;
    held.length = 0;
    list.replaceChildren();
    wrong.textContent = "";
    await fetchMore(Number(sought.value) + 1);
    if (held.length && held[0].coup !== Number(sought.value)) wrong.textContent = t("history.not-found", { coup: sought.value });
  });
  await fetchMore();
}

/** @param {OwnRecordForm} past @param {TableForm} table */
function entry(past, table) {
  const { digits } = table;
  /** @param {readonly (string | null)[]} hand */
  const cards = (hand) => h("span", { class: "minis" }, hand.map((card) => own("bac-card", { state: card ? "small" : "down", card })));
  const result = past.winner && !past.voided ? h("b", { class: `t-${past.winner}` }, `${t(`result.${past.winner}`)} ${past.player_total}\u2013${past.banker_total}`) : t(past.voided ? "result.void" : "history.open");
  const ended = past.voided ? past.stakes.map(({ wager, amount }) => ({ wager, stake: amount, result: "push", profit: 0, commission: 0, clauses: [] })) : past.lines;
  const hasCommission = ended.some((line) => line.commission);
  const rows = ended.map((line) =>
    h("tr", {}, h("th", { scope: "row" }, titleOf(table.wagers, line.wager)), h("td", { class: "figure" }, money(line.stake, digits)), h("td", {}, t(`history.${line.result}`), " ", clauseTags(table.book, line.clauses, 1)), hasCommission ? h("td", { class: "figure" }, line.commission ? money(line.commission, digits) : "\u2013") : null, h("td", { class: "figure" }, signed(line.result === "win" ? line.profit : line.result === "lose" ? -line.stake : 0, digits))),
  );
  const head = ["history.wager", "history.stake", "history.result", ...(hasCommission ? ["history.commission"] : []), "history.net"].map((key, at) => h("th", { scope: "col", class: at === 0 || at === 2 ? "" : "figure" }, t(key)));
  return h(
    "article",
    { class: "coup" },
    h("header", {}, h("h3", {}, `${t("fact.coup")} ${past.coup} \u00b7 ${dealtFrom(table, past.shoe).join(" ").trim()}`), h("span", { class: "muted" }, dateTime(past.ended_at ?? past.opened_at)), h("b", {}, signed(past.net, digits))),
    h("p", { class: "cards-line" }, cards(past.player), result, cards(past.banker)),
    past.voided ? h("p", {}, voidWords(past, digits), " ", clauseTags(table.book, past.clauses ?? [], 2)) : null,
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `${t("fact.coup")} ${past.coup}` }, h("table", { class: "data" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
    past.ante ? h("p", { class: "muted" }, `${t("wager.ante")} ${signed(-past.ante, digits)}`) : null,
    h("p", { class: "muted" }, t("history.rack", { before: money(past.rack_before, digits), after: money(past.rack_after, digits) })),
  );
}
