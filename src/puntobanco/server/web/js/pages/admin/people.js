// People and devices of the house: add, grant and remove roles, suspend; passwords and tokens shown once.

import { t } from "../../i18n/index.js";
import { fill, h } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { dataTable } from "../../view/tables.js";
import { actForm, field, nameOf } from "../form.js";
import { personPanel, roleWords, whereWords } from "./person.js";

/** @typedef {import("../../types.js").PeopleForm} PeopleForm @typedef {import("../../types.js").PersonForm} PersonForm */

/** @param {PersonForm} person */
function roleTags({ roles }) {
  if (!roles.length) return h("span", { class: "muted" }, t("people.no-role"));
  const tags = roles.map(({ role, table }) => h("span", { class: "tag quiet" }, table === "*" ? roleWords(role) : `${roleWords(role)}, ${table}`));
  return h("span", { class: "tags" }, tags);
}

export class People {
  /** @type {PeopleForm} */
  #form = { people: [], roles: [] };
  /** @type {readonly string[]} */
  #tables = [];
  #chosen = "";
  #find = "";
  #list = h("div", {});
  #one = h("div", { class: "one" });

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  async read() {
    const [form, lobby] = await Promise.all([api.get("/api/people"), api.get("/api/tables")]);
    this.#form = form;
    this.#tables = lobby.tables.map((/** @type {{table: string}} */ each) => each.table);
    const find = h("input", { class: "field", type: "search", placeholder: t("people.find"), "aria-label": t("people.find"), value: this.#find });
    find.addEventListener("input", () => this.#filter(find.value));
    fill(this.place, h("section", { class: "panel" }, h("header", {}, h("h2", {}, t("people.title")), find), this.#list), h("div", { class: "side" }, this.#one, this.#adding()));
    this.#draw();
  }

  /** @param {string} find */
  #filter(find) {
    this.#find = find;
    this.#draw();
  }

  #draw() {
    const wanted = this.#find.trim().toLowerCase();
    const shown = this.#form.people.filter((each) => !wanted || `${each.name} ${each.roles.map(({ role }) => `${role} ${roleWords(role)}`).join(" ")}`.toLowerCase().includes(wanted));
    const rows = shown.map((person) => [
      h("button", { type: "button", class: "link", "aria-pressed": String(person.name === this.#chosen), onclick: () => this.#choose(person.name) }, person.name),
      roleTags(person),
      person.is_device ? t("people.device") : t("people.person"),
      person.suspended ? h("span", { class: "tag signal" }, t("people.suspended")) : h("span", { class: "muted" }, t("people.active")),
    ]);
    fill(this.#list, dataTable(t("people.title"), [t("people.name"), t("people.roles"), t("people.kind"), t("people.state")], rows));
    for (const row of this.#list.querySelectorAll("tbody tr")) row.classList.toggle("at", row.querySelector("[aria-pressed=true]") !== null);
    const person = this.#form.people.find((each) => each.name === this.#chosen);
    if (!person) fill(this.#one, h("section", { class: "panel" }, h("p", { class: "soft" }, t("people.choose"))));
  }

  /** @param {string} name */
  #choose(name) {
    this.#chosen = name;
    this.#draw();
    const person = /** @type {PersonForm} */ (this.#form.people.find((each) => each.name === name));
    fill(this.#one, personPanel(person, { roles: this.#form.roles, tables: this.#tables, changed: () => this.#again() }));
    /** @type {HTMLElement | null} */ (this.#list.querySelector("[aria-pressed=true]"))?.focus();
  }

  async #again() {
    this.#form = await api.get("/api/people");
    this.#draw();
    return this.#form.people.find((each) => each.name === this.#chosen);
  }

  #adding() {
    const fields = [
      field("name", t("people.name"), { hint: t("people.name-hint"), autocapitalize: "none", spellcheck: "false" }),
      field("kind", t("people.kind"), { options: [["person", t("people.person")], ["device", t("people.device")]] }),
    ];
    const form = actForm({
      fields,
      words: t("people.add"),
      plain: true,
      send: async ({ name, kind }, id) => {
        await api.post("/api/people", { id, name: nameOf(name, "name"), is_device: kind === "device" });
        this.#form = await api.get("/api/people");
        form.reset();
        this.#choose(name);
        return t("people.added", { name });
      },
    });
    return h("section", { class: "panel" }, h("h2", {}, t("people.add-title")), form);
  }
}
