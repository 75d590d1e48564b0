// One table of the floor. data: {table, road, chosen, now}. Tells `bac-open` with the table's name.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { clockTime, money, number } from "../lib/format.js";
import { fill, h, own } from "../lib/html.js";
import { icon } from "../view/icons.js";
import { bookName, dealtFrom, signed } from "../view/words.js";
import "./bac-differential.js";
import "./bac-road.js";
import "./bac-shoe.js";

/** @typedef {{table: import("../types.js").FloorTableForm, road: readonly import("../types.js").CellForm[], chosen: boolean, now: number}} TileData */

const COLUMNS = 14;
const SIDES = /** @type {const} */ (["player", "tie", "banker"]);

/** @extends {BacElement<TileData>} */
class BacTile extends BacElement {
  render() {
    if (!this.data) return;
    const { table, road, chosen, now } = this.data;
    const stopped = table.stopped !== "";
    const focused = this.contains(document.activeElement);
    const state = table.halted || stopped ? "halted" : table.stage;
    this.className = `tile ${state}${chosen ? " chosen" : ""}`;
    const left = state === "betting" && table.closes_at ? Math.max(0, Math.ceil((table.closes_at - now) / 1e6)) : null;
    const open = h("button", { type: "button", class: "open", "aria-pressed": String(chosen), onclick: () => this.tell("bac-open", table.table) }, table.title);
    const phase = t(stopped ? "tile.stopped" : table.halted ? "phase.halted" : `phase.${table.voided ? "void" : table.stage}`);
    const side = left === null ? (stopped || !table.coup ? "" : t("tile.coup", { coup: number(table.coup) })) : t("tile.seconds", { count: left });
    fill(
      this,
      h("header", {}, h("b", { "aria-hidden": "true" }, /^T(\d+)$/.exec(table.table)?.[1] ?? table.table), h("h3", {}, open), h("p", {}, bookName(table))),
      h("p", { class: "phase" }, h("span", {}, phase), h("small", {}, side)),
      h("div", { class: "boardpanel" }, own("bac-road", { cells: newest(road) }, { kind: "big_road", columns: COLUMNS, bare: true })),
      h("p", { class: "stk" }, SIDES.map((side) => h("span", { class: `t-${side}` }, money(table[`on_${side}`], table.digits, { short: true }), h("small", {}, t(`side.${side}`))))),
      own("bac-differential", { stakes: { player_side: table.on_player, banker_side: table.on_banker }, limit: table.differential, digits: table.digits }, { small: true }),
      this.#facts(table),
    );
    if (focused) open.focus();
  }

  /** @param {import("../types.js").FloorTableForm} table */
  #facts(table) {
    const waits = table.alerts + table.approvals;
    const dealer = table.pace === "clock" ? t("tile.clock") : table.dealer ? [table.dealer, table.dealer_since ? t("dealer.since", { time: clockTime(table.dealer_since).slice(0, 5) }) : ""].join(" ") : t("tile.nobody");
    const wanted = waits ? t("tile.waits", { count: waits }) : table.halted ? t("tile.answer") : "";
    const attention = wanted ? h("span", { class: "t-signal" }, icon("bell"), wanted) : h("span", {}, icon("tick"), t("tile.calm"));
    const off = table.devices_on < table.devices;
    const devices = table.devices ? h("span", { class: off ? "t-signal" : null }, icon(off ? "stop" : "tick"), t("tile.devices", { on: table.devices_on, all: table.devices })) : null;
    return h(
      "div",
      { class: "facts" },
      h("div", {}, h("span", {}, table.shoe_size ? t("tile.out", { out: number(table.cards_out), size: number(table.shoe_size) }) : t("shoe.none")), h("span", {}, table.continuous || table.shoe ? dealtFrom(table, table.shoe).join(" ").trim() : "")),
      own("bac-shoe", { size: table.shoe_size, out: table.cards_out, marker: table.marker_from_back }, { small: true }),
      h("div", {}, h("span", {}, `${t("tile.win")} `, h("b", {}, signed(table.win, table.digits))), h("span", {}, table.coups_per_hour === null ? t("tile.no-pace") : t("tile.pace", { count: number(table.coups_per_hour) }))),
      h("div", {}, h("span", {}, dealer), h("span", {}, t("tile.people", { count: table.seated + table.standing }))),
      devices ? h("div", { class: "devs" }, devices) : null,
      h("div", { class: "devs" }, attention, h("span", {}, t("tile.watching", { count: table.watching }))),
    );
  }
}

/** The newest columns, counted from the first shown. @param {readonly import("../types.js").CellForm[]} cells */
function newest(cells) {
  const first = cells.reduce((most, cell) => Math.max(most, cell.column), 0) + 1 - COLUMNS;
  return first <= 0 ? cells : cells.filter((cell) => cell.column >= first).map((cell) => ({ ...cell, column: cell.column - first }));
}

customElements.define("bac-tile", BacTile);
