// The printed sheet with exactly the wagers that the table offers. data: LayoutData
// Its spots tell `bac-place`; the Ante tells `bac-ante`.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h, own } from "../lib/html.js";
import { mayBet } from "../state/bets.js";
import { sheet } from "../state/layout.js";
import { moveAmong } from "../view/arrows.js";
import { cellTitle, titleOf } from "../view/words.js";
import "./bac-refusal.js";
import "./bac-spot.js";

/** @typedef {import("./bac-refusal.js").Way} Way */
/** @typedef {import("../state/layout.js").Side} Side @typedef {import("../types.js").WagerForm} WagerForm */
/**
 * @typedef {object} LayoutData
 * @property {import("../net/protocol.js").View} view
 * @property {import("../state/bets.js").Bets} bets
 * @property {number} place where one's chips go
 * @property {string} [tried] the wager on which a bet was tried that lacks something
 * @property {{what: string, ways: Way[]} | null} [lacks] what it lacks
 * @property {readonly Way[]} [buyIn] how to get chips, where a bet was refused for want of them
 */

const SIDES = /** @type {const} */ (["player", "tie", "banker"]);
const COLUMN = { player: 1, tie: 2, banker: 3 };
const KEYS = { player: "P", tie: "T", banker: "B" };

/** @extends {BacElement<LayoutData>} */
class BacLayout extends BacElement {
  /** @type {Map<string, {spot: HTMLElement & {data: any}, form: string, side: Side}>} */
  #spots = new Map();
  #built = "";
  #tab = /** @type {Side} */ ("banker");
  #ante = h("button", { type: "button", class: "spot ante", onclick: () => this.tell("bac-ante") });
  /** @type {Map<Side, HTMLElement & {data: any}>} */
  #refusals = new Map();

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("keydown", (event) => moveAmong(event, [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".spot"))]));
  }

  render() {
    const data = this.data;
    if (!data) return;
    const { table } = data.view;
    const made = JSON.stringify([table.wagers.map((each) => each.name), table.ante, table.layout, document.documentElement.lang]);
    if (made !== this.#built) this.#build(made);
    const { phase, stakes, hands, me } = data.view;
    const settled = phase.stage === "resolved" && me?.last?.coup === phase.coup ? me.last.lines : [];
    for (const wager of table.wagers) {
      const cell = this.#spots.get(wager.name);
      if (!cell) continue;
      const own = data.bets.onSpot(data.place, wager.name);
      const stays = phase.stage === "resolved" && own.accepted > 0;
      cell.spot.data = {
        wager, table, form: cell.form, side: cell.side, ...own,
        crowd: stakes.spots[wager.name],
        stays, locked: !mayBet(data.view) || (phase.stage !== "betting" && !stays),
        settled: stays ? null : settled.find((each) => each.wager === wager.name && each.place === data.place) ?? null,
        won: phase.stage === "resolved" && hands.outcome?.wagers[wager.name] === "win",
        key: wager.kind === "side" ? "" : KEYS[cell.side],
      };
    }
    this.#showAnte(data);
    this.#showRefusals(data);
  }

  /** @param {string} made */
  #build(made) {
    const table = /** @type {LayoutData} */ (this.data).view.table;
    const plan = sheet(table.wagers);
    const blocks = SIDES.filter((side) => plan.blocks[side]);
    this.#built = made;
    this.#spots.clear();
    this.className = "layout";
    this.classList.toggle("has-blocks", blocks.length > 0);
    const rows = plan.rows.map((row, at) => ({ ...row, line: `r${at}` }));
    const print = table.printed.length ? "[print] auto " : "";
    const ante = `${print}${table.ante === null ? "" : "[ante] var(--ante-row, 52px) "}`;
    const block = blocks.length ? "[blocks] var(--block-row, 172px) " : "";
    const wide = rows.map((row) => `[${row.line}] ${row.ladder ? "var(--ladder-row, 84px)" : "var(--pair-row, 62px)"} `).join("");
    const narrow = rows.map((row) => `[${row.line}] var(--phone-${row.ladder ? "ladder, 56" : "pair, 48"}px) `).join("");
    this.style.setProperty("--rows", `${ante}${block}${wide}[main] minmax(var(--main-row, 150px), 1fr) [end]`);
    this.style.setProperty("--rows-phone", `${ante}${blocks.length ? "[tabs] var(--phone-tabs, 44px) [blocks] var(--phone-blocks, 90px) " : ""}${narrow}[main] var(--phone-main, 100px) [end]`);
    const tieRows = rows.filter((row) => row.cells.tie);
    this.dataset.shape = table.shape;
    const cells = [
      print ? h("p", { class: "cell print", lang: "en" }, table.printed.map((each) => h("span", {}, each))) : null,
      table.ante === null ? null : this.#ante,
      blocks.length ? this.#tabs(blocks, plan.blocks) : null,
      ...blocks.map((side) => this.#block(side, /** @type {import("../state/layout.js").Block} */ (plan.blocks[side]))),
      ...rows.flatMap((row) => this.#row(row, row.line)),
      ...SIDES.map((side) => {
        const from = side === "tie" && !tieRows.length ? (rows[0]?.line ?? "main") : "main";
        const wager = plan.main[side];
        return wager ? this.#cell(wager, "main", side, side === "tie" ? `${from} / end` : "main / end") : null;
      }),
      ...SIDES.map((side) => this.#refusal(side)),
    ];
    fill(this, cells);
  }

  /** @param {WagerForm} wager @param {string} form @param {Side} side @param {string} rows */
  #cell(wager, form, side, rows) {
    const spot = own("bac-spot", undefined, { class: `cell a-${side} f-${form}` });
    spot.style.gridRow = rows;
    spot.style.gridColumn = String(COLUMN[side]);
    this.#spots.set(wager.name, { spot, form, side });
    return spot;
  }

  /** @param {import("../state/layout.js").Row} row @param {string} line */
  #row(row, line) {
    return SIDES.flatMap(/** @returns {HTMLElement[]} */ (side) => {
      const wager = row.cells[side];
      if (wager) return [this.#cell(wager, row.ladder ? "ladder" : "pair", side, line)];
      if (side === "tie") return [];
      const empty = /** @type {HTMLElement} */ (h("div", { class: `cell empty ${side}` }));
      empty.style.gridRow = line;
      empty.style.gridColumn = String(COLUMN[side]);
      return [empty];
    });
  }

  /** @param {Side} side @param {import("../state/layout.js").Block} block */
  #block(side, block) {
    const title = cellTitle(block.wagers[0]);
    const spots = block.wagers.map((wager) => {
      const spot = own("bac-spot", undefined, { class: "cell" });
      this.#spots.set(wager.name, { spot, form: "on", side });
      return h("li", {}, spot);
    });
    const legend = spots.length % 5 ? h("li", { class: "legend phone-only" }, t("block.legend")) : null;
    const section = h("section", { class: `wins ${side}`, "aria-label": title }, h("h3", {}, title, h("small", {}, t(side === "tie" ? "block.pays-short" : "block.pays"))), h("ol", {}, spots, legend));
    section.style.gridColumn = String(COLUMN[side]);
    section.dataset.side = side;
    return section;
  }

  /** @param {Side[]} sides @param {Partial<Record<Side, import("../state/layout.js").Block>>} blocks */
  #tabs(sides, blocks) {
    this.dataset.tab = this.#tab;
    const buttons = sides.map((side) => {
      const wager = blocks[side]?.wagers[0];
      const turn = () => {
        this.#tab = this.dataset.tab = side;
        buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.dataset.side === side)));
      };
      return h("button", { type: "button", class: `t-${side}`, "data-side": side, "aria-pressed": String(side === this.#tab), onclick: turn }, wager ? cellTitle(wager) : "");
    });
    return h("div", { class: "wins-tabs phone-only", role: "group", "aria-label": t("roads.blocks") }, buttons);
  }

  /** @param {Side} side */
  #refusal(side) {
    const refusal = own("bac-refusal", undefined, { class: `over wide-only r-${side}` });
    refusal.style.gridColumn = String(COLUMN[side]);
    this.#refusals.set(side, refusal);
    return refusal;
  }

  /** @param {LayoutData} data */
  #showAnte({ view: { table, me, phase } }) {
    if (table.ante === null) return;
    const { ante: laid = 0, ante_due: due = 0 } = me ?? {};
    const words = laid ? t("ante.laid", { amount: money(laid, table.digits) }) : due ? t("ante.due", { amount: money(due, table.digits) }) : money(table.ante, table.digits);
    this.#ante.dataset.state = due ? "due" : phase.stage === "betting" ? (laid ? "accepted" : "idle") : "locked";
    const waived = table.ante_waived_from === null ? null : h("span", { class: "pays" }, t("ante.waived", { amount: money(table.ante_waived_from, table.digits, { short: true }) }));
    fill(this.#ante, h("span", { class: "name" }, t("wager.ante")), h("span", {}, words), waived);
  }

  /** @param {LayoutData} data */
  #showRefusals({ bets, place, tried = "", lacks, buyIn, view: { table } }) {
    const asked = lacks ? this.#spots.get(tried)?.side : undefined;
    for (const side of SIDES) {
      const found = bets.refused.filter((each) => each.place === place && this.#spots.get(each.wager)?.side === side).at(-1);
      const refusal = this.#refusals.get(side);
      if (!refusal) continue;
      refusal.hidden = !found && asked !== side;
      refusal.data = lacks && asked === side ? { ...lacks, book: table.book, digits: table.digits } : found && refusedData(found, table, buyIn);
    }
  }
}

/** @param {import("../state/bets.js").Refused} refused @param {import("../types.js").TableForm} table */
export const refusedWords = (refused, table) =>
  t("refused.what", { amount: money(refused.amount, table.digits, { short: true }), wager: titleOf(table.wagers, refused.wager) });

/**
 * A refused bet as it is shown; one that lacked chips comes with the way to get them.
 * @param {import("../state/bets.js").Refused} refused @param {import("../types.js").TableForm} table @param {readonly Way[]} [buyIn]
 */
export const refusedData = (refused, table, buyIn = []) =>
  ({ what: refusedWords(refused, table), refusal: refused.refusal, book: table.book, digits: table.digits, ways: refused.refusal.reason === "not_enough_chips" ? buyIn : [] });

customElements.define("bac-layout", BacLayout);
