// One person or device: roles, a password for one use, a device's token, suspension.

import { has, t } from "../../i18n/index.js";
import { fill, h } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { actForm, field, required, secret } from "../form.js";

/** @typedef {import("../../types.js").PersonForm} PersonForm */
/** @typedef {{roles: readonly string[], tables: readonly string[], changed: () => Promise<PersonForm | undefined>}} Around */

/** @param {string} role */
export const roleWords = (role) => (has(`role.${role}`) ? t(`role.${role}`) : role);
/** @param {string} table */
export const whereWords = (table) => (table === "*" ? t("people.everywhere") : table);

/** @param {PersonForm} person @param {Around} around */
export function personPanel(person, around) {
  const path = `/api/people/${encodeURIComponent(person.name)}`;
  const panel = h("section", { class: "panel", "aria-label": person.name });
  /** @param {PersonForm | undefined} changed */
  const redraw = (changed) => changed && panel.replaceWith(personPanel(changed, around));
  const state = h("span", { class: person.suspended ? "tag signal" : "tag quiet" }, t(person.suspended ? "people.suspended" : "people.active"));
  fill(
    panel,
    h("header", {}, h("h2", {}, person.name), state),
    h("h3", {}, t("people.roles")),
    held(person, path, async () => redraw(await around.changed())),
    giving(path, around, redraw),
    h("h3", {}, t(person.is_device ? "people.token" : "people.password")),
    secrets(person, path),
    h("h3", {}, t("people.suspension")),
    suspension(person, path, async () => redraw(await around.changed())),
  );
  return panel;
}

/** @param {PersonForm} person @param {string} path @param {() => Promise<void>} after */
function held(person, path, after) {
  if (!person.roles.length) return h("p", { class: "soft" }, t("people.no-role"));
  return h(
    "ul",
    { class: "held" },
    person.roles.map(({ role, table }) => {
      const take = actForm({
        fields: [],
        words: t("people.take"),
        plain: true,
        send: async (_, id) => {
          await api.remove(`${path}/roles?${new URLSearchParams({ id, role, table })}`);
          await after();
          return "";
        },
      });
      take.querySelector("button")?.setAttribute("aria-label", t("people.take-role", { role: roleWords(role), where: whereWords(table) }));
      return h("li", {}, h("span", {}, h("b", {}, roleWords(role)), ` ${whereWords(table)}`), take);
    }),
  );
}

/** @param {string} path @param {Around} around @param {(person: PersonForm | undefined) => void} redraw */
function giving(path, around, redraw) {
  const roles = around.roles.map((role) => /** @type {const} */ ([role, roleWords(role)]));
  const places = ["*", ...around.tables].map((table) => /** @type {const} */ ([table, whereWords(table)]));
  return actForm({
    fields: [field("role", t("people.role"), { options: roles }), field("table", t("people.where"), { options: places })],
    words: t("people.give"),
    plain: true,
    send: async ({ role, table }, id) => {
      await api.post(`${path}/roles`, { id, role, table });
      redraw(await around.changed());
      return "";
    },
  });
}

/** @param {PersonForm} person @param {string} path */
function secrets(person, path) {
  const place = h("div", {});
  const kind = person.is_device ? "token" : "password";
  const make = actForm({
    fields: [],
    words: t(`people.make-${kind}`),
    plain: true,
    send: async (_, id) => {
      const given = await api.post(`${path}/${kind}`, { id });
      fill(place, secret(t(`people.once-${kind}`, { name: person.name }), given.secret, t(`people.hint-${kind}`)));
      return "";
    },
  });
  const end = actForm({
    fields: [],
    words: t("people.end-token"),
    plain: true,
    send: async (_, id) => {
      await api.remove(`${path}/token?${new URLSearchParams({ id })}`);
      fill(place);
      return t("people.token-ended");
    },
  });
  return h("div", { class: "secrets" }, place, make, person.is_device ? end : null);
}

/** @param {PersonForm} person @param {string} path @param {() => Promise<void>} after */
function suspension(person, path, after) {
  if (person.suspended)
    return actForm({
      fields: [],
      words: t("people.restore"),
      plain: true,
      send: async (_, id) => {
        await api.remove(`${path}/suspension?${new URLSearchParams({ id })}`);
        await after();
        return "";
      },
    });
  return actForm({
    fields: [field("reason", t("form.reason"), { hint: t("people.suspend-hint") })],
    words: t("people.suspend"),
    plain: true,
    send: async ({ reason }, id) => {
      await api.post(`${path}/suspension`, { id, reason: required(reason, "reason", t("form.reason-missing")) });
      await after();
      return "";
    },
  });
}
