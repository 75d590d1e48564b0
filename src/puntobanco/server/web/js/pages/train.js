// Training: a question at a time, marked by the house; the score stays on this page.
// Questions and marks are the forms QuestionForm and MarkForm of puntobanco.training.wording.

import { isEnglish, listed, spoken, t, translate, wordOf } from "../i18n/index.js";
import { fill, find, h, own } from "../lib/html.js";
import { money } from "../lib/format.js";
import { wagerWords } from "../view/words.js";
import { api, ApiError, sentenceOf, signIn } from "../net/api.js";
import { clauseTags } from "../elements/bac-clause.js";
import "../elements/bac-hand.js";
import { bar, enter } from "./house.js";

const KINDS = ["draw", "payout", "ruling"];
const SEEDS = 2 ** 32;
const NUMBER_MOST = 10_000;

/** `asked` is the address of the question that is shown. @type {{seed: number, number: number, asked: string, question: any, mark: any, answers: {kind: string, topic: string, right: boolean}[]}} */
const now = { seed: 0, number: 0, asked: "", question: null, mark: null, answers: [] };

const book = /** @type {HTMLSelectElement} */ (find("#book"));

/** The address of the question to show next. */
function address() {
  const chosen = [...document.querySelectorAll("[name=kind]:checked")].map((each) => /** @type {HTMLInputElement} */ (each).value);
  const query = new URLSearchParams({ seed: String(now.seed), number: String(now.number) });
  for (const kind of chosen) query.append("kind", kind);
  return `/api/training/${encodeURIComponent(book.value)}?${query}`;
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  find("#trouble").textContent = "";
  try {
    await work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return signIn();
    find("#trouble").textContent = sentenceOf(error);
  }
}

async function start(seed = Math.floor(Math.random() * SEEDS)) {
  now.seed = seed;
  now.number = 0;
  now.answers = [];
  await next();
}

async function next() {
  now.number = (now.number % NUMBER_MOST) + 1;
  const asked = address();
  find("#question").ariaBusy = "true";
  try {
    const question = await api.get(asked);
    if (asked !== address()) return; // a newer request replaced this one
    Object.assign(now, { asked, question, mark: null });
  } finally {
    if (asked === address()) find("#question").ariaBusy = "false";
  }
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector("#question input, #question .choices button"))?.focus();
}

/** @param {string} answer */
const give = (answer) =>
  attempt(async () => {
    if (now.mark) return;
    const { asked } = now;
    const mark = await api.post(asked, { answer });
    if (asked !== now.asked) return; // the next question is shown already
    now.mark = mark;
    now.answers.push({ kind: now.mark.kind, topic: now.mark.topic, right: now.mark.right });
    draw();
    find("#mark button.primary").focus();
  });

// ------------------------------------------------------------------------------------- drawing

/** What is asked, in the language of the page where it has the words. @param {any} question */
function sentence(question) {
  if (question.kind === "draw") return t(`train.ask.${question.topic}`);
  if (question.kind === "ruling") return isEnglish() ? question.sentence : t("train.ask.ruling", { what: wordOf(`irregularity.${question.topic}`, question.sentence) });
  const slots = { stake: money(question.stake, question.digits), wager: wager(question) };
  return question.topic === "ante" ? t("train.ask.ante", slots) : t("train.ask.pay", slots);
}

/** @param {any} question */
function wager(question) {
  return isEnglish() ? question.title : wagerWords(question.wager);
}

/** @param {"player" | "banker"} hand @param {readonly string[]} cards */
function handOf(hand, cards) {
  const letter = hand === "player" ? "P" : "B";
  const lying = cards.map((card, at) => ({ slot: `${letter}${at + 1}`, card, held_by: "" }));
  return own("bac-hand", { hand, cards: lying, total: null, next: "", still: true });
}

/** @param {any} question */
function answers(question) {
  const done = now.mark !== null;
  if (question.choices.length) return h("div", { class: "choices" }, question.choices.map((/** @type {any} */ each) => choice(question, each, done)));
  const field = h("input", { class: "field", name: "amount", inputmode: "decimal", autocomplete: "off", "aria-label": t("train.amount"), placeholder: t("train.amount"), disabled: done });
  const words = question.typed.map((/** @type {string} */ word) => h("button", { type: "button", class: "btn", disabled: done, onclick: () => give(word) }, t(`train.word.${word}`)));
  const send = (/** @type {Event} */ event) => (event.preventDefault(), void give(field.value));
  return h("form", { class: "amount", onsubmit: send }, field, h("button", { type: "submit", class: "btn", disabled: done }, t("train.answer")), words);
}

/** @param {any} question @param {{answer: string, words: string, said: import("../types.js").Saying}} each @param {boolean} done */
function choice(question, each, done) {
  const key = `train.word.${each.answer}`;
  const words = question.kind === "draw" ? t(key) : spoken(each.said, each.words);
  return h("button", { type: "button", class: "btn", disabled: done, onclick: () => give(each.answer) }, question.kind === "draw" ? null : h("kbd", {}, each.answer), words);
}

function drawQuestion() {
  const question = now.question;
  if (!question) return fill(find("#question"));
  const facts = question.facts.map((/** @type {any} */ fact) => h("tr", {}, h("td", {}, wordOf(`fact.${fact.name}`, fact.question)), h("td", {}, h("b", {}, fact.so ? t("answer.yes") : t("answer.no")))));
  fill(
    find("#question"),
    h("p", { class: "soft" }, t("train.number", { number: now.number, kind: t(`train.kind.${question.kind}`) })),
    question.player.length ? h("div", { class: "hands" }, handOf("player", question.player), handOf("banker", question.banker)) : null,
    h("h2", {}, sentence(question)),
    facts.length ? h("table", { class: "data" }, h("tbody", {}, facts)) : null,
    answers(question),
  );
}

function drawMark() {
  const { mark, question } = now;
  if (!mark) return fill(find("#mark"));
  const chips = mark.chips.map((/** @type {any} */ each) => t("train.chips-of", { count: each.count, chip: money(each.chip, question.digits, { short: true }) }));
  const said = mark.clauses.map((/** @type {any} */ each) => h("li", {}, clauseTags(question.book, [each.clause]), h("span", { class: "soft", lang: "en" }, each.gist)));
  fill(
    find("#mark"),
    h("h2", { class: mark.right ? "t-gold" : "t-signal" }, mark.right ? t("train.right") : t("train.wrong")),
    h("p", {}, spoken(mark.said, mark.sentence)),
    chips.length ? h("p", { class: "soft" }, t("train.in-chips", { chips: listed(chips) })) : null,
    h("ul", { class: "clauses-said" }, said),
    h("div", { class: "btnrow" }, h("button", { type: "button", class: "btn primary", onclick: () => attempt(next) }, t("train.next"))),
  );
}

/** What a wrong answer was about, in words. @param {{kind: string, topic: string}} answer */
function topicWords({ kind, topic }) {
  if (kind === "draw") return t(`train.topic.${topic}`);
  if (kind === "ruling") return wordOf(`irregularity.${topic}`, topic.replaceAll("-", " "));
  return topic === "ante" ? t("wager.ante") : wagerWords(topic);
}

function drawScore() {
  if (!now.answers.length) return fill(find("#score"));
  const rows = KINDS.map((kind) => {
    const some = now.answers.filter((each) => each.kind === kind);
    const right = some.filter((each) => each.right).length;
    return some.length ? h("tr", {}, h("th", { scope: "row" }, t(`train.kind.${kind}`)), h("td", { class: "figure" }, t("train.of", { right, asked: some.length }))) : null;
  });
  const missed = new Set(now.answers.filter((each) => !each.right).map((each) => `${t(`train.kind.${each.kind}`)}: ${topicWords(each)}`));
  fill(
    find("#score"),
    h("h2", {}, t("train.score"), " ", h("small", { class: "muted" }, t("train.seed", { seed: String(now.seed) }))),
    h("table", { class: "data" }, h("tbody", {}, rows)),
    h("p", { class: "soft" }, missed.size ? t("train.practise", { topics: listed([...missed]) }) : t("train.all-right")),
  );
}

function draw() {
  drawQuestion();
  drawMark();
  drawScore();
}

// -------------------------------------------------------------------------------------- acting

find("#choose").addEventListener("submit", (event) => (event.preventDefault(), void attempt(() => start())));
find("#choose").addEventListener("change", () => void attempt(() => start()));
document.addEventListener("bac-language", () => (translate(), draw()));
document.addEventListener("bac-clause", (event) => {
  const { book: of, clause } = /** @type {CustomEvent} */ (event).detail;
  location.assign(`/rules/${encodeURIComponent(of)}#clause-${encodeURIComponent(clause)}`);
});

await attempt(async () => {
  bar(await enter(), "train.title");
  const { books } = await api.get("/api/books");
  const query = new URLSearchParams(location.search);
  const asked = query.get("book");
  /** Its name, or where two have one, its digest. @param {any} each */
  const called = (each) => (books.filter((/** @type {any} */ other) => other.book === each.book).length > 1 ? each.digest : each.book);
  fill(book, books.map((/** @type {any} */ each) => h("option", { value: called(each), selected: called(each) === asked }, each.title)));
  /** @type {HTMLButtonElement} */ (find("#choose [type=submit]")).disabled = false; // until here, the browser would have sent the form itself
  /** @type {HTMLFieldSetElement} */ (find("#kinds")).disabled = false; // until here, there was no book to ask about
  const seed = query.get("seed") ?? "";
  await (/^\d{1,9}$/.test(seed) ? start(Number(seed)) : start()); // the same address gives the same questions
});
