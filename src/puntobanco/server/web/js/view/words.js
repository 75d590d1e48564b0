// How wagers, payoffs, clauses and refusals are put into words.

import { has, isEnglish, keyOf, listed, spoken, t } from "../i18n/index.js";
import { money, number } from "../lib/format.js";
import { h } from "../lib/html.js";

/** @typedef {import("../types.js").WagerForm} WagerForm */

/** @param {string} name */
const spelled = (name) => name.replace(/[-:]/g, " ").replace(/^./, (letter) => letter.toUpperCase());

/** A wager's title in its book, without what tells it from others of its family. @param {WagerForm} wager */
function familyTitle(wager) {
  const { title, variant } = wager;
  const isLast = variant && title.toLowerCase().endsWith(variant.toLowerCase());
  return isLast ? title.slice(0, -variant.length).replace(/[ ,]+$/, "") : title;
}

/** What is printed in a wager's cell: its title in the book, translated where it is known. @param {WagerForm} wager */
export function cellTitle(wager) {
  const printed = familyTitle(wager);
  const key = keyOf("wager.", printed);
  return key ? t(key) : printed;
}

/** A wager's whole name: "Player wins on 7", "Perfect Pair, Banker". @param {WagerForm} wager */
export function wagerTitle(wager) {
  const title = cellTitle(wager);
  if (!wager.variant || familyTitle(wager) === wager.title) return title;
  if (/^\d+$/.test(wager.variant)) return t("wager.on", { wager: title, total: wager.variant });
  const side = `side.${wager.variant}`;
  return has(side) ? t("wager.of", { wager: title, side: t(side) }) : wager.title;
}

/** What the cards come from: a shoe with its number, or a machine. @param {{continuous: boolean}} table @param {number} shoe @returns {[string, string]} */
export const dealtFrom = (table, shoe) => (table.continuous ? ["", t("shoe.shuffler")] : [t("fact.shoe"), number(shoe)]);

/** Which shoe and coup a table is at: nothing is counted before the first. @param {Parameters<typeof dealtFrom>[0]} table @param {{shoe: number, coup: number}} at @returns {[string, string][]} */
export const courseOf = (table, { shoe, coup }) => [...(table.continuous || shoe ? [dealtFrom(table, shoe)] : []), ...(coup ? [/** @type {[string, string]} */ ([t("fact.coup"), number(coup)])] : [])];

/** The wager itself, or for side wagers what all of their kind are called: "Pairs", "Wins On". @param {WagerForm} wager */
export function familyName(wager) {
  const key = `sign.family.${wager.family.replace(/^(player|banker|tie)-/, "")}`;
  return wager.kind === "side" && has(key) ? t(key) : cellTitle(wager);
}

/** @param {readonly WagerForm[]} wagers @param {string} name */
export function titleOf(wagers, name) {
  const wager = wagers.find((each) => each.name === name);
  return wager ? wagerTitle(wager) : spelled(name);
}

/** "8 to 1", "1 to 1 less 5%". @param {string} pays */
export function paysText(pays) {
  const match = /^(\S+) to (\S+?)(?: less (\S+?) ?%)?$/.exec(pays);
  if (!match) return pays;
  const [, n, d, percent] = match;
  return percent ? t("pays.less", { n, d, percent }) : t("pays.to", { n, d });
}

/** A word of the server that may end in a figure, such as a wager's name. @param {string} kind @param {string} name */
function counted(kind, name) {
  const number = name.at(-1) ?? "";
  const any = /\d/.test(number) ? spoken({ code: `${kind}.${name.slice(0, -1)}#`, values: { number } }, "") : "";
  return any || spoken({ code: `${kind}.${name}` }, name);
}

/** On what a wager wins. @param {string} label */
export const payoffLabel = (label) => counted("label", label);

/** A wager by its name alone, where the table's wagers are not at hand. @param {string} name */
export const wagerWords = (name) => counted("wager", name);

/** A few letters for a scale: "Perfect", "9". @param {string} label */
export function payoffShort(label) {
  if (has(`payoff.short.${label}`)) return t(`payoff.short.${label}`);
  return /\d+/.exec(label)?.[0] ?? payoffLabel(label);
}

/** One line for one or two payoffs: the common one first, then what it is otherwise. @param {WagerForm} wager */
export function paysLine(wager) {
  const [last, ...special] = [...wager.payoffs].reverse();
  if (!last) return "";
  if (wager.kind === "side" && special.length)
    return wager.payoffs.map((each) => `${payoffShort(each.label)} ${paysText(each.pays)}`).join(" \u00b7 ");
  return [paysText(last.pays), ...special.map((each) => t("pays.when", { pays: paysText(each.pays), label: has(`payoff.short.${each.label}`) ? t(`payoff.short.${each.label}`) : payoffLabel(each.label) }))].join(" \u00b7 ");
}

/** On what a wager is a stand-off, as its cell prints it; nothing beyond a hand's tie. @param {WagerForm} wager */
export const pushLine = (wager) => wager.pushes.map((label) => t("pays.push", { label: payoffLabel(label) })).join(" \u00b7 ");

/** What was announced in the words of the book and holds now. @param {import("../types.js").PhaseForm} phase */
export const callWords = (phase) => phase.calls.map((words) => spoken({ code: `call.${words.toLowerCase().replaceAll(" ", "-")}` }, words)).join(" \u00b7 ");

/** Payoffs with their figures set off. @param {string} text */
export const figures = (text) => text.split(/(\d+(?:\.\d+)?(?= to )|(?<=[赔賠] )\d+(?:\.\d+)?)/).map((part, at) => (at % 2 ? h("b", {}, part) : part));

/** What a clause is called, or our own rule where all books are silent. @param {string} book @param {string} clause */
export const clauseTitle = (book, clause) =>
  clause.startsWith("default:") ? t("clause.of", { book: t("clause.default"), clause: clause.slice("default:".length) }) : t("clause.of", { book: bookShort(book), clause });

/** "RWS" of `rws-wins-on`. @param {string} book */
export const bookShort = (book) => (book.split("-")[0] ?? "").toUpperCase();

/** A book's name where room is short; a house's own book has only its title. @param {{book: string, book_title: string}} table */
export const bookName = ({ book, book_title: title }) => (has(`book.name.${book}`) ? t(`book.name.${book}`) : title);

/** Which game of the book a table plays: "Midi, Style B, Perfect Pair". @param {Readonly<Record<string, string>>} options */
export function gameWords(options) {
  const keys = Object.entries(options).map(([name, value]) => (has(`game.${name}.${value}`) ? `game.${name}.${value}` : value === "off" ? "" : `game.${name}`));
  return listed(keys.filter((key) => key && has(key)).map((key) => t(key)));
}

/** Why something was refused: as the house says it, or in the page's own words. @param {import("../net/protocol.js").Refusal} refusal */
export const refusalSentence = (refusal) => spoken(refusal.said, refusal.sentence) || t(`reason.${refusal.reason}`);

/** A capital and a full stop; a name with figures in it, such as guest1, stays as it is. @param {string} text */
export function sentenceCase(text) {
  const trimmed = text.trim();
  if (!trimmed) return "";
  const whole = /^\S*\d/.test(trimmed) ? trimmed : trimmed[0].toUpperCase() + trimmed.slice(1);
  return /[.!?。！？]$/.test(whole) ? whole : `${whole}${isEnglish() ? "." : "。"}`;
}

/** Why one's own coup was voided, and what came back. @param {{why?: string, why_said?: import("../types.js").Saying | null, returned?: number}} past @param {number} digits */
export const voidWords = ({ why = "", why_said, returned = 0 }, digits) => `${why ? spoken(why_said, why) : ""} ${t("result.returned", { amount: money(returned, digits) })}`.trim();

/** "+500.00", "−50.00". @param {number} units @param {number} digits */
export const signed = (units, digits) => money(units, digits, { signed: true });

/** What a limit of one's own lets: money, or minutes of time. @param {string} limit @param {number | null} amount @param {number} digits */
export function limitText(limit, amount, digits) {
  if (amount === null) return t("account.no-limit");
  return limit === "time" ? t("account.minutes", { count: amount }) : money(amount, digits);
}

/** What the book leaves to the operator: in English as the book says it. @param {{name: string, meaning: string}} option */
export function optionMeaning({ name, meaning }) {
  return isEnglish() || !has(`option.${name}`) ? sentenceCase(meaning) : t(`option.${name}`);
}

/** Who did something: a name, or what the house calls itself in its logs. @param {string} actor */
export const actorWords = (actor) => (has(`actor.${actor}`) ? t(`actor.${actor}`) : actor);

/** A setting of a table in words. @param {string} name */
export const settingWords = (name) => t(`setting.${name === "betting-seconds" ? "seconds" : name}`);

/** A value of such an option: "half-on-six", "bean-9", "3". @param {string} value */
export function optionValue(value) {
  const [, kind, count] = /^([a-z]+-)(\d)$/.exec(value) ?? [];
  const key = kind ? `option.is.${kind}#` : `option.is.${value}`;
  return has(key) ? t(key, { count }) : value;
}

/** Which edition of a book, or from when on: "version 7", "not legible", a date as it stands. @param {string} words */
export function editionWords(words) {
  const bare = words.replace(/^version /, "");
  if (isEnglish()) return words;
  if (has(`book.${bare}`)) return bare === words ? t(`book.${bare}`) : t("book.version-missing", { version: t(`book.${bare}`) });
  return bare === words ? words : t("book.version", { version: bare });
}
