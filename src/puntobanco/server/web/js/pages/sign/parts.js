// The parts of the sign that are not roads: head, last result, counts, both questions, limits.

import { t } from "../../i18n/index.js";
import { clockTime, money, number } from "../../lib/format.js";
import { fill, find, h, own } from "../../lib/html.js";
import { lastCoup } from "../../lib/last-coup.js";
import { serverNow } from "../../net/clock.js";
import { limitGroups } from "../../state/layout.js";
import { askMark } from "../../view/road.js";
import { SIDES, shareBar } from "../../view/share-bar.js";
import { noticeList, scaleList } from "../displayed.js";
import { bookName, callWords, courseOf, familyName } from "../../view/words.js";
import "../../elements/bac-card.js";

/** @typedef {import("../../net/protocol.js").View} View @typedef {import("../../types.js").WagerForm} WagerForm */
/** @typedef {import("../../lib/last-coup.js").Kept} Kept */

const HANDS = /** @type {const} */ (["player", "banker"]);
const DERIVED = /** @type {const} */ (["big_eye_boy", "small_road", "cockroach_pig"]);

/** @param {View} view */
export function showHead({ table, phase }) {
  document.title = `${table.title} · Punto Banco`;
  fill(find("#title"), table.title, h("small", {}, bookName(table)));
  const words = phase.stopped ? t("lobby.stopped") : t(phase.halted ? "phase.halted" : phase.no_bet && phase.stage === "betting" ? "phase.no-bet" : `phase.${phase.voided ? "void" : phase.stage}`);
  find("#phase").textContent = words;
  const last = phase.last_coups === null ? null : h("span", { class: "t-gold" }, t("phase.last-coups", { count: phase.last_coups }));
  /** @param {string} word @param {string} value */
  const fact = (word, value) => h("span", {}, `${word} `, h("b", {}, value));
  const called = phase.calls.length ? h("b", { class: "tag gold called" }, callWords(phase)) : null;
  fill(find("#facts"), called ?? last, courseOf(table, phase).map(([word, value]) => fact(word, value)), h("b", { class: "sign-clock" }, clockTime(serverNow()).slice(0, 5)));
}

/** @param {View} view */
export function showResult(view) {
  const { hands, phase, roads } = view;
  const place = find("#result");
  place.setAttribute("aria-label", t("sign.last"));
  const dealing = hands.cards.length > 0 && !hands.outcome;
  const kept = dealing ? { coup: phase.coup, hands } : lastCoup(view);
  const bead = roads.bead_plate.at(-1);
  if (!kept && !bead) return fill(place, h("h2", { class: "muted" }, t("sign.first")));
  if (!kept && bead) return fill(place, ...fromBead(bead));
  const shown = /** @type {Kept} */ (kept);
  const winner = shown.hands.outcome?.winner;
  const title = winner ? h("span", { class: `t-${winner}` }, t(`sign.won.${winner}`)) : t(hands.voided ? "sign.void" : "sign.dealing");
  const natural = shown.hands.outcome?.natural ? h("span", { class: "tag gold" }, t("natural")) : null;
  fill(place, h("h2", {}, title, h("small", {}, natural, ` ${t("fact.coup")} ${number(shown.coup)}`)), side(shown.hands, "player"), h("span", { class: "to" }, t("sign.to")), side(shown.hands, "banker"));
}

/** What the Bead Plate still says of the last coup, where its cards were not seen. @param {import("../../types.js").CellForm} bead */
function fromBead(bead) {
  const winner = { P: "player", B: "banker", T: "tie" }[bead.mark] ?? "tie";
  const total = bead.total ?? null;
  return [
    h("h2", {}, h("span", { class: `t-${winner}` }, t(`sign.won.${winner}`)), bead.natural ? h("small", {}, h("span", { class: "tag gold" }, t("natural"))) : null),
    total === null ? null : h("div", { class: "side alone" }, h("b", { class: `t-${winner}` }, total)),
  ];
}

/** @param {import("../../lib/last-coup.js").Ended & {player_total?: number | null, banker_total?: number | null}} hands @param {"player" | "banker"} hand */
function side(hands, hand) {
  const letter = hand === "player" ? "P" : "B";
  const cards = [1, 2, 3].flatMap((at) => hands.cards.filter((card) => card.slot === `${letter}${at}`));
  const total = hands[`${hand}_total`] ?? hands.outcome?.[`${hand}_total`];
  const drawn = cards.map((card) => own("bac-card", { state: card.card ? "small" : "down", card: card.card, name: t(`slot.${card.slot}`) }));
  return h("div", { class: "side" }, h("b", { class: `t-${hand}` }, total ?? "\u2013"), h("span", { class: "minis" }, drawn));
}

/** @param {View} view */
export function showTally({ roads: { statistics: counts }, table }) {
  const place = find("#tally");
  place.setAttribute("aria-label", t(table.continuous ? "stats.cards" : "stats.shoe"));
  const three = SIDES.map((each) => h("li", {}, h("b", { class: `t-${each}` }, number(counts[each])), h("span", {}, `${t(`side.${each}`)} ${counts[`${each}_percent`]}%`)));
  const more = [
    [t("sign.coups"), counts.coups],
    [t("stats.naturals"), counts.naturals],
    [t("sign.player-pairs"), counts.player_pairs],
    [t("sign.banker-pairs"), counts.banker_pairs],
  ];
  fill(place, h("ol", {}, three), shareBar(counts, 400, 10), h("p", { class: "more" }, more.map(([word, value]) => h("span", {}, `${word} `, h("b", {}, value)))));
}

/** @param {View} view */
export function showAsks({ roads }) {
  const two = HANDS.map((hand) => {
    const asked = hand === "player" ? roads.next_player : roads.next_banker;
    const spoken = DERIVED.map((kind) => `${t(`road.${kind}`)} ${asked[kind] ? t(`mark.${asked[kind].mark}`) : t("road.not-begun")}`).join(", ");
    return h("div", { class: "boardpanel", role: "img", "aria-label": `${t(`road.if-${hand}`)}: ${spoken}` }, h("b", {}, t(`road.if-${hand}`)), h("span", {}, DERIVED.map((kind) => askMark(kind, asked[kind] ?? null))));
  });
  fill(find("#asks"), two);
}

/** Main wagers each for itself, side wagers by their family. @param {readonly WagerForm[]} wagers */
function families(wagers) {
  /** @type {{title: string, tone: string, wagers: WagerForm[]}[]} */
  const found = [];
  for (const wager of wagers) {
    const title = familyName(wager);
    const group = found.find((each) => each.title === title);
    if (group) group.wagers.push(wager);
    else found.push({ title, tone: wager.kind === "side" ? "" : `t-${wager.kind}`, wagers: [wager] });
  }
  return found;
}

/** @param {View} view */
export function showLimits({ table }) {
  /** @param {number} units */
  const written = (units) => money(units, table.digits, { short: true });
  const cells = families(table.wagers).map(({ title, tone, wagers }) => {
    const spans = limitGroups(wagers).map(({ minimum, maximum }) => `${written(minimum)} \u2013 ${written(maximum)}`);
    return h("div", {}, h("dt", { class: tone || null }, title), h("dd", {}, [...new Set(spans)].join(" / ")));
  });
  const apart = table.differential === null ? null : h("div", {}, h("dt", {}, t("sign.differential")), h("dd", {}, written(table.differential)));
  fill(find("#limits"), h("h2", {}, t("lobby.limits")), h("dl", {}, cells, apart), h("p", {}, t("lobby.honest")));
  const notices = [...noticeList(table), ...scaleList(table)], panel = find("#notices");
  panel.hidden = !notices.length;
  fill(panel, notices);
  uncut(panel);
}

/** Set a panel's text as large as shows all of it: two columns come before small text. @param {HTMLElement} panel */
function uncut(panel) {
  const cut = () => panel.scrollHeight > panel.clientHeight || panel.scrollWidth > panel.clientWidth;
  for (const [columns, smallest] of [[1, 17], [2, 10]]) {
    panel.dataset.columns = String(columns);
    for (let size = 20; size >= smallest; size -= 1) {
      panel.style.fontSize = `${size / 16}rem`;
      if (!cut()) return;
    }
  }
}
