// A request or report to the table, and what came of it in words.

import { t } from "../../i18n/index.js";
import { say } from "../../lib/a11y.js";
import { sentenceOf } from "../../net/api.js";
import { refusalSentence } from "../../view/words.js";

/** @typedef {import("../../state/acts.js").Asking} Asking @typedef {import("../../state/acts.js").Telling} Telling */
/** @typedef {import("../../net/protocol.js").Refusal} Refusal */

/**
 * @param {import("../../net/socket.js").TableSocket} socket
 * @param {Asking | Telling} message
 * @param {(refusal: Refusal) => void} refused
 * @param {(words: string) => void} notice
 * @returns {Promise<boolean>} whether it was granted, or waits for a second person
 */
export async function send(socket, message, refused, notice) {
  try {
    const answer = "report" in message ? await socket.report(message) : await socket.request(/** @type {Asking} */ (message));
    if (answer.refusal) {
      refused(answer.refusal);
      say(refusalSentence(answer.refusal), "assertive");
    } else if (answer.approval) notice(t("dealer.approval"));
    return !answer.refusal;
  } catch (error) {
    notice(sentenceOf(error));
    return false;
  }
}
