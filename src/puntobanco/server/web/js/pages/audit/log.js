// One log, a page at a time: who did what when, under which clause, and the chain of hashes beside it.

import { has, t } from "../../i18n/index.js";
import { clockTime, dateTime, number } from "../../lib/format.js";
import { fill, h, own } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { sentenceCase } from "../../view/words.js";
import { clauseTags } from "../../elements/bac-clause.js";
import "../../elements/bac-card.js";
import { sentenceOf } from "../house.js";
import { KINDS, kindOf, warns } from "./kinds.js";

/** @typedef {import("../../net/house-types.js").EnvelopeForm} EnvelopeForm @typedef {import("../../net/house-types.js").LogLineForm} LogLineForm */
/** @typedef {{bookOf: (log: string) => string, again: (table: string, coup: number, sequence: number) => void}} Ways */

const PAGE = 100;

export class LogReader extends EventTarget {
  log = "";
  holds = true;
  /** @type {readonly LogLineForm[]} */
  #logs = [];
  #after = 0;
  #end = 0;
  #kind = "all";
  #find = "";
  #standing = 0;
  /** @type {readonly EnvelopeForm[]} */
  #envelopes = [];
  #rows = h("div", { class: "rows", tabindex: 0, role: "group" });
  #count = h("p", { role: "status" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #choice = h("select", { class: "field", onchange: (/** @type {any} */ event) => void this.open(event.target.value) });

  /** @param {HTMLElement} place @param {Ways} ways */
  constructor(place, ways) {
    super();
    this.ways = ways;
    this.place = place;
    document.addEventListener("bac-language", () => this.#frame());
    this.#frame();
  }

  /** @param {readonly LogLineForm[]} logs */
  set logs(logs) {
    const same = logs.length === this.#logs.length;
    this.#logs = logs;
    const line = logs.find((each) => each.log === this.log);
    if (!same) this.#choices();
    if (line && line.sequence > this.#end && this.#after + this.#envelopes.length >= this.#end) void this.#read(Math.max(0, line.sequence - PAGE));
  }

  /** The newest page of a log. @param {string} log */
  async open(log) {
    this.log = log;
    const line = this.#logs.find((each) => each.log === log);
    this.#choices();
    await this.#read(Math.max(0, (line?.sequence ?? 0) - PAGE));
    this.#rows.scrollTop = this.#rows.scrollHeight;
  }

  /** @param {number} after */
  async #read(after) {
    this.#wrong.textContent = "";
    try {
      /** @type {import("../../net/house-types.js").LogPageForm} */
      const page = await api.get(`/api/audit/logs/${encodeURIComponent(this.log)}?after=${after}&limit=${PAGE}`);
      const atEnd = this.#rows.scrollTop + this.#rows.clientHeight >= this.#rows.scrollHeight - 40;
      [this.#after, this.#end, this.#envelopes, this.holds] = [after, page.ends_at, page.envelopes, page.holds];
      this.#draw();
      if (atEnd) this.#rows.scrollTop = this.#rows.scrollHeight;
      this.dispatchEvent(new Event("page"));
    } catch (error) {
      this.#wrong.textContent = sentenceOf(error);
    }
  }

  /** The events of one coup. @param {string} typed */
  async #coup(typed) {
    const coup = Number(typed);
    if (!Number.isInteger(coup) || coup < 1) return void (this.#wrong.textContent = t("audit.coup-wrong"));
    try {
      const record = await api.get(`/api/tables/${encodeURIComponent(this.log)}/coups/${coup}`);
      await this.#read(record.first - 1);
      this.#rows.scrollTop = 0;
      this.ways.again(this.log, coup, 0);
    } catch (error) {
      this.#wrong.textContent = sentenceOf(error);
    }
  }

  #choices() {
    fill(this.#choice, this.#logs.map(({ log }) => h("option", { value: log, selected: log === this.log }, log)));
  }

  #frame() {
    const find = h("input", { class: "field", type: "search", placeholder: t("audit.find"), "aria-label": t("audit.find"), value: this.#find, oninput: (/** @type {any} */ event) => this.#filter(event.target.value, this.#kind) });
    const coup = h("input", { class: "field coup", inputmode: "numeric", placeholder: t("audit.coup"), "aria-label": t("audit.coup"), onkeydown: (/** @type {any} */ event) => event.key === "Enter" && void this.#coup(event.target.value) });
    const kinds = ["all", ...KINDS].map((kind) => h("button", { type: "button", class: "btn small", "data-kind": kind, "aria-pressed": String(kind === this.#kind), onclick: () => this.#filter(this.#find, kind) }, t(`audit.filter.${kind}`)));
    /** @param {string} words @param {() => number} after */
    const turn = (words, after) => h("button", { type: "button", class: "btn small", onclick: () => void this.#read(after()) }, t(words));
    const pages = h("div", { class: "pages" }, turn("audit.first", () => 0), turn("audit.older", () => Math.max(0, this.#after - PAGE)), turn("audit.newer", () => Math.max(0, Math.min(this.#after + PAGE, this.#end - PAGE))), turn("audit.newest", () => Math.max(0, this.#end - PAGE)), this.#count);
    this.#choice.setAttribute("aria-label", t("audit.log"));
    this.#rows.setAttribute("aria-label", t("audit.log"));
    fill(this.place, h("div", { class: "filters" }, this.#choice, coup, find, h("span", { class: "kinds" }, kinds)), this.#wrong, this.#rows, pages);
    this.#draw();
  }

  /** @param {string} find @param {string} kind */
  #filter(find, kind) {
    [this.#find, this.#kind] = [find, kind];
    for (const each of this.place.querySelectorAll("[data-kind]")) each.setAttribute("aria-pressed", String(each.getAttribute("data-kind") === kind));
    this.#draw();
  }

  #draw() {
    const wanted = this.#find.trim().toLowerCase();
    const shown = this.#envelopes.filter((each) => (this.#kind === "all" || kindOf(each.event.event) === this.#kind) && (!wanted || `${each.sequence} ${each.actor} ${each.sentence} ${each.event.event}`.toLowerCase().includes(wanted)));
    const heads = ["event", "time", "who", "what", "clause", "hash"].map((name) => h("th", { scope: "col" }, t(`audit.col.${name}`)));
    fill(this.#rows, h("table", { class: "events" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, shown.map((each) => this.#row(each)))));
    this.stand(this.#standing);
    this.#count.textContent = this.#end ? t("audit.shown", { shown: shown.length, first: number(this.#after + 1), last: number(this.#after + this.#envelopes.length), end: number(this.#end) }) : "";
  }

  /** @param {EnvelopeForm} envelope */
  #row(envelope) {
    const { event, sequence, holds } = envelope;
    const book = this.ways.bookOf(this.log);
    const coup = book ? this.#coupAt(sequence) : 0;
    const number_ = coup ? h("button", { type: "button", class: "link", "aria-label": t("audit.again-from", { sequence, coup }), onclick: () => this.ways.again(this.log, coup, sequence) }, number(sequence)) : number(sequence);
    const card = typeof event.card === "string" && /^[A2-9TJQK][shdc]$/.test(event.card) ? own("bac-card", { state: "small", card: event.card }) : null;
    const name = has(`audit.event.${event.event}`) ? t(`audit.event.${event.event}`) : sentenceCase(String(event.event).replaceAll("-", " ")).slice(0, -1);
    return h(
      "tr",
      { "data-sequence": sequence, class: [warns(event.event) ? "warn" : "", holds ? "" : "broken"].join(" ") },
      h("td", { class: "seq" }, number_),
      h("td", { title: dateTime(envelope.time) }, `${clockTime(envelope.time)}.${String(Math.floor(envelope.time / 1000) % 1000).padStart(3, "0")}`),
      h("td", {}, envelope.actor),
      h("td", { class: "ev" }, card, h("b", {}, name), h("span", { lang: "en" }, envelope.sentence ? ` ${envelope.sentence}` : "")),
      h("td", {}, h("span", { class: "clauses" }, book ? clauseTags(book, event.clauses ?? [], 2) : null)),
      h("td", { class: "hash" }, h("span", { title: envelope.hash }, envelope.hash.slice(0, 8)), holds ? null : h("b", { class: "t-signal" }, ` ${t("audit.breaks")}`)),
    );
  }

  /** Marks the event that is seen again. @param {number} sequence */
  stand(sequence) {
    this.#standing = sequence;
    for (const row of this.#rows.querySelectorAll("tbody tr")) row.classList.toggle("at", Number(row.getAttribute("data-sequence")) === sequence);
  }

  /** Which coup an event of this page belongs to; nought where the page does not say. @param {number} sequence */
  #coupAt(sequence) {
    const before = this.#envelopes.filter((each) => each.sequence <= sequence && typeof each.event.coup === "number" && each.event.coup > 0);
    return before.at(-1)?.event.coup ?? 0;
  }
}
