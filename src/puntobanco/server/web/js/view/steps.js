// What the dealer does now, in words: in English as the server says it, else by the act.

import { has, isEnglish, t } from "../i18n/index.js";
import { sentenceCase } from "./words.js";

/** @typedef {import("../types.js").StepForm} StepForm @typedef {import("../types.js").TableForm} TableForm */

/** @param {string} prefix @param {string} word @param {string} english */
const known = (prefix, word, english) => (has(`${prefix}.${word}`) && !isEnglish() ? t(`${prefix}.${word}`) : english);

/** The title of a post. @param {string} post @param {TableForm} table */
export const postTitle = (post, table) => known("post", post, table.posts[post] ?? post);

/** What went wrong. @param {string} irregularity @param {string} english */
export const irregularityWords = (irregularity, english) => known("irregularity", irregularity, english);

/** A step of the checklist. @param {string} step @param {string} english */
export const checkWords = (step, english) => sentenceCase(known("check", step, english)).replace(/[.。]$/, "");

/** An answer that a question takes. @param {string} answer */
export const answerWords = (answer) => (has(`answer.${answer}`) ? t(`answer.${answer}`) : answer);

/** Where a card goes. @param {string} slot */
const place = (slot) => (slot ? t(`slot.${slot}`) : "");

/** One large line. @param {StepForm} step @param {TableForm} table @param {number} coup */
export function stepLine(step, table, coup) {
  if (isEnglish() || !has(`step.${step.act}`)) return step.line;
  return t(`step.${step.act}`, {
    slot: place(step.slot ?? ""),
    hand: step.hand ? t(`side.${step.hand}`) : "",
    total: step.player_total ?? step.banker_total ?? "",
    player: step.player_total ?? "",
    banker: step.banker_total ?? "",
    winner: step.winner ? t(`outcome.${step.winner}`) : "",
    step: checkWords(step.step ?? "", step.line),
    post: postTitle(step.post ?? "", table),
    who: step.who ?? "",
    coup: coup + 1,
  });
}

/** What comes after it, where that is the same in every coup. @param {StepForm} step */
export const thenLine = (step) => (has(`then.${step.act}`) ? t(`then.${step.act}`) : "");
