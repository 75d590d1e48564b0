// What a patron still needs before the first bet, with the buttons that get it: a place, then chips.

import { t } from "../../i18n/index.js";
import { money } from "../../lib/format.js";

/** @typedef {import("../../elements/bac-refusal.js").Way} Way @typedef {import("../../types.js").AccountForm} AccountForm */

const PRESETS = [100, 500, 1000];

/** Buying in by one press, as far as the money lasts. @param {import("../../types.js").TableForm} table @param {AccountForm | null} account @returns {Way[]} */
export function buyIns({ digits }, account) {
  const sums = PRESETS.map((each) => each * 10 ** digits).filter((each) => !account || each <= account.balance);
  return sums.map((sum) => ({ words: t("begin.buy-in", { amount: money(sum, digits, { short: true }) }), tells: "bac-buy-in", detail: sum }));
}

/**
 * What is missing; null where a bet can be laid.
 * @param {import("../../net/protocol.js").View} view
 * @param {AccountForm | null} account
 * @param {number} pending chips on their way
 * @returns {{what: string, ways: Way[]} | null}
 */
export function missing({ me, seats, table }, account, pending) {
  if (!me) return { what: t("begin.watching"), ways: [{ words: t("begin.sign-in"), href: `/signin?next=${encodeURIComponent(location.pathname)}` }] };
  if (me.acts_for) return null;
  if (!me.present) {
    const free = seats.seats.find((each) => !each.taken);
    const sit = free ? [{ words: t("begin.sit", { place: free.place }), tells: "bac-take-place", detail: free.place }] : [];
    return { what: t("begin.no-place"), ways: [...sit, { words: t("seat.join"), tells: "bac-take-place", detail: null }] };
  }
  if (me.rack || me.staked || pending) return null;
  const ways = buyIns(table, account);
  return { what: t(ways.length ? "begin.no-chips" : "begin.no-money"), ways };
}
