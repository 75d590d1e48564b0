// A new table: the book's options as fields, each try answered at once with the clause that forbids it.

import { t } from "../../i18n/index.js";
import { money, number } from "../../lib/format.js";
import { fill, find, h } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { icon } from "../../view/icons.js";
import { editionWords, optionMeaning, optionValue, refusalSentence, sentenceCase } from "../../view/words.js";
import { clauseTags } from "../../elements/bac-clause.js";
import { actForm, field, FieldError, mark } from "../form.js";
import { secondsOf } from "./changing.js";
import { settingBlamed, settingFields, settingsOf } from "./settings.js";

/** @typedef {import("../../types.js").BookForm} BookForm @typedef {import("../../types.js").SetupCheckForm} SetupCheckForm */

const OPTION = "option:";
const WAIT = 350;

/** @param {import("../../types.js").BooksForm} books @param {() => Promise<void>} added */
export async function setupForm(books, added) {
  const panel = h("section", { class: "panel" }, h("h2", {}, t("tables.add-title")));
  /** @param {string} name */
  const show = async (name) => {
    /** @type {BookForm} */
    const book = await api.get(`/api/books/${encodeURIComponent(name)}`);
    const old = panel.querySelector("form");
    const kept = old ? Object.fromEntries([...new FormData(old)].map(([each, value]) => [each, String(value)])) : {};
    fill(panel, h("h2", {}, t("tables.add-title")), oneBook(book, books, kept, show, added));
    /** @type {HTMLElement | null} */ (old && panel.querySelector("[name=book]"))?.focus();
  };
  await show(books.books[0].digest);
  return panel;
}

/** @param {import("../../types.js").OptionForm} option @param {string} book */
function optionField(option, book) {
  const hint = h("span", {}, h("span", { class: "mono" }, option.name), " ", h("span", { class: "clauses" }, clauseTags(book, option.clauses, 2)));
  const label = optionMeaning(option).replace(/\.$/, "");
  if (option.kind === "choice") return field(OPTION + option.name, label, { hint, options: option.values.map((value) => /** @type {const} */ ([value, optionValue(value)])), value: option.chosen });
  return field(OPTION + option.name, label, { hint: h("span", {}, hint, ` ${sentenceCase(option.expected)}`), value: option.chosen });
}

/** @param {Record<string, string>} values */
function wanted(values) {
  const options = Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith(OPTION)).map(([name, value]) => [name.slice(OPTION.length), value]));
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(values.table)) throw new FieldError("table", t("tables.name-wrong"));
  return { table: values.table, title: values.title || values.table, book: values.book, options, settings: settingsOf(values), cards: values.cards, pace: values.pace, betting_seconds: secondsOf(values.seconds) };
}

/**
 * @param {BookForm} book
 * @param {import("../../types.js").BooksForm} books
 * @param {Record<string, string>} kept
 * @param {(book: string) => Promise<void>} show
 * @param {() => Promise<void>} added
 */
function oneBook(book, books, kept, show, added) {
  const verdict = h("div", { class: "verdict", role: "status" });
  const choice = field("book", t("tables.book"), { options: books.books.map((each) => /** @type {const} */ ([each.digest, `${each.title}, ${editionWords(each.edition)}`])), value: book.digest });
  find("select", choice).addEventListener("change", (event) => void show(/** @type {HTMLSelectElement} */ (event.target).value));
  const form = actForm({
    fields: [
      choice,
      field("table", t("tables.name"), { value: kept.table ?? "", hint: t("tables.name-hint") }),
      field("title", t("tables.words"), { value: kept.title ?? "", hint: t("tables.words-hint") }),
      field("cards", t("tables.cards"), { options: [["random", t("tables.cards.random")], ["physical", t("tables.cards.physical")]], value: kept.cards ?? "random" }),
      field("pace", t("tables.pace"), { options: [["clock", t("tables.pace.clock")], ["dealer", t("tables.pace.dealer")]], value: kept.pace ?? "clock" }),
      field("seconds", t("tables.seconds"), { value: kept.seconds ?? "15", inputmode: "numeric", hint: t("tables.seconds-hint") }),
      h("h3", { class: "rule" }, t("tables.options")),
      ...book.options.map((option) => optionField(option, book.book)),
      h("h3", { class: "rule" }, t("tables.settings")),
      settingFields(book.settings),
      verdict,
    ],
    words: t("tables.add"),
    book: book.book,
    send: async (values, id) => {
      const asked = wanted(values);
      const check = await api.post("/api/tables/check", asked);
      if (!tell(form, verdict, check, book, asked)) throw new FieldError("", t("tables.refused"));
      await api.post("/api/tables", { id, ...asked });
      await added();
      return t("tables.added", { table: asked.table });
    },
  });
  let timer = 0;
  let latest = 0;
  const attempt = async () => {
    const turn = ++latest;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    try {
      const asked = wanted({ ...values, table: values.table || "new" });
      const check = await api.post("/api/tables/check", asked);
      if (turn === latest) tell(form, verdict, check, book, asked); // an older answer may arrive last
    } catch (error) {
      if (error instanceof FieldError) mark(form, error.field, error.message);
      else fill(verdict, h("p", { class: "wrong" }, sentenceOf(error)));
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), WAIT);
  });
  void attempt();
  return form;
}

/**
 * Says what the book says of it, and marks the fields that are to blame.
 * @param {HTMLElement} form @param {HTMLElement} place @param {SetupCheckForm} check @param {BookForm} book
 * @param {{options: Record<string, string>, settings: Record<string, string>}} asked
 */
function tell(form, place, check, book, asked) {
  for (const box of form.querySelectorAll("[data-field]")) mark(form, box.getAttribute("data-field") ?? "");
  if (check.accepted && check.table) {
    const { wagers, places, chips, digits, commission } = check.table;
    const facts = t("tables.would-be", { wagers: number(wagers.length), places: number(places), chip: money(chips[0] ?? 0, digits) });
    fill(place, h("p", { class: "done" }, icon("tick"), t("tables.fits")), h("p", { class: "soft" }, facts, " ", h("span", { lang: "en" }, commission)));
    return true;
  }
  const refusal = /** @type {NonNullable<SetupCheckForm["refusal"]>} */ (check.refusal);
  const sentence = refusalSentence(refusal);
  const forbidden = book.forbidden.find((each) => Object.entries(each.options).every(([name, values]) => values.includes(asked.options[name] ?? "")));
  const option = Object.keys(asked.options).find((name) => refusal.sentence.startsWith(`${name}=`));
  const one = option ? OPTION + option : settingBlamed(refusal.sentence, asked.settings);
  const blamed = forbidden ? Object.keys(forbidden.options).map((name) => OPTION + name) : [one];
  const marked = blamed.filter((name) => name && mark(form, name, sentence));
  fill(place, h("p", { class: "wrong" }, marked.length ? t("tables.refused") : sentence, " "), h("p", { class: "clauses" }, clauseTags(book.book, refusal.clauses, 6)));
  return false;
}
