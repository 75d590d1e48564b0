// Other settings for a table that exists; they hold from its next coup on.

import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { api, ApiError } from "../../net/api.js";
import { actForm, field, FieldError, required } from "../form.js";
import { settingBlamed, settingFields, settingsOf } from "./settings.js";

/** @param {string} table */
export async function changing(table) {
  /** @type {import("../../types.js").HouseTableForm} */
  const setup = await api.get(`/api/tables/${encodeURIComponent(table)}/setup`);
  /** @type {import("../../types.js").BookForm} */
  const book = await api.get(`/api/books/${encodeURIComponent(setup.book)}`);
  const options = Object.entries(setup.options).map(([name, value]) => h("span", { class: "tag quiet" }, `${name} ${value}`));
  const form = actForm({
    fields: [
      settingFields(book.settings, setup.settings),
      field("seconds", t("tables.seconds"), { value: String(setup.betting_seconds), inputmode: "numeric" }),
      field("reason", t("form.reason"), { hint: t("tables.reason-hint") }),
    ],
    words: t("tables.change"),
    book: setup.book,
    send: async (values, id) => {
      const settings = settingsOf(values);
      const reason = required(values.reason, "reason", t("form.reason-missing"));
      try {
        await api.patch(`/api/tables/${encodeURIComponent(table)}`, { id, settings, betting_seconds: secondsOf(values.seconds), reason });
      } catch (error) {
        const blamed = error instanceof ApiError && error.status === 409 ? settingBlamed(error.message, settings) : "";
        throw blamed && error instanceof ApiError ? new FieldError(blamed, error.message) : error;
      }
      return t("tables.changed", { table });
    },
  });
  const title = t("tables.change-title", { table });
  const chosen = h("p", { class: "tags" }, options.length ? options : h("span", { class: "soft" }, t("tables.defaults")));
  return h("section", { class: "changing", "aria-label": title }, h("h3", {}, title), chosen, form);
}

/** @param {string} typed */
export function secondsOf(typed) {
  if (!/^\d{1,3}$/.test(typed) || Number(typed) > 600) throw new FieldError("seconds", t("tables.seconds-wrong"));
  return Number(typed);
}
