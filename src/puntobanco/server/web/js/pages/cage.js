// The cage: whose money the house holds, and every way in and out of it.

import { t } from "../i18n/index.js";
import { money } from "../lib/format.js";
import { fill, find, h } from "../lib/html.js";
import { api } from "../net/api.js";
import { dataTable } from "../view/tables.js";
import { showAccount } from "./cage/account.js";
import { actForm, field, nameOf } from "./form.js";
import { bar, enter, rolesAt, trouble } from "./house.js";

/** @typedef {import("../types.js").AccountsForm} AccountsForm @typedef {import("../types.js").AccountLineForm} AccountLineForm */

const who = await enter();
const roles = rolesAt(who);
bar(who, "cage.title");

/** @type {AccountLineForm[]} */
let accounts = [];
let digits = 2;
let wanted = "";
let chosen = new URLSearchParams(location.search).get("account") ?? "";

/** Every account: the list may have several pages. */
async function read() {
  /** @type {AccountLineForm[]} */
  const found = [];
  /** @type {string | null} */
  let after = "";
  while (after !== null) {
    /** @type {AccountsForm} */
    const page = await api.get(`/api/accounts?limit=500${after ? `&after=${encodeURIComponent(after)}` : ""}`);
    found.push(...page.accounts);
    digits = page.digits;
    after = page.next;
  }
  accounts = found;
}

function draw() {
  const shown = accounts.filter((each) => each.name.toLowerCase().includes(wanted));
  const rows = shown.map((each) => [
    h("button", { type: "button", class: "link", "aria-pressed": String(each.name === chosen), onclick: () => void open(each.name) }, each.name),
    money(each.balance, digits),
    money(each.at_tables, digits),
    each.excluded ? h("span", { class: "tag signal" }, t("cage.excluded")) : null,
  ]);
  const heads = [t("people.name"), { words: t("cage.balance"), figure: true }, { words: t("cage.at-tables"), figure: true }, t("people.state")];
  fill(find("#accounts"), rows.length ? dataTable(t("cage.accounts"), heads, rows) : h("p", { class: "soft" }, t("cage.none")));
  for (const row of find("#accounts").querySelectorAll("tbody tr")) row.classList.toggle("at", row.querySelector("[aria-pressed=true]") !== null);
}

/** @param {string} name */
async function open(name) {
  chosen = name;
  draw();
  try {
    await showAccount(find("#account"), name, roles, again);
    trouble();
  } catch (error) {
    trouble(error);
  }
}

async function again() {
  await read();
  draw();
}

function opening() {
  if (!roles.has("cashier")) return null;
  const form = actForm({
    fields: [field("name", t("people.name"), { hint: t("cage.open-hint"), autocapitalize: "none", spellcheck: "false" })],
    words: t("cage.open"),
    plain: true,
    send: async ({ name }, id) => {
      await api.post("/api/accounts", { id, name: nameOf(name, "name") });
      form.reset();
      await again();
      await open(name);
      return t("cage.opened", { name });
    },
  });
  return h("details", { class: "panel" }, h("summary", {}, t("cage.open-title")), form);
}

async function show() {
  const search = h("input", { class: "field", type: "search", placeholder: t("cage.find"), "aria-label": t("cage.find"), value: wanted });
  search.addEventListener("input", () => {
    wanted = search.value.trim().toLowerCase();
    draw();
  });
  fill(find("#list"), h("section", { class: "panel" }, h("header", {}, h("h2", {}, t("cage.accounts")), search), h("div", { id: "accounts" })), opening());
  try {
    await again();
    trouble();
    if (chosen) await open(chosen);
    else fill(find("#account"), h("section", { class: "panel" }, h("p", { class: "soft" }, t("cage.choose"))));
  } catch (error) {
    trouble(error);
  }
}

document.addEventListener("bac-language", () => void show());
await show();
