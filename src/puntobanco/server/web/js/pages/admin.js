// The house: people and what they are, tables and their rules, copies of everything.

import { find } from "../lib/html.js";
import { showBackups } from "./admin/backups.js";
import { Books } from "./admin/books.js";
import { People } from "./admin/people.js";
import { Tables } from "./admin/tables.js";
import { bar, enter, trouble } from "./house.js";
import { tabs } from "./tabs.js";
import "./clauses.js";

const who = await enter();
bar(who, "admin.title");
const people = new People(find("#people-panel"));
const tables = new Tables(find("#tables-panel"));
const books = new Books(find("#books-panel"));

/** @param {string} name */
async function show(name) {
  try {
    if (name === "people") await people.read();
    if (name === "tables") await tables.read();
    if (name === "books") await books.read();
    if (name === "backups") await showBackups(find("#backups-panel"));
    trouble();
  } catch (error) {
    trouble(error);
  }
}

let current = "";
const asked = new URLSearchParams(location.search).get("table");
const choose = tabs(["people", "tables", "books", "backups"], (name) => void show((current = name)));
if (asked) {
  choose("tables");
  await tables.change(asked).catch(trouble);
}
document.addEventListener("bac-language", () => void show(current));
