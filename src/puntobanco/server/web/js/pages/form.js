// Forms of the house: a name, a field, what it takes, and beside it in one sentence what is wrong.

import { closed, t } from "../i18n/index.js";
import { say } from "../lib/a11y.js";
import { units } from "../lib/format.js";
import { newId } from "../lib/id.js";
import { fill, h } from "../lib/html.js";
import { ApiError, sentenceOf } from "../net/api.js";
import { sentenceCase } from "../view/words.js";
import { clauseTags } from "../elements/bac-clause.js";

/** @typedef {import("../lib/html.js").Child} Child @typedef {import("../lib/html.js").Attribute} Attribute */

let made = 0;

/** By the code of a refusal: the field it is about, where a form has it. @type {Record<string, readonly string[]>} */
const ABOUT = {
  bad_name: ["name", "table"],
  name_taken: ["name", "table"],
  unknown_person: ["name"],
  not_found: ["name"],
  bad_amount: ["amount"],
  not_enough_money: ["amount"],
  over_own_limit: ["amount"],
  excluded: ["amount", "until"],
  roles_conflict: ["role"],
  already_so: ["role"],
  not_permitted: ["role"],
  unknown_table: ["table"],
  needs_reason: ["reason"],
  out_of_range: ["until"],
};

/** What is wrong with one field. */
export class FieldError extends Error {
  /** @param {string} field @param {string} sentence */
  constructor(field, sentence) {
    super(sentence);
    this.field = field;
  }
}

/**
 * A field with its label, hint and place for what is wrong.
 * @param {string} name
 * @param {string} label
 * @param {{hint?: Child, options?: readonly (readonly [string, string])[], value?: string} & Record<string, any>} [how] options make it a choice; the rest are attributes
 */
export function field(name, label, { hint, options, value = "", ...attributes } = {}) {
  const id = `field-${(made += 1)}`;
  const given = { class: "field", id, name, "aria-describedby": `${id}-hint ${id}-wrong`, ...attributes };
  const control = options
    ? h("select", given, options.map(([each, words]) => h("option", { value: each, selected: each === value }, words)))
    : h("input", { autocomplete: "off", ...given, value });
  return h("div", { class: "fieldbox", "data-field": name }, h("label", { for: id }, label), control, h("span", { class: "hint", id: `${id}-hint` }, hint ?? null), h("span", { class: "wrong", id: `${id}-wrong` }));
}

/** The field of a form, with all that stands around it. @param {ParentNode} within @param {string} name */
const boxOf = (within, name) => [...within.querySelectorAll("[data-field]")].find((each) => each.getAttribute("data-field") === name);

/** Takes away, or writes, what is wrong with a field. @param {ParentNode} within @param {string} name @param {string} [sentence] */
export function mark(within, name, sentence = "") {
  const box = boxOf(within, name);
  const control = box?.querySelector(".field");
  const place = box?.querySelector(".wrong");
  if (!control || !place) return false;
  if (sentence) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
  place.textContent = sentence;
  return true;
}

/** The field that an error is about; within an object the server names it `settings.minimum`. @param {unknown} error */
const fieldOf = (error) => (error instanceof FieldError || error instanceof ApiError ? error.field.split(".")[0] : "");

/** A sentence for people; a field of the form is named as its label names it. @param {unknown} error @param {ParentNode} form */
function spoken(error, form) {
  if (error instanceof FieldError) return sentenceCase(error.message);
  const label = boxOf(form, fieldOf(error))?.querySelector("label")?.textContent;
  const words = sentenceOf(error);
  return sentenceCase(label && error instanceof ApiError ? closed(words.replace(error.field, label)) : words);
}

/**
 * A form that sends something and says what came of it.
 * @param {object} what
 * @param {readonly Node[]} what.fields
 * @param {string} what.words on the button
 * @param {(values: Record<string, string>, id: string) => Promise<string>} what.send answers with a sentence; throws what is wrong
 * @param {string} [what.book] whose clauses a refusal names
 * @param {boolean} [what.plain] no solid button
 */
export function actForm({ fields, words, send, book = "", plain = false }) {
  const wrong = h("div", { class: "wrong", role: "alert" });
  const done = h("p", { class: "done", role: "status" });
  const button = h("button", { type: "submit", class: plain ? "btn" : "btn primary" }, words);
  const form = h("form", { class: "act", novalidate: true }, h("div", { class: "fields" }, ...fields), wrong, h("div", { class: "btnrow" }, button, done));
  /** One id for one command: sent again after a lost answer it has one effect. */
  let id = newId();
  form.addEventListener("input", (event) => {
    id = newId();
    const name = event.target instanceof HTMLElement ? event.target.getAttribute("name") : null;
    if (name) mark(form, name);
    done.textContent = "";
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    for (const box of form.querySelectorAll("[data-field]")) mark(form, box.getAttribute("data-field") ?? "");
    fill(wrong);
    done.textContent = "";
    button.disabled = true;
    try {
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
      done.textContent = await send(values, id);
      id = newId();
    } catch (error) {
      const named = fieldOf(error);
      const told = spoken(error, form);
      const about = named ? [named] : error instanceof ApiError ? (ABOUT[error.code] ?? []) : [];
      const clauses = error instanceof ApiError && book ? error.clauses : [];
      if (!about.some((name) => mark(form, name, told))) fill(wrong, h("span", {}, told, " "));
      if (clauses.length) wrong.append(h("span", { class: "clauses" }, ...clauseTags(book, clauses)));
      say(told, "assertive");
      /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid]"))?.focus();
      if (!(error instanceof ApiError) || error.status !== 0) id = newId();
    } finally {
      button.disabled = false;
    }
  });
  return form;
}

/** A typed amount, in units. @param {string} typed @param {string} name @param {number} digits @param {boolean} [signed] */
export function amountOf(typed, name, digits, signed = false) {
  const minus = signed && /^[-\u2212]/.test(typed);
  const found = units(minus ? typed.slice(1) : typed, digits);
  if (found === null || found === 0) throw new FieldError(name, t(signed ? "form.amount-signed" : "form.amount"));
  return minus ? -found : found;
}

/** Something that must be said. @param {string} typed @param {string} name @param {string} sentence */
export function required(typed, name, sentence) {
  if (!typed) throw new FieldError(name, sentence);
  return typed;
}

/** A name as the house takes it. @param {string} typed @param {string} name */
export function nameOf(typed, name) {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/.test(typed)) throw new FieldError(name, t("form.name"));
  return typed;
}

/** Something that is shown once. @param {string} title @param {string} value @param {string} hint */
export function secret(title, value, hint) {
  const copied = h("span", { role: "status", class: "soft" });
  const copy = h("button", { type: "button", class: "btn small", onclick: () => void navigator.clipboard?.writeText(value).then(() => (copied.textContent = t("form.copied"))) }, t("form.copy"));
  return h("div", { class: "secret" }, h("p", {}, title), h("code", {}, value), h("p", { class: "soft" }, hint), h("p", { class: "btnrow" }, copy, copied));
}
