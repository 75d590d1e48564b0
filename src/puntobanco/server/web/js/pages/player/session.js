// One's account and session: fetched when something may have moved it; reminders of the time.

import { t } from "../../i18n/index.js";
import { dateTime, duration } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { settings } from "../../lib/settings.js";
import { api, ApiError, signIn } from "../../net/api.js";
import { serverNow } from "../../net/clock.js";
import { openDialog } from "../../elements/bac-dialog.js";
import { signed } from "../../view/words.js";

/** @typedef {import("../../types.js").AccountForm} AccountForm */

/** What is known of one's account, and when this session was opened. @type {{account: AccountForm | null, since: number}} */
export const own = { account: null, since: 0 };
let reminded = 0;
/** Until when own time ran when the patron was told that it is nearly up, and that it is. */
const told = { soon: 0, up: 0 };
const SOON = 300e6;

/** @param {() => void} changed */
export async function refresh(changed) {
  try {
    own.since ||= /** @type {import("../../net/protocol.js").Session} */ (await api.get("/api/session")).began;
    own.account = await api.get("/api/account");
    changed();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) signIn();
  }
}

/** Why no bet is taken any more by the patron's own will; empty while bets are taken. */
export function timeUp() {
  const { account } = own;
  if (!account?.play_until || serverNow() < account.play_until) return "";
  return t("act.time-up", { time: dateTime(account.play_again ?? 0) });
}

/** Says once that own time is nearly up, and once that it is. @param {() => void} changed */
function watchTime(changed) {
  const { account } = own;
  if (!account?.play_until) return;
  const { play_until: until } = account;
  const left = until - serverNow();
  if (left > SOON || document.querySelector("dialog[open]")) return;
  if (left > 0 && told.soon !== until) {
    told.soon = until;
    openDialog(t("reality.soon"), h("p", {}, t("reality.left", { time: duration(left / 1e6) })));
  } else if (left <= 0 && told.up !== until) {
    told.up = until;
    openDialog(t("reality.up"), h("p", {}, t("reality.up-why", { time: dateTime(account.play_again ?? 0) })));
    changed();
  }
}

/** Reminds of time and result every so many minutes, and of own time. @param {() => void} openAccount @param {() => void} changed */
export function remind(openAccount, changed) {
  setInterval(() => watchTime(changed), 1000);
  setInterval(() => {
    const { account, since } = own;
    if (!account || !settings.realityMinutes) return;
    const minutes = Math.floor((serverNow() - since) / 60e6);
    const due = Math.floor(minutes / settings.realityMinutes);
    if (!reminded) reminded = due || -1;
    if (due <= Math.max(0, reminded) || document.querySelector("dialog[open]")) return;
    reminded = due;
    const dialog = openDialog(
      t("reality.title"),
      h("p", {}, t("reality.words", { time: duration(minutes * 60) }), account.session_net === null ? "" : ` ${t("reality.net", { net: signed(account.session_net, account.digits) })}`),
      h("div", { class: "btnrow" }, h("button", { type: "button", class: "btn primary", onclick: () => dialog.close() }, t("reality.go-on")), h("button", { type: "button", class: "btn", onclick: () => (dialog.close(), openAccount()) }, t("reality.limits"))),
    );
  }, 10_000);
}
