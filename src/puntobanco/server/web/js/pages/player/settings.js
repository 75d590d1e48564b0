// How this screen behaves, and the list of keys.

import { openDialog } from "../../elements/bac-dialog.js";
import { LANGUAGES, speak, t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { beadText, choose, settings } from "../../lib/settings.js";

const KEYS = [["1\u20139", "keys.chip"], ["P B T", "keys.place"], ["Z", "act.undo"], ["C", "act.clear"], ["D", "act.double"], ["R", "act.rebet"], ["\u21b5", "act.confirm"], ["A", "road.ask"], ["\u2190 \u2191 \u2192 \u2193", "squeeze.peel"], ["?", "keys.list"]];

/** @param {"confirmFirst" | "keys" | "distinct"} name */
function tick(name) {
  const box = h("input", { type: "checkbox", checked: settings[name], onchange: () => choose({ [name]: box.checked }) });
  return h("label", { class: "check" }, box, t(`set.${name}`));
}

/**
 * @param {"theme" | "speed" | "beadText" | "sound" | "realityMinutes"} name
 * @param {readonly (string | number)[]} values
 */
function pick(name, values) {
  const field = h("select", { class: "field" }, values.map((value) => h("option", { value, selected: (name === "beadText" ? beadText() : settings[name]) === value }, t(`set.${name}.${value}`))));
  field.addEventListener("change", () => choose({ [name]: typeof values[0] === "number" ? Number(field.value) : field.value }));
  return h("label", {}, t(`set.${name}`), field);
}

export async function open() {
  const language = h("select", { class: "field" }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === settings.language }, name)));
  language.addEventListener("change", () => speak(/** @type {any} */ (language.value)));
  const rows = KEYS.flatMap(([key, words]) => [h("dt", {}, key.split(" ").map((each) => h("kbd", {}, each))), h("dd", {}, t(words))]);
  openDialog(
    t("link.settings"),
    h("div", { class: "form two-up" }, h("label", {}, t("header.language"), language), pick("theme", ["felt", "light"]), pick("speed", ["normal", "fast", "instant"]), pick("beadText", ["letter", "word", "total"]), pick("sound", ["off", "quiet", "loud"]), pick("realityMinutes", [15, 30, 60, 120, 0])),
    h("div", { class: "form" }, tick("confirmFirst"), tick("keys"), tick("distinct")),
    h("h3", {}, t("keys.title")),
    h("dl", { class: "pairs keys-list" }, rows),
  );
}
