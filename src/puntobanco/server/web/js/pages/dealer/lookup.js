// What a dealer looks up: the cards of the shoe counted by face, and the present hand card by card. Nothing is changed by it.

import { openDialog } from "../../elements/bac-dialog.js";
import "../../elements/bac-card.js";
import { spoken, t } from "../../i18n/index.js";
import { clockTime, number } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { cardName } from "../../view/card.js";
import { evidence } from "../../view/evidence.js";
import { actorWords, sentenceCase } from "../../view/words.js";

/** @typedef {import("../../types.js").ShoeCountForm} ShoeCountForm @typedef {import("../../types.js").HandForm} HandForm */
const RANKS = [..."A23456789TJQK"];
const SUITS = [..."shdc"];

/** @param {string} table @param {string} what */
const read = (table, what) => api.get(`/api/tables/${encodeURIComponent(table)}/${what}`);

/** The cards of the shoe, seen against held. @param {string} table @param {(words: string) => void} told */
export async function countShoe(table, told) {
  try {
    /** @type {ShoeCountForm} */
    const count = await read(table, "shoe-count");
    const missing = t(count.over ? "count.behind" : "count.inside", { inside: number(count.inside), unseen: number(count.unseen), marker: number(count.behind_marker) });
    openDialog(
      t("count.title"),
      h("p", { class: count.adds_up ? "t-tie" : "wrong", role: "status" }, h("b", {}, t(count.adds_up ? "count.right" : "count.wrong"))),
      h("p", {}, t("count.seen", { seen: number(count.seen), size: number(count.size), cards: count.cards })),
      h("p", {}, missing),
      count.continuous ? h("p", { class: "soft" }, t("count.continuous")) : null,
      h("div", { class: "wide-scroll", tabindex: 0, role: "group", "aria-label": t("count.faces") }, faces(count)),
    );
  } catch (error) {
    told(sentenceOf(error));
  }
}

/** A row for each suit, a column for each rank. @param {ShoeCountForm} count */
function faces(count) {
  const seen = new Map(count.faces.map((each) => [each.card, each]));
  const heads = RANKS.map((rank) => h("th", { scope: "col" }, rank === "T" ? "10" : rank));
  const rows = SUITS.map((suit) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, t(`suit.${suit}`)),
      RANKS.map((rank) => {
        const face = seen.get(rank + suit);
        const over = (face?.seen ?? 0) > (face?.held ?? 0);
        const left = (face?.held ?? 0) - (face?.seen ?? 0);
        return h("td", { class: over ? "figure wrong" : left ? "figure" : "figure muted", title: t("count.face", { card: cardName(rank + suit), seen: face?.seen ?? 0, held: face?.held ?? 0 }) }, number(face?.seen ?? 0));
      }),
    ),
  );
  const held = count.faces[0]?.held ?? 0;
  return h("table", { class: "data count" }, h("caption", { class: "soft" }, t("count.caption", { held })), h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, rows));
}

/** The present hand, a card at a time. @param {string} table @param {(words: string) => void} told */
export async function replayHand(table, told) {
  try {
    /** @type {HandForm} */
    const hand = await read(table, "hand");
    if (!hand.steps.length) return told(t("replay.no-card"));
    show(hand);
  } catch (error) {
    told(sentenceOf(error));
  }
}

/** @param {HandForm} hand */
function show(hand) {
  let at = 0;
  const last = hand.steps.length - 1;
  const place = h("div", { class: "stack", "aria-live": "polite" });
  const rows = hand.steps.map((step, number) => h("tr", {}, h("td", { class: "muted" }, number + 1), h("td", { class: "muted" }, clockTime(step.time)), h("td", {}, sentenceCase(spoken(step.said, step.sentence))), h("td", {}, t(`replay.${step.how}`)), h("td", {}, actorWords(step.actor || "table"))));
  const back = h("button", { type: "button", class: "btn", onclick: () => go(at - 1) }, t("replay.back"), h("kbd", { "aria-hidden": "true" }, "\u2190"));
  const on = h("button", { type: "button", class: "btn primary", autofocus: true, onclick: () => go(at + 1) }, t("replay.on"), h("kbd", { "aria-hidden": "true" }, "\u2192"));
  /** @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(last, to));
    const step = /** @type {HandForm["steps"][number]} */ (hand.steps[at]);
    rows.forEach((row, number) => (number === at ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    fill(place, h("p", {}, h("b", {}, t("replay.of", { step: at + 1, steps: last + 1 }))), evidence(step), h("p", {}, sentenceCase(spoken(step.said, step.sentence))));
  }
  const body = h("div", { class: "form" }, place, h("div", { class: "btnrow" }, back, on), h("div", { class: "wide-scroll", tabindex: 0, role: "group", "aria-label": t("replay.all") }, h("table", { class: "data replay" }, h("tbody", {}, rows))));
  body.addEventListener("keydown", (event) => (event.key === "ArrowLeft" ? go(at - 1) : event.key === "ArrowRight" ? go(at + 1) : undefined));
  go(0);
  openDialog(t("replay.title", { coup: hand.coup }), body);
  on.focus();
}
