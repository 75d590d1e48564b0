// The words of the pages. English is behind every other catalogue, so that no key is ever shown.

import { number, perLanguage } from "../lib/format.js";
import { choose, settings } from "../lib/settings.js";

export const LANGUAGES = Object.freeze({ en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" });

/** @type {Record<string, string>} */
let english = {};
/** The keys of each English text. @type {Map<string, string[]>} */
const keysOf = new Map();
/** @type {Record<string, string>} */
let words = {};
/** What the server says, by its code. @type {Record<string, string>} */
let sayings = {};

/** @typedef {{pages: Record<string, string>, sayings: Record<string, string>}} Catalogue */

/** @param {string} language @returns {Promise<Catalogue>} */
async function catalogue(language) {
  const answer = await fetch(new URL(`./${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`The words for ${language} could not be read.`);
  return answer.json();
}

/** @param {string} language */
async function load(language) {
  const behind = Object.keys(english).length ? null : catalogue("en");
  const own = await (behind && language === "en" ? behind : catalogue(language));
  if (behind) {
    english = (await behind).pages;
    for (const [key, text] of Object.entries(english)) keysOf.set(text.toLowerCase(), [...(keysOf.get(text.toLowerCase()) ?? []), key]);
  }
  [words, sayings] = [own.pages, own.sayings];
  document.documentElement.lang = language;
}

/**
 * @param {string} message
 * @param {Record<string, string | number>} slots
 */
export function format(message, slots) {
  const chosen = message.replace(
    /\{(\w+), plural,((?: *(?:=\d+|\w+) \{[^{}]*\})+)\}/g,
    (_, name, branches) => branch(branches, Number(slots[name])),
  );
  return chosen.replace(/\{(\w+)\}/g, (_, name) => String(slots[name] ?? ""));
}

const plurals = perLanguage((of) => new Intl.PluralRules(of));

/** @param {string} branches @param {number} count */
function branch(branches, count) {
  const found = new Map([...branches.matchAll(/(=\d+|\w+) \{([^{}]*)\}/g)].map((match) => [match[1], match[2]]));
  const text = found.get(`=${count}`) ?? found.get(plurals().select(count)) ?? found.get("other") ?? "";
  return text.replaceAll("#", number(count));
}

/**
 * The words for a key, with its slots filled.
 * @param {string} key
 * @param {Record<string, string | number>} [slots]
 */
export function t(key, slots = {}) {
  return format(words[key] ?? english[key] ?? key, slots);
}

/** Whether this language has words for a key. @param {string} key */
export const has = (key) => key in words || key in english;

/** The key of words by what they are in English. @param {string} start how the key begins @param {string} text */
export function keyOf(start, text) {
  return keysOf.get(text.toLowerCase())?.find((key) => key.startsWith(start));
}

/** Whether the words of this page are English, as the sentences of the server are. */
export const isEnglish = () => document.documentElement.lang.startsWith("en");

/** Several words after each other. @param {readonly string[]} words */
export const listed = (words) => words.join(isEnglish() ? ", " : "\u3001");

/** @param {import("../types.js").Saying | string | number} said */
function fill(said) {
  if (typeof said !== "object") return String(said);
  /** @type {Record<string, string>} */
  const slots = {};
  for (const [name, value] of Object.entries(said.values ?? {})) slots[name] = fill(value);
  return format(sayings[said.code] ?? "", slots);
}

/** Chinese words without the blanks that stood around a name. @param {string} text */
export const closed = (text) => text.replace(/(?<=[\p{Script=Han}）]) (?=[\p{Script=Han}（])/gu, "");

/**
 * What the server says, in the language of this page; a book by what it is called.
 * @param {import("../types.js").Saying | null | undefined} said
 * @param {string} english as the server says it
 */
export function spoken(said, english) {
  const words = !said || isEnglish() || !(said.code in sayings) ? english : closed(fill(said));
  const book = said?.values?.["book"];
  return typeof book === "string" && has(`book.name.${book}`) ? words.replaceAll(book, t(`book.name.${book}`)) : words;
}

/** A word that the server uses in its sayings, such as the title of a post. @param {string} code @param {string} english */
export const wordOf = (code, english) => spoken({ code }, english);

/** Fills every element that names its words by data-t. @param {ParentNode} [within] */
export function translate(within = document) {
  for (const each of within.querySelectorAll("[data-t]")) each.textContent = t(each.getAttribute("data-t") ?? "");
  for (const each of within.querySelectorAll("[data-t-label]"))
    each.setAttribute("aria-label", t(each.getAttribute("data-t-label") ?? ""));
}

/** @param {"en" | "zh-Hans" | "zh-Hant"} language */
export async function speak(language) {
  await load(language);
  choose({ language });
  translate();
  document.dispatchEvent(new CustomEvent("bac-language"));
}

await load(settings.language);
translate();
