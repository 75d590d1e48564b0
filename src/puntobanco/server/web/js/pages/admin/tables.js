// The tables of the house: a new one under any book, with every combination tried out before it is asked for.

import { t } from "../../i18n/index.js";
import { money } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { dataTable } from "../../view/tables.js";
import { bookName } from "../../view/words.js";
import { changing } from "./changing.js";
import { setupForm } from "./setup.js";

/** @typedef {import("../../types.js").LobbyTableForm} LobbyTableForm @typedef {import("../../types.js").BooksForm} BooksForm */

export class Tables {
  /** @type {readonly LobbyTableForm[]} */
  #tables = [];
  #list = h("div", {});
  #side = h("div", { class: "side" });

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  async read() {
    /** @type {[{tables: readonly LobbyTableForm[]}, BooksForm]} */
    const [lobby, books] = await Promise.all([api.get("/api/tables"), api.get("/api/books")]);
    this.#tables = lobby.tables;
    this.#draw();
    const adding = await setupForm(books, async () => {
      this.#tables = (await api.get("/api/tables")).tables;
      this.#draw();
    });
    fill(this.place, h("section", { class: "panel" }, h("h2", {}, t("tables.title")), this.#list, this.#side), adding);
  }

  #draw() {
    const rows = this.#tables.map((each) => [
      h("button", { type: "button", class: "link", onclick: () => void this.change(each.table) }, each.table),
      [h("span", { class: "nowrap" }, each.title), each.stopped ? h("span", { class: "tag signal" }, t("lobby.stopped")) : null],
      h("span", { class: "words" }, bookName(each)),
      h("span", { class: "nowrap" }, t(`tables.cards.${each.cards}`)),
      h("span", { class: "nowrap" }, t(`tables.pace.${each.pace}`)),
      `${money(each.minimum, each.digits, { short: true })} \u2013 ${money(each.maximum, each.digits, { short: true })}`,
    ]);
    const heads = [t("tables.name"), t("tables.words"), t("tables.book"), t("tables.cards"), t("tables.pace"), { words: t("lobby.limits"), figure: true }];
    fill(this.#list, dataTable(t("tables.title"), heads, rows));
  }

  /** Shows the settings of one table. @param {string} table */
  async change(table) {
    fill(this.#side, await changing(table));
    /** @type {HTMLElement | null} */ (this.#side.querySelector(".field"))?.focus();
  }
}
