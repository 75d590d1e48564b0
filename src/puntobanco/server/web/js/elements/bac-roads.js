// All five roads, both questions and the counts, as on the rail of the patron's page. data: RoadsForm, and whether the cards go back
// Keeps which question is asked; `ask(side)` asks it from outside.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { askMark } from "../view/road.js";
import "./bac-road.js";
import "./bac-stats.js";

const KINDS = /** @type {const} */ (["bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig"]);
const DERIVED = /** @type {const} */ (["big_eye_boy", "small_road", "cockroach_pig"]);
const COLUMNS = { bead_plate: 10, big_road: 20, big_eye_boy: 40, small_road: 20, cockroach_pig: 20 };

/** @extends {BacElement<import("../types.js").RoadsForm & {continuous: boolean}>} */
class BacRoads extends BacElement {
  /** @type {"" | "player" | "banker"} */
  #asked = "";
  #tab = "big_road";
  #tables = false;
  /** @type {Map<string, HTMLElement & {data: any}>} */
  #parts = new Map();

  /** @param {"" | "player" | "banker"} side pressing the same side again takes it back */
  ask(side) {
    const pressed = this.querySelector(".ask")?.contains(document.activeElement);
    this.#asked = this.#asked === side ? "" : side;
    this.render();
    if (pressed) /** @type {HTMLElement | undefined} */ (this.querySelectorAll(".ask button")[side === "banker" ? 1 : 0])?.focus();
  }

  /** Player, Banker, none, and again. */
  askNext() {
    this.ask(this.#asked === "" ? "player" : "banker"); // asked twice, a question is taken back
  }

  render() {
    if (!this.data) return;
    if (!this.#parts.size) this.#build();
    const roads = this.data;
    const next = this.#asked === "player" ? roads.next_player : this.#asked === "banker" ? roads.next_banker : null;
    for (const kind of KINDS) this.#part(kind).data = { cells: roads[kind], asked: next?.[kind] ?? null };
    this.#part("stats").data = { statistics: roads.statistics, continuous: roads.continuous, goodRoads: roads.good_roads };
    this.dataset.tab = this.#tab;
    this.querySelectorAll("[role=tab]").forEach((tab) => {
      const kind = tab.getAttribute("data-kind") ?? "";
      tab.setAttribute("aria-selected", String(kind === this.#tab));
      tab.setAttribute("tabindex", kind === this.#tab ? "0" : "-1");
      tab.textContent = t(`road.tab.${kind}`);
    });
    fill(/** @type {HTMLElement} */ (this.querySelector(".ask")), this.#question("player"), this.#question("banker"));
    const [honest, link] = this.querySelectorAll(".honest > *");
    fill(/** @type {HTMLElement} */ (honest), h("span", { class: "gain" }, `${t("road.gain")} `), t("lobby.honest"));
    link.textContent = t(this.#tables ? "road.as-drawing" : "road.as-table");
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement & {data: any}} */ (this.#parts.get(name));
  }

  #build() {
    for (const kind of KINDS) {
      this.#parts.set(kind, own("bac-road", undefined, { kind, columns: COLUMNS[kind], id: `road-${kind}`, plain: true, zoom: true }));
    }
    this.#parts.set("stats", own("bac-stats", undefined));
    const tabs = KINDS.map((kind) => h("button", { type: "button", role: "tab", "data-kind": kind, "aria-controls": `road-${kind}`, onclick: () => this.#turnTo(kind), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#move(event, kind) }));
    fill(
      this,
      h(
        "section",
        { class: "boardpanel roads", "aria-label": t("roads") },
        h("div", { class: "road-tabs", role: "tablist", "aria-label": t("roads") }, [tabs[1], tabs[0], ...tabs.slice(2)]),
        h("div", { class: "two" }, this.#part("bead_plate"), this.#part("stats")),
        this.#part("big_road"),
        this.#part("big_eye_boy"),
        h("div", { class: "halves" }, this.#part("small_road"), this.#part("cockroach_pig")),
      ),
      h("div", { class: "asking" }, h("section", { class: "ask", "aria-label": t("road.ask") }), h("p", { class: "honest" }, h("span"), h("button", { type: "button", class: "link", onclick: () => this.#turnTables() }))),
    );
  }

  #turnTables() {
    this.#tables = !this.#tables;
    for (const kind of KINDS) /** @type {any} */ (this.#part(kind)).asTable = this.#tables;
    this.render();
  }

  /** @param {string} kind */
  #turnTo(kind) {
    this.#tab = kind;
    this.render();
  }

  /** @param {KeyboardEvent} event @param {string} kind */
  #move(event, kind) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const tabs = [...this.querySelectorAll("[role=tab]")].map((tab) => tab.getAttribute("data-kind") ?? "");
    const next = tabs[(tabs.indexOf(kind) + step + tabs.length) % tabs.length];
    this.#turnTo(next);
    /** @type {HTMLElement | null} */ (this.querySelector(`[data-kind="${next}"]`))?.focus();
  }

  /** @param {"player" | "banker"} side */
  #question(side) {
    const asked = side === "player" ? this.data?.next_player : this.data?.next_banker;
    const marks = DERIVED.map((kind) => askMark(kind, asked?.[kind] ?? null));
    const spoken = DERIVED.map((kind) => `${t(`road.${kind}`)} ${asked?.[kind] ? t(`mark.${asked[kind].mark}`) : t("road.not-begun")}`).join(", ");
    return h("button", { type: "button", "aria-pressed": String(this.#asked === side), "aria-label": `${t(`road.if-${side}`)}: ${spoken}`, onclick: () => this.ask(side) }, t(`road.if-${side}`), h("span", {}, marks));
  }
}

customElements.define("bac-roads", BacRoads);
