// What is done to an account: money in and out, and what takes a second person.

import { t } from "../../i18n/index.js";
import { money } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { api, ApiError } from "../../net/api.js";
import { sentenceCase } from "../../view/words.js";
import { actForm, amountOf, field, FieldError, required } from "../form.js";

/** @param {string} title @param {...Node} body */
const box = (title, ...body) => h("section", { class: "panel" }, h("h2", {}, title), ...body);

/** Money over the counter. @param {"paid-in" | "paid-out"} way @param {string} path @param {number} digits @param {() => Promise<void>} after */
export function moving(way, path, digits, after) {
  const form = actForm({
    fields: [field("amount", t("cage.amount"), { inputmode: "decimal", hint: t("cage.amount-hint") })],
    words: t(`cage.${way}`),
    plain: way === "paid-out",
    send: async ({ amount }, id) => {
      const units = amountOf(amount, "amount", digits);
      await api.post(`${path}/${way}`, { id, amount: units }).catch((error) => {
        if (!(error instanceof ApiError) || error.acceptable === null) throw error;
        throw new FieldError("amount", `${sentenceCase(error.message)} ${t("cage.at-most", { amount: money(error.acceptable, digits) })}`);
      });
      form.reset();
      await after();
      return t(`cage.${way}-done`, { amount: money(units, digits) });
    },
  });
  return box(t(`cage.${way}-title`), form);
}

/** A balance set right, by two people. @param {string} path @param {number} digits @param {() => Promise<void>} after */
export function adjusting(path, digits, after) {
  const form = actForm({
    fields: [field("amount", t("cage.amount"), { inputmode: "text", hint: t("cage.adjust-hint") }), field("reason", t("form.reason"))],
    words: t("cage.adjust"),
    plain: true,
    send: async ({ amount, reason }, id) => {
      const units = amountOf(amount, "amount", digits, true);
      const answer = await api.post(`${path}/adjustments`, { id, amount: units, reason: required(reason, "reason", t("form.reason-missing")) });
      form.reset();
      await after();
      return answer?.approval ? t("cage.waits") : t("cage.adjusted");
    },
  });
  return box(t("cage.adjust-title"), form);
}

/** An exclusion by the house, or its end by two people. @param {string} path @param {boolean} excluded @param {() => Promise<void>} after */
export function excluding(path, excluded, after) {
  if (excluded)
    return box(
      t("cage.exclusion-end-title"),
      actForm({
        fields: [field("reason", t("form.reason"))],
        words: t("cage.exclusion-end"),
        plain: true,
        send: async ({ reason }, id) => {
          const answer = await api.post(`${path}/exclusion-end`, { id, reason: required(reason, "reason", t("form.reason-missing")) });
          await after();
          return answer?.approval ? t("cage.waits") : t("cage.adjusted");
        },
      }),
    );
  return box(
    t("cage.exclusion-title"),
    actForm({
      fields: [field("until", t("cage.until"), { type: "date", hint: t("cage.until-hint") }), field("reason", t("form.reason"))],
      words: t("cage.exclude"),
      plain: true,
      send: async ({ until, reason }, id) => {
        const time = until ? new Date(`${until}T00:00:00`).getTime() * 1000 : null;
        if (time !== null && time <= Date.now() * 1000) throw new FieldError("until", t("cage.until-wrong"));
        await api.post(`${path}/exclusion`, { id, until: time, reason: required(reason, "reason", t("form.reason-missing")) });
        await after();
        return t("cage.excluded");
      },
    }),
  );
}
