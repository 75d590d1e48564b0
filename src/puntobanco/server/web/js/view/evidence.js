// The cards of a coup as evidence: Player left, Banker right, what lies aside between; and where its pictures are.

import { t } from "../i18n/index.js";
import { clockTime, dateTime } from "../lib/format.js";
import { h, own } from "../lib/html.js";

/** @typedef {{slot: string, card: string | null}} Lying */

/** @param {readonly Lying[]} cards */
const minis = (cards) => h("span", { class: "minis" }, cards.map((each) => own("bac-card", { state: each.card ? "small" : "down", card: each.card, name: t("card.down") })));

/** @param {{cards: readonly Lying[], player_total: number | null, banker_total: number | null}} coup */
export function evidence({ cards, player_total, banker_total }) {
  const [player, banker, aside] = ["P", "B", ""].map((side) => cards.filter((each) => (side ? each.slot.startsWith(side) : !each.slot)));
  return h(
    "div",
    { class: "evid" },
    h("div", {}, h("span", {}, h("b", { class: "t-player" }, [t("side.player"), player_total ?? ""].join(" "))), minis(player)),
    h("div", { class: "mid" }, aside.length ? [h("span", {}, t("tape.aside")), minis(aside)] : ""),
    h("div", {}, h("span", {}, h("b", { class: "t-banker" }, [t("side.banker"), banker_total ?? ""].join(" "))), minis(banker)),
  );
}

/**
 * Where the pictures of a coup are, and the times to look for.
 * @param {string} address @param {number} began @param {number | null} ended
 */
export function pictures(address, began, ended) {
  const span = ended ? t("record.span", { from: dateTime(began), to: clockTime(ended) }) : t("record.since", { from: dateTime(began) });
  return h("p", { class: "soft" }, address ? [h("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, t("record.video")), " \u00b7 "] : null, span);
}
