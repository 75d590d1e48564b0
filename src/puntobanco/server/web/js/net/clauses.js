// What the clauses of a book say, asked for once a book.

import { api } from "./api.js";

/** @typedef {import("../types.js").ClausesForm} ClausesForm */

/** @type {Map<string, Promise<ClausesForm>>} */
const books = new Map();

/** By the name of a book: the edition that the table shown here runs under. @type {Map<string, string>} */
const editions = new Map();

/** Has a book's name mean a table's own edition, whatever new tables have. @param {string} book @param {string} edition */
export const under = (book, edition) => void editions.set(book, edition);

/** What a book is asked for by: the digest of the table's edition, or its name. @param {string} book */
export const editionOf = (book) => editions.get(book) ?? book;

/** The clauses of a book. @param {string} book @returns {Promise<ClausesForm>} */
export function clausesOf(book) {
  const edition = editionOf(book);
  const known = books.get(edition) ?? api.get(`/api/books/${encodeURIComponent(edition)}/clauses`);
  books.set(edition, known);
  known.catch(() => books.delete(edition));
  return known;
}

/** Where a book is read, and a clause of it. @param {string} book @param {string} [clause] @param {string} [edition] */
export function bookAddress(book, clause = "", edition = editions.get(book)) {
  const asked = edition ? `?${new URLSearchParams({ edition })}` : "";
  return `/rules/${encodeURIComponent(book)}${asked}${clause ? `#${encodeURIComponent(`clause-${clause}`)}` : ""}`;
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
