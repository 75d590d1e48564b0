// One table of the lobby. data: {table: LobbyTable, roles: the viewer's there}

import { has, listed, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money, number } from "../lib/format.js";
import { fill, h, own } from "../lib/html.js";
import { icon } from "../view/icons.js";
import { newest } from "../view/road.js";
import { bookName, gameWords } from "../view/words.js";
import "./bac-countdown.js";
import "./bac-road.js";

/** @typedef {import("../types.js").LobbyTableForm} LobbyTable */
/** @typedef {{table: LobbyTable, roles: ReadonlySet<string>}} TileData */

const COLUMNS = 19;
const SIDES = /** @type {const} */ (["player", "tie", "banker"]);
/** What one does at a table, by role: the word's key and the page; the first that fits is the solid button. */
const WAYS = /** @type {const} */ ([
  [["patron", "nominee"], "lobby.sit", "/table/"],
  [["dealer"], "lobby.deal", "/dealer/"],
  [["supervisor", "manager", "shift-manager"], "lobby.floor", "/floor?table="],
  [["surveillance"], "lobby.audit", "/audit?table="],
  [["administrator"], "lobby.admin", "/admin?table="],
  [["sign"], "lobby.watch", "/table/"],
]);

/** @extends {BacElement<TileData>} */
class BacTableTile extends BacElement {
  #drawn = "";

  render() {
    if (!this.data) return;
    const { table, roles } = this.data;
    const now = JSON.stringify([table, [...roles], document.documentElement.lang]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const focused = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    this.className = table.stopped || table.halted ? "tile stopped" : "tile";
    const road = own("bac-road", { cells: newest(table.big_road, COLUMNS) }, { kind: "big_road", columns: COLUMNS, bare: true });
    fill(this, this.#head(table), h("div", { class: "boardpanel" }, road), counts(table), shape(table), facts(table), ways(table, roles));
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {LobbyTable} table */
  #head(table) {
    const phase = { stage: table.stage, no_bet: false, opened_at: null, closes_at: table.closes_at };
    const waits = table.stopped !== "" || table.halted;
    const running = table.stage === "betting" && table.closes_at && !waits;
    const words = table.stopped ? t("lobby.stopped") : t(table.halted ? "phase.halted" : `phase.${table.voided ? "void" : table.stage}`);
    return h(
      "header",
      {},
      h("h2", {}, table.title),
      h("p", { class: waits ? "now t-signal" : "now" }, waits ? icon("stop") : null, words, running ? own("bac-countdown", { phase }, { form: "number" }) : null),
      h("p", { class: "book", title: table.book_title }, h("b", {}, bookName(table)), h("span", {}, gameWords(table.options))),
      table.sits ? h("p", { class: "sits" }, icon("person"), t("lobby.sits")) : null,
    );
  }
}

/** @param {LobbyTable} table */
function counts({ statistics }) {
  const three = SIDES.map((side) => h("div", {}, h("dt", {}, t(`side.${side}`)), h("dd", { class: `t-${side}` }, number(statistics[side]))));
  return h("dl", { class: "counts" }, three, h("div", {}, h("dt", {}, t("sign.coups")), h("dd", {}, number(statistics.coups))));
}

/** @param {LobbyTable} table */
function shape({ good_roads: shapes }) {
  if (!shapes.length) return h("p", { class: "shape muted" }, t("lobby.no-shape"));
  const names = shapes.slice(0, 2).map((each) => (has(`good.${each}`) ? t(`good.${each}`) : each));
  return h("p", { class: "shape", title: t("good.history") }, h("span", { class: "tag quiet" }, t("lobby.shape", { shape: listed(names) })), h("span", { class: "vh" }, t("good.history")));
}

/** @param {LobbyTable} table */
function facts(table) {
  /** @param {number} units */
  const written = (units) => money(units, table.digits, { short: true });
  const pairs = [
    [t("lobby.limits"), `${written(table.minimum)} \u2013 ${written(table.maximum)}`],
    [t("lobby.seats"), t("lobby.taken", { taken: table.taken, places: table.places })],
    [t("lobby.conducted"), t(`lobby.pace.${table.pace}`)],
  ];
  return h("dl", { class: "facts-list" }, pairs.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value))));
}

/** @param {LobbyTable} table @param {ReadonlySet<string>} roles */
function ways(table, roles) {
  const fitting = WAYS.filter(([wanted]) => wanted.some((role) => roles.has(role)));
  const doors = fitting.map(([, words, page], at) => {
    const way = h("a", { class: at ? "btn" : "btn primary", href: page + encodeURIComponent(table.table) }, t(words));
    way.append(h("span", { class: "vh" }, ` ${table.title}`));
    return way;
  });
  /** @param {string} href @param {string} words */
  const quiet = (href, words) => h("a", { class: "btn bare small", href }, t(words), h("span", { class: "vh" }, ` ${table.title}`));
  return h("p", { class: "btnrow" }, doors, quiet(`/sign/${encodeURIComponent(table.table)}`, "lobby.sign"), quiet(`/rules/${encodeURIComponent(table.book)}?edition=${table.edition}`, "lobby.rules"));
}

customElements.define("bac-table-tile", BacTableTile);
