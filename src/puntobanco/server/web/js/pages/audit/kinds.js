// What kind of event a tag stands for: for the filters of the log, and for what is shown in orange.

export const KINDS = /** @type {const} */ (["cards", "money", "people", "rulings"]);

/** First match; what is in none is only shown among all. @type {readonly (readonly [string, RegExp])[]} */
const BY_KIND = [
  ["rulings", /irregular|question|remedy|void|rebuilt|reopened|reversed|warned|reduced|without-bets|corrected|resumed|alert|approval|stopped|released/],
  ["money", /stake|ante|chips|commission|settled|money|balance|limit-set/],
  ["people", /patron|nominee|person|dealer|role|exclu|account-opened|hand-offered|hand-accepted|hand-declined|table-opened|table-closed/],
  ["cards", /card|cut|shoe|marker|preparation|hand-|total|result|promise|reveal|sealed|drawn/],
];

/** @param {string} tag */
export const kindOf = (tag) => BY_KIND.find(([, fits]) => fits.test(tag))?.[0] ?? "";

/** @param {string} tag */
export const warns = (tag) => kindOf(tag) === "rulings" && !/answered|given|acknowledged|resumed|released/.test(tag);
