// Settings of a table as fields: the usual ones always, any other by its name.

import { has, t } from "../../i18n/index.js";
import { fill, h } from "../../lib/html.js";
import { settingWords } from "../../view/words.js";
import { field } from "../form.js";

const USUAL = ["minimum", "maximum", "tie-minimum", "tie-maximum", "side-minimum", "side-maximum", "differential", "chips"];
const PREFIX = "setting:";

/**
 * @param {readonly string[]} names every setting there is
 * @param {Readonly<Record<string, string>>} [held]
 */
export function settingFields(names, held = {}) {
  const place = h("div", { class: "fields" });
  /** @param {string} name */
  const one = (name) => field(PREFIX + name, settingWords(name), { value: held[name] ?? "", hint: has(`setting.hint.${name}`) ? t(`setting.hint.${name}`) : null });
  const shown = new Set([...USUAL, ...Object.keys(held)]);
  fill(place, [...shown].map(one));
  const more = h("select", { class: "field", "aria-label": t("setting.more") });
  const choices = () => fill(more, h("option", { value: "" }, t("setting.more")), names.filter((name) => !shown.has(name)).map((name) => h("option", { value: name }, settingWords(name))));
  more.addEventListener("change", () => {
    if (!more.value) return;
    shown.add(more.value);
    const added = one(more.value);
    place.append(added);
    choices();
    added.querySelector("input")?.focus();
  });
  choices();
  return h("div", { class: "settings" }, place, more);
}

/** The settings that were filled in. @param {Readonly<Record<string, string>>} values */
export const settingsOf = (values) => Object.fromEntries(Object.entries(values).filter(([name, value]) => name.startsWith(PREFIX) && value).map(([name, value]) => [name.slice(PREFIX.length), value]));

/** The field of the setting that a refusal speaks of. @param {string} sentence @param {Readonly<Record<string, string>>} settings */
export function settingBlamed(sentence, settings) {
  const found = Object.keys(settings).sort((a, b) => b.length - a.length).find((name) => sentence.includes(name));
  return found ? PREFIX + found : "";
}
