// The rule books of the house: listed, compared, brought from a file, removed.

import { t } from "../../i18n/index.js";
import { dateTime, number } from "../../lib/format.js";
import { fill, find, h } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { differencesTable, editionTitle } from "../../view/editions.js";
import { icon } from "../../view/icons.js";
import { dataTable, shortHash } from "../../view/tables.js";
import { editionWords, sentenceCase } from "../../view/words.js";
import { actForm, field, FieldError, required } from "../form.js";

/** @typedef {import("../../types.js").BookAddedForm} BookAddedForm @typedef {import("../../types.js").BookCheckForm} BookCheckForm */

/** As many characters as the house takes. */
const MOST = 200_000;

export class Books {
  /** @type {readonly BookAddedForm[]} */
  #books = [];
  #list = h("div", {});
  #side = h("div", { class: "side" });
  #comparing = h("div", {});

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  async read() {
    await this.#reload();
    const listed = h("section", { class: "panel" }, h("h2", {}, t("books.title")), h("p", { class: "soft" }, t("books.what")), this.#list, this.#side);
    fill(this.place, listed, this.#adding(), this.#comparing);
  }

  async #reload() {
    this.#books = (await api.get("/api/editions")).books;
    const heads = [t("books.book"), t("books.edition"), t("books.digest"), t("books.by"), t("books.tables"), ""];
    const rows = this.#books.map((each) => [
      [h("b", {}, each.title), " ", h("span", { class: "mono soft" }, each.book)],
      each.problem ? h("span", { class: "wrong" }, sentenceCase(each.problem)) : editionWords(each.edition),
      shortHash(each.digest, 10),
      each.added_at !== null ? t("books.added-by", { by: each.by, time: dateTime(each.added_at) }) : t(each.offered ? "books.program" : "books.not-offered"),
      each.tables.join(", "),
      each.by ? h("button", { type: "button", class: "link", onclick: () => this.#removing(each) }, t("books.remove")) : null,
    ]);
    fill(this.#list, dataTable(t("books.title"), heads, rows));
    fill(this.#side);
    fill(this.#comparing, this.#compare());
  }

  /** @param {BookAddedForm} book */
  #removing(book) {
    const title = t("books.remove-title", { book: book.book, digest: book.digest.slice(0, 10) });
    const form = actForm({
      fields: [field("reason", t("form.reason"), { hint: t("books.remove-what") })],
      words: t("books.remove"),
      send: async ({ reason }, id) => {
        required(reason, "reason", t("form.reason-missing"));
        await api.remove(`/api/books/${book.digest}?${new URLSearchParams({ id, reason })}`);
        await this.#reload();
        return t("books.removed", { book: book.book });
      },
    });
    fill(this.#side, h("section", { class: "changing", "aria-label": title }, h("h3", {}, title), form));
    find("input", form).focus();
  }

  #adding() {
    const verdict = h("div", { class: "findings", role: "status" });
    const box = field("file", t("books.file"), { type: "file", accept: ".toml,.json", hint: t("books.file-hint") });
    const chosen = /** @type {HTMLInputElement} */ (find("input", box));
    /** @returns {Promise<{file: string, text: string}>} */
    const read = async () => {
      const file = chosen.files?.[0];
      if (!file) throw new FieldError("file", t("books.file-missing"));
      if (file.size > 4 * MOST) throw new FieldError("file", t("books.file-long", { size: number(file.size), most: number(MOST) }));
      const text = await file.text();
      if (text.length > MOST) throw new FieldError("file", t("books.file-long", { size: number(text.length), most: number(MOST) }));
      return { file: file.name.slice(-100), text };
    };
    const form = actForm({
      fields: [box, verdict],
      words: t("books.add"),
      send: async (_, id) => {
        const given = await read();
        const check = await this.#checked(given, verdict);
        if (!check.accepted) throw new FieldError("file", t("books.bad"));
        await api.post("/api/books", { id, ...given, digest: check.digest });
        await this.#reload();
        return t("books.added", { book: check.book, digest: check.digest.slice(0, 10) });
      },
    });
    chosen.addEventListener("change", () => void read().then((given) => this.#checked(given, verdict)).catch(() => fill(verdict)));
    return h("section", { class: "panel" }, h("h2", {}, t("books.add-title")), form);
  }

  /** What a compiler would say of a file. @param {{file: string, text: string}} given @param {HTMLElement} place @returns {Promise<BookCheckForm>} */
  async #checked(given, place) {
    /** @type {BookCheckForm} */
    const check = await api.post("/api/books/check", given);
    const found = check.findings.map((each) => h("li", { class: each.error ? "wrong" : "" }, h("span", { class: "mono" }, t("books.at", { line: each.line, column: each.column })), " ", h("span", { lang: "en" }, sentenceCase(each.sentence))));
    const good = check.accepted ? h("p", { class: "done" }, icon("tick"), t("books.good", { title: check.title, edition: editionWords(check.edition) }), " ", shortHash(check.digest, 10)) : null;
    fill(place, good, found.length ? h("ul", { class: "plain" }, found) : null);
    return check;
  }

  #compare() {
    const options = this.#books.filter((each) => !each.problem).map((each) => /** @type {const} */ ([each.digest, editionTitle(each)]));
    const shown = h("div", {});
    const asking = h("div", {});
    const form = actForm({
      fields: [field("before", t("books.before"), { options }), field("after", t("books.after"), { options, value: options[1]?.[0] ?? "" })],
      words: t("books.compare"),
      plain: true,
      send: async ({ before, after }) => {
        fill(shown, differencesTable(await api.get(`/api/books/${after}/differences?from=${before}`)));
        fill(asking, this.#adopting(before, after));
        return "";
      },
    });
    return h("section", { class: "panel" }, h("h2", {}, t("books.compare-title")), form, shown, asking);
  }

  /** Ask that the tables of one edition adopt the other; what differs is shown above. @param {string} before @param {string} after */
  #adopting(before, after) {
    const tables = this.#books.find((each) => each.digest === before)?.tables ?? [];
    if (before === after || !tables.length) return null;
    const form = actForm({
      fields: [field("reason", t("form.reason"), { hint: t("books.adopt-what", { tables: tables.join(", ") }) })],
      words: t("books.adopt"),
      send: async ({ reason }, id) => {
        required(reason, "reason", t("form.reason-missing"));
        await api.post(`/api/books/${after}/adoption`, { id, before, reason });
        return t("books.adopt-asked");
      },
    });
    return h("section", { "aria-label": t("books.adopt") }, form);
  }
}
