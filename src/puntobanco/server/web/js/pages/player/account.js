// One's own account: session, limits one sets oneself, time-out and self-exclusion.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { dateTime, duration, money, units } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { newId } from "../../lib/id.js";
import { api } from "../../net/api.js";
import { serverNow } from "../../net/clock.js";
import { limitText, signed } from "../../view/words.js";
import { own } from "./session.js";

/** @typedef {import("../../types.js").AccountForm} AccountForm */

const TIMES = /** @type {const} */ ([["day", 24], ["week", 168], ["month", 720], ["half-year", 4380], ["forever", null]]);

/** @param {{refresh: () => Promise<void>}} context */
export async function open({ refresh }) {
  const body = h("div", { class: "account" });
  const wrong = h("p", { class: "t-signal", role: "alert" });
  openDialog(t("link.account"), body, wrong);
  /** @param {Promise<unknown>} work */
  const after = async (work) => {
    wrong.textContent = "";
    try {
      await work;
      const account = /** @type {AccountForm} */ (await api.get("/api/account"));
      fill(body, session(account), limits(account, after), exclusion(account, after));
      await refresh();
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  await after(Promise.resolve());
}

/** @param {AccountForm} account */
function session({ balance, digits, session_net: net }) {
  /** @param {string} word @param {string} value */
  const pair = (word, value) => [h("dt", {}, word), h("dd", {}, value)];
  return h("dl", { class: "pairs" }, pair(t("header.balance"), money(balance, digits)), pair(t("header.session"), duration((serverNow() - own.since) / 1e6)), net === null ? null : pair(t("header.net"), signed(net, digits)));
}

/** @param {AccountForm} account @param {(work: Promise<unknown>) => void} after */
function limits(account, after) {
  const { digits } = account;
  const rows = account.limits.map(({ limit, amount, counted, coming, coming_from }) => {
    const isTime = limit === "time";
    const behind = isTime ? 0 : digits; // minutes are whole
    const field = h("input", { class: "field", inputmode: isTime ? "numeric" : "decimal", value: amount === null ? "" : money(amount, behind).replace(/,/g, ""), placeholder: t("account.no-limit"), "aria-label": t(`account.${limit}`) });
    const hint = h(
      "p",
      { class: "hint" },
      isTime ? t("account.time-why") : "",
      amount === null ? "" : ` ${t("account.used", { amount: limitText(limit, counted, digits) })}`,
      isTime && account.play_until ? ` ${t("account.play-until", { time: dateTime(account.play_until) })}` : "",
      coming_from ? ` ${t("account.next", { amount: limitText(limit, coming, digits), time: dateTime(coming_from) })}` : "",
    );
    const set = (/** @type {Event} */ event) => {
      event.preventDefault();
      const given = field.value.trim() ? units(field.value, behind) : null;
      if (field.value.trim() && given === null) return field.setAttribute("aria-invalid", "true");
      after(api.post("/api/account/limits", { id: newId(), limit, amount: given }));
    };
    return h("form", { class: "form limit-form", onsubmit: set }, h("label", {}, t(`account.${limit}`), field), h("button", { class: "btn" }, t("account.set")), hint);
  });
  return h("section", {}, h("h3", {}, t("account.limits")), h("p", {}, t("account.limits-why")), rows);
}

/** @param {AccountForm} account @param {(work: Promise<unknown>) => void} after */
function exclusion(account, after) {
  const bound = account.exclusion;
  if (bound) return h("section", {}, h("h3", {}, t("account.excluded")), h("p", {}, bound.until ? t("account.until", { time: dateTime(bound.until) }) : t("account.until-agreed")));
  const choice = h("select", { class: "field", "aria-label": t("account.how-long") }, TIMES.map(([name]) => h("option", { value: name }, t(`account.time.${name}`))));
  const sure = h("input", { type: "checkbox" });
  const go = h("button", { class: "btn danger", disabled: true }, t("account.exclude"));
  sure.addEventListener("change", () => (go.disabled = !sure.checked));
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    const hours = TIMES.find(([name]) => name === choice.value)?.[1] ?? null;
    after(api.post("/api/account/exclusion", { id: newId(), until: hours === null ? null : Math.round(serverNow() + hours * 3600e6) }));
  };
  return h("section", {}, h("h3", {}, t("account.time-out")), h("p", {}, t("account.time-out-why")), h("form", { class: "form", onsubmit: set }, h("label", {}, t("account.how-long"), choice), h("label", { class: "check" }, sure, t("account.sure")), go));
}
