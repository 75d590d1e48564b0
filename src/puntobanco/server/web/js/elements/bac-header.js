// The bar of every page. Children with slot="facts" stay. data: {title, facts, name, balance, digits, since, net, until, connection, links}
// Tells `bac-help`, `bac-sign-out`, and the name of each of `links`.

import { LANGUAGES, speak, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { clockTime, duration, money } from "../lib/format.js";
import { fill, h, own } from "../lib/html.js";
import { choose, settings } from "../lib/settings.js";
import { serverNow } from "../net/clock.js";
import { icon } from "../view/icons.js";
import { signed } from "../view/words.js";
import "./bac-connection.js";

/**
 * @typedef {object} HeaderData
 * @property {string} title
 * @property {readonly (readonly [string, string])[]} [facts] a word and what it is: ["Coup", "52"]; the first word may be empty
 * @property {string} [name] who is signed in
 * @property {number} [balance] in the account
 * @property {number} [digits]
 * @property {number} [since] when the session began, microseconds
 * @property {number} [net] what the session has brought
 * @property {number | null} [until] when the time is up that one lets oneself play, microseconds
 * @property {"connecting" | "live" | "restarting" | "lost"} [connection] not shown where there is none
 * @property {readonly {event?: string, href?: string, icon: any, words: string, current?: boolean}[]} [links] what tells an event, or leads to another page
 * @property {number} [shown] how many of them stand in the bar, three by default; all are in the menu
 */

/** @extends {BacElement<HeaderData>} */
class BacHeader extends BacElement {
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.#tick(), 1000);
    document.addEventListener("click", (event) => {
      const menu = this.querySelector("details[open]");
      if (menu && event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
    });
    this.addEventListener("keydown", (event) => {
      const menu = this.querySelector("details[open]");
      if (event.key !== "Escape" || !menu) return;
      menu.removeAttribute("open");
      menu.querySelector("summary")?.focus();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  render() {
    const data = this.data;
    if (!data) return;
    const open = this.querySelector("details")?.open ?? false;
    const focused = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.dataset.keep : undefined;
    const facts = (data.facts ?? []).map(([word, value]) => h("span", {}, word ? `${word} ` : "", word ? h("b", {}, value) : value));
    this.className = "bar";
    fill(
      this,
      h("h1", {}, data.title, data.facts?.find(([word]) => word === t("fact.coup")) ? h("small", { class: "phone-only" }, `${t("fact.coup")} ${data.facts.find(([word]) => word === t("fact.coup"))?.[1]}`) : null),
      h("div", { class: "facts" }, facts),
      ...[...this.querySelectorAll(":scope > [data-slot]")],
      h("div", { class: "facts push" }, data.connection ? own("bac-connection", data.connection) : null, h("span", { class: "clock" }), ...this.#session(data)),
      h("nav", { "aria-label": t("header.nav") }, (data.links ?? []).slice(0, data.shown ?? 3).map((each) => this.#link(each, "btn small bare"))),
      this.#menu(data, open),
    );
    this.#tick();
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`[data-keep="${focused}"]`))?.focus();
  }

  /** @param {HeaderData} data */
  #session(data) {
    if (data.since === undefined) return [];
    const net = data.net === undefined ? null : h("span", {}, `${t("header.net")} `, h("b", {}, signed(data.net, data.digits ?? 0)));
    const left = data.until ? h("span", {}, `${t("header.own-time")} `, h("b", { class: "own-time" })) : null;
    return [h("span", {}, `${t("header.session")} `, h("b", { class: "session-time" })), left, net];
  }

  /** @param {{event?: string, href?: string, icon: any, words: string, current?: boolean}} link @param {string} name */
  #link(link, name) {
    const keep = { class: name, "data-keep": `${name}-${link.event ?? link.href}` };
    if (link.href) return h("a", { ...keep, href: link.href, "aria-current": link.current ? "page" : null }, icon(link.icon), link.words);
    return h("button", { type: "button", ...keep, onclick: () => this.#follow(link.event ?? "") }, icon(link.icon), link.words);
  }

  /** @param {string} event */
  #follow(event) {
    this.querySelector("details[open]")?.removeAttribute("open");
    this.tell(event);
  }

  async #sessions() {
    this.querySelector("details[open]")?.removeAttribute("open");
    const { openSessions } = await import("./bac-sessions.js"); // few look at them
    await openSessions();
  }

  /** @param {HeaderData} data @param {boolean} open */
  #menu(data, open) {
    const languages = Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === settings.language }, name));
    const change = (/** @type {Event} */ event) => void speak(/** @type {any} */ (event.target).value);
    const light = settings.theme === "light";
    const body = h(
      "div",
      { class: "sheet" },
      data.name ? h("p", { class: "who" }, icon("person"), h("b", {}, data.name)) : null,
      h("p", { class: "narrow-only" }, data.facts?.map(([word, value]) => h("span", {}, word ? `${word} ` : "", h("b", {}, value))), h("span", { class: "clock" })),
      data.balance === undefined ? null : h("p", {}, `${t("header.balance")} `, h("b", {}, money(data.balance, data.digits ?? 0))),
      data.since === undefined ? null : h("p", {}, `${t("header.session")} `, h("b", { class: "session-time" }), data.net === undefined ? null : ` \u00b7 ${t("header.net")} `, data.net === undefined ? null : h("b", {}, signed(data.net, data.digits ?? 0))),
      data.until ? h("p", {}, `${t("header.own-time")} `, h("b", { class: "own-time" })) : null,
      h("div", { class: "menu-links" }, (data.links ?? []).map((each) => this.#link(each, "btn bare row"))),
      h("label", {}, t("header.language"), h("select", { class: "field", "data-keep": "language", onchange: change }, languages)),
      h("button", { type: "button", class: "btn row", "data-keep": "theme", "aria-pressed": String(light), onclick: () => choose({ theme: light ? "felt" : "light" }) }, t("theme.light")),
      data.links?.some((each) => each.event === "bac-help") ? null : h("button", { type: "button", class: "btn bare row", onclick: () => this.#follow("bac-help") }, icon("help"), t("header.help")),
      data.name ? h("button", { type: "button", class: "btn bare row", onclick: () => void this.#sessions() }, icon("person"), t("sessions.title")) : null,
      data.name ? h("button", { type: "button", class: "btn bare row", onclick: () => this.tell("bac-sign-out") }, icon("close"), t("header.sign-out")) : null,
    );
    return h("details", { class: "menu", open }, h("summary", { "aria-label": t("header.menu"), "data-keep": "menu" }, icon("menu")), body);
  }

  #tick() {
    const now = serverNow();
    for (const clock of this.querySelectorAll(".clock")) clock.textContent = clockTime(now);
    const since = this.data?.since;
    const until = this.data?.until;
    if (until) for (const each of this.querySelectorAll(".own-time")) each.textContent = duration(Math.max(0, (until - now) / 1e6));
    if (since !== undefined) for (const each of this.querySelectorAll(".session-time")) each.textContent = duration(Math.max(0, (now - since) / 1e6));
  }
}

customElements.define("bac-header", BacHeader);
