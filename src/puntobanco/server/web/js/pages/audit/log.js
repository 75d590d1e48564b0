// One log, a page at a time: who did what when, under which clause, and the chain of hashes beside it.

import { has, spoken, t } from "../../i18n/index.js";
import { clockTime, dateTime, number } from "../../lib/format.js";
import { fill, h, own } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { actorWords, sentenceCase } from "../../view/words.js";
import { clauseTags } from "../../elements/bac-clause.js";
import "../../elements/bac-card.js";
import { KINDS, kindOf, warns } from "./kinds.js";
import { logName } from "./logs.js";

/** @typedef {import("../../types.js").EnvelopeForm} EnvelopeForm @typedef {import("../../types.js").LogLineForm} LogLineForm */
/** @typedef {{bookOf: (log: string) => string, again: (table: string, coup: number, sequence: number) => void}} Ways */

const PAGE = 100;

/** What an event says beyond its name. @param {EnvelopeForm} envelope */
const told = ({ said, sentence }) => (said ? spoken(said, sentence) : "");

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
  /** Whether new events push the page on: only while the newest are shown. */
  #follows = true;
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
    const atEnd = this.#rows.scrollTop + this.#rows.clientHeight >= this.#rows.scrollHeight - 40;
    if (line && this.#follows && atEnd && line.sequence > this.#end) void this.#read(Math.max(0, line.sequence - PAGE));
  }

  /** The newest page of a log. @param {string} log */
  async open(log) {
    this.log = log;
    const line = this.#logs.find((each) => each.log === log);
    this.#choices();
    this.#follows = true;
    await this.#read(Math.max(0, (line?.sequence ?? 0) - PAGE));
    this.#rows.scrollTop = this.#rows.scrollHeight;
  }

  /** @param {number} after */
  async #read(after) {
    this.#wrong.textContent = "";
    try {
      /** @type {import("../../types.js").LogPageForm} */
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
      this.#follows = false;
      await this.#read(record.first - 1);
      this.#rows.scrollTop = 0;
      this.ways.again(this.log, coup, 0);
    } catch (error) {
      this.#wrong.textContent = sentenceOf(error);
    }
  }

  #choices() {
    fill(this.#choice, this.#logs.map((line) => h("option", { value: line.log, selected: line.log === this.log }, logName(line))));
  }

  #frame() {
    const find = h("input", { class: "field", type: "search", placeholder: t("audit.find"), "aria-label": t("audit.find"), value: this.#find });
    find.addEventListener("input", () => this.#filter(find.value, this.#kind));
    const coup = h("input", { class: "field coup", inputmode: "numeric", placeholder: t("audit.coup"), "aria-label": t("audit.coup") });
    coup.addEventListener("keydown", (event) => event.key === "Enter" && void this.#coup(coup.value));
    const kinds = ["all", ...KINDS].map((kind) => {
      const pressed = String(kind === this.#kind);
      const choose = () => this.#filter(this.#find, kind);
      return h("button", { type: "button", class: "btn small", "data-kind": kind, "aria-pressed": pressed, onclick: choose }, t(`audit.filter.${kind}`));
    });
    /** @param {string} words @param {() => number} after */
    const turn = (words, after) => h("button", { type: "button", class: "btn small", onclick: () => ((this.#follows = words === "audit.newest"), void this.#read(after())) }, t(words));
    const last = () => Math.max(0, this.#end - PAGE);
    const pages = h(
      "div",
      { class: "pages" },
      turn("audit.first", () => 0),
      turn("audit.older", () => Math.max(0, this.#after - PAGE)),
      turn("audit.newer", () => Math.min(this.#after + PAGE, last())),
      turn("audit.newest", last),
      this.#count,
    );
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
    /** @param {EnvelopeForm} each */
    const words = (each) => `${each.sequence} ${actorWords(each.actor)} ${each.sentence} ${told(each)} ${each.event.event}`.toLowerCase();
    const shown = this.#envelopes.filter((each) => (this.#kind === "all" || kindOf(each.event.event) === this.#kind) && words(each).includes(wanted));
    const heads = ["event", "time", "who", "what", "clause", "hash"].map((name) => h("th", { scope: "col" }, t(`audit.col.${name}`)));
    const back = this.#focused();
    fill(this.#rows, h("table", { class: "events" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, shown.map((each) => this.#row(each)))));
    back();
    this.stand(this.#standing);
    const [first, last] = [number(this.#after + 1), number(this.#after + this.#envelopes.length)];
    this.#count.textContent = this.#end ? t("audit.shown", { shown: shown.length, first, last, end: number(this.#end) }) : "";
  }

  /** What has the focus in the rows, to give it back when they are drawn anew. @returns {() => void} */
  #focused() {
    const row = this.#rows.contains(document.activeElement) ? document.activeElement?.closest("tr") : null;
    if (!row) return () => undefined;
    const at = [...row.querySelectorAll("button")].findIndex((each) => each === document.activeElement);
    const same = `[data-sequence="${row.getAttribute("data-sequence")}"] button`;
    return () => /** @type {HTMLElement | undefined} */ (this.#rows.querySelectorAll(same)[at])?.focus();
  }

  /** @param {EnvelopeForm} envelope */
  #row(envelope) {
    const { event, sequence, holds } = envelope;
    const book = this.ways.bookOf(this.log);
    const coup = book ? this.#coupAt(sequence) : 0;
    const again = () => this.ways.again(this.log, coup, sequence);
    const label = t("audit.again-from", { sequence, coup });
    const numbered = coup ? h("button", { type: "button", class: "link", "aria-label": label, onclick: again }, number(sequence)) : number(sequence);
    const card = typeof event.card === "string" && /^[A2-9TJQK][shdc]$/.test(event.card) ? own("bac-card", { state: "small", card: event.card }) : null;
    const name = has(`audit.event.${event.event}`) ? t(`audit.event.${event.event}`) : sentenceCase(String(event.event).replaceAll("-", " ")).slice(0, -1);
    return h(
      "tr",
      { "data-sequence": sequence, class: [warns(event.event) ? "warn" : "", holds ? "" : "broken"].join(" ") },
      h("td", { class: "seq" }, numbered),
      h("td", { title: dateTime(envelope.time) }, `${clockTime(envelope.time)}.${String(Math.floor(envelope.time / 1000) % 1000).padStart(3, "0")}`),
      h("td", {}, actorWords(envelope.actor)),
      h("td", { class: "ev" }, card, h("b", {}, name), told(envelope) ? ` ${told(envelope)}` : ""),
      h("td", {}, h("span", { class: "clauses" }, book ? clauseTags(book, event.clauses ?? [], 2, envelope.edition) : null)),
      h("td", { class: "hash" }, h("span", { title: envelope.hash }, envelope.hash.slice(0, 8)), holds ? null : h("b", { class: "t-signal" }, ` ${t("audit.breaks")}`)),
    );
  }

  /** Marks the event that is seen again, and brings it into sight. @param {number} sequence */
  async show(sequence) {
    this.stand(sequence);
    if (!this.#envelopes.some((each) => each.sequence === sequence)) {
      this.#follows = false;
      await this.#read(Math.max(0, sequence - PAGE / 2));
    }
    const row = this.#rows.querySelector("tr.at")?.getBoundingClientRect();
    const box = this.#rows.getBoundingClientRect();
    const head = this.#rows.querySelector("thead")?.clientHeight ?? 0;
    if (row && (row.top < box.top + head || row.bottom > box.bottom)) this.#rows.scrollTop += row.top - box.top - box.height / 2; // the rows alone: the page stays where it is
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
