// One road. Attributes: kind, columns (how many are seen at rest), bead-text (in place of the setting), bare (no title), plain (no table), zoom (its title opens it larger). data: {cells, asked}

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { beadText, settings } from "../lib/settings.js";
import { openDialog } from "./bac-dialog.js";
import { drawRoad, inWords, isDerived, width } from "../view/road.js";

/** @typedef {import("../types.js").CellForm} CellForm @typedef {import("../view/road.js").RoadKind} RoadKind */
/** @typedef {{cells: readonly CellForm[], asked?: CellForm | null}} RoadData */

/** @extends {BacElement<RoadData>} */
class BacRoad extends BacElement {
  #asTable = false;

  /** @param {boolean} on whether it is written as a table */
  set asTable(on) {
    this.#asTable = on;
    this.render();
  }

  get kind() {
    return /** @type {RoadKind} */ (this.getAttribute("kind") ?? "big_road");
  }

  render() {
    if (!this.data) return;
    const bare = this.hasAttribute("bare");
    const turn = () => {
      this.#asTable = !this.#asTable;
      this.render();
      this.querySelector("button")?.focus();
    };
    const button = h("button", { type: "button", class: "link", "aria-pressed": String(this.#asTable), onclick: turn }, t(this.#asTable ? "road.as-drawing" : "road.as-table"));
    const name = t(`road.${this.kind}`);
    const named = this.hasAttribute("zoom") ? h("button", { type: "button", class: "zoom", title: t("road.larger", { road: name }), onclick: () => this.#larger(name) }, name) : h("b", {}, name);
    const totals = this.kind === "bead_plate" && this.#beadText() === "total" ? h("span", {}, t("road.winning-total")) : null;
    const title = bare ? null : h("p", { class: "road-title" }, named, totals, this.hasAttribute("plain") ? null : button);
    fill(this, title, this.#asTable ? this.#table() : this.#drawing());
  }

  /** @param {string} name */
  #larger(name) {
    const columns = { bead_plate: 14, big_road: 22 }[/** @type {string} */ (this.kind)] ?? 44;
    const dialog = openDialog(name, h("div", { class: "boardpanel" }, own("bac-road", this.data, { kind: this.kind, columns, bare: true })), h("p", { class: "soft" }, t("lobby.honest")));
    dialog.querySelector("dialog")?.classList.add("wide");
  }

  #beadText() {
    return this.getAttribute("bead-text") ?? beadText();
  }

  #label() {
    const cells = this.data?.cells ?? [];
    const last = cells.at(-1);
    const name = t(`road.${this.kind}`);
    if (!last) return t("road.empty", { road: name });
    return t("road.summary", { road: name, columns: width(cells), count: cells.length, last: t(`mark.${last.mark || "none"}`) });
  }

  #drawing() {
    const seen = Number(this.getAttribute("columns") ?? (isDerived(this.kind) ? 40 : 20));
    const { cells = [], asked } = this.data ?? {};
    const { distinct } = settings;
    const { drawing, columns } = drawRoad(this.kind, cells, { columns: seen, asked, beadText: this.#beadText(), distinct, label: this.#label() });
    drawing.style.setProperty("--wide", String(columns / seen));
    const more = columns > seen;
    return h("div", { class: "road-scroll", tabindex: more ? 0 : null, role: more ? "group" : null, "aria-label": more ? t("road.scroll") : null }, drawing);
  }

  #table() {
    const rows = inWords(this.data?.cells ?? []).map((marks, at) => h("tr", {}, h("th", { scope: "row" }, at + 1), h("td", {}, marks.join(", "))));
    const head = h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("road.column")), h("th", { scope: "col" }, t("road.marks"))));
    return h("div", { class: "road-table", tabindex: 0, role: "group", "aria-label": this.#label() }, h("table", {}, h("caption", { class: "vh" }, this.#label()), head, h("tbody", {}, rows)));
  }
}

customElements.define("bac-road", BacRoad);
