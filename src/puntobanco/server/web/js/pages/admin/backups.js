// Copies of the running house.

import { t } from "../../i18n/index.js";
import { dateTime, number } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { dataTable, shortHash } from "../../view/tables.js";
import { actForm } from "../form.js";

/** @param {HTMLElement} place */
export async function showBackups(place) {
  /** @type {import("../../types.js").BackupsForm} */
  const form = await api.get("/api/backups");
  const list = h("div", {});
  /** @param {readonly import("../../types.js").BackupForm[]} backups */
  const draw = (backups) => {
    const heads = [t("backup.name"), t("backup.made"), { words: t("backup.bytes"), figure: true }, t("backup.digest"), t("backup.note")];
    const rows = backups.map((each) => [each.name, h("span", { class: "nowrap" }, dateTime(each.made_at)), number(each.bytes), shortHash(each.sha256, 16), h("span", { lang: "en" }, each.note)]);
    fill(list, rows.length ? dataTable(t("backup.title"), heads, rows) : h("p", { class: "soft" }, t("backup.none")));
  };
  const make = actForm({
    fields: [],
    words: t("backup.make"),
    send: async (_, id) => {
      const copy = await api.post("/api/backups", { id });
      draw((await api.get("/api/backups")).backups);
      return t("backup.done", { name: copy.name });
    },
  });
  draw(form.backups);
  fill(place, h("section", { class: "panel" }, h("header", {}, h("h2", {}, t("backup.title")), h("span", { class: "muted mono" }, form.folder)), h("p", { class: "soft" }, t("backup.what")), make, list));
}
