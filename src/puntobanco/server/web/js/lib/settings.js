// What this browser remembers of its user: kept in one place; every listener hears of a change.

/**
 * @typedef {object} Settings
 * @property {"felt" | "light"} theme
 * @property {"en" | "zh-Hans" | "zh-Hant"} language
 * @property {"normal" | "fast" | "instant"} speed how quickly shown cards are turned on this screen
 * @property {boolean} confirmFirst whether chips wait for Confirm
 * @property {boolean} keys whether single keys act
 * @property {boolean} distinct letters in rings, cuts in blue marks
 * @property {"" | "letter" | "word" | "total"} beadText nothing: letters in English, words in Chinese
 * @property {"off" | "quiet" | "loud"} sound
 * @property {number} realityMinutes nought: no reminder
 */

const KEY = "puntobanco";

/** @returns {Settings} */
function defaults() {
  const root = document.documentElement;
  const asked = navigator.languages.find((each) => /^(en|zh)/i.test(each)) ?? "en";
  const traditional = /hant|tw|hk|mo/i.test(asked);
  const language = /^zh/i.test(asked) ? (traditional ? "zh-Hant" : "zh-Hans") : "en";
  return {
    theme: root.dataset.theme === "light" ? "light" : "felt",
    language,
    speed: "normal",
    confirmFirst: false,
    keys: true,
    distinct: false,
    beadText: "",
    sound: "off",
    realityMinutes: 60,
  };
}

/** @returns {Partial<Settings>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // storage is closed to this page, or holds something else
  }
}

/** Changed by `choose` alone. @type {Readonly<Settings>} */
export const settings = { ...defaults(), ...kept() };

/** What stands in a bead: as chosen, or as usual in the language. */
export const beadText = () => settings.beadText || (settings.language === "en" ? "letter" : "word");

/** @param {Partial<Settings>} change */
export function choose(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...change }));
  } catch {
    // it holds until the page is left
  }
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.speed = settings.speed;
  document.dispatchEvent(new CustomEvent("bac-settings", { detail: change }));
}
