// What the clauses of a book say, asked for once a book.

import { api } from "./api.js";

/** @typedef {import("./house-types.js").ClausesForm} ClausesForm */

/** @type {Map<string, Promise<ClausesForm>>} */
const books = new Map();

/** The clauses of a book. @param {string} book @returns {Promise<ClausesForm>} */
export function clausesOf(book) {
  const known = books.get(book) ?? api.get(`/api/books/${encodeURIComponent(book)}/clauses`);
  books.set(book, known);
  known.catch(() => books.delete(book));
  return known;
}

/** The clause itself, its rows, or the one that it is a part of; empty where there is none. @param {ClausesForm} form @param {string} clause @returns {string} */
export function gistOf(form, clause) {
  const found = form.defaults[clause] ?? form.clauses.find((each) => each.id === clause)?.gist;
  if (found) return found;
  const rows = form.clauses.filter((each) => each.id.startsWith(`${clause}[`));
  if (rows.length) return rows.map((each) => each.gist).join(" ");
  const whole = clause.replace(/(\[[^\]]*\]|\([^)]*\)|\.[^.]*|^[^.([]*)$/, "");
  return whole ? gistOf(form, whole) : "";
}
