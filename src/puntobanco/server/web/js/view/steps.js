// What the dealer does now, in words: the server says it, in the language of the page.

import { has, spoken, t, wordOf } from "../i18n/index.js";
import { sentenceCase } from "./words.js";

/** @typedef {import("../types.js").StepForm} StepForm @typedef {import("../types.js").TableForm} TableForm */

/** The title of a post. @param {string} post @param {TableForm} table */
export const postTitle = (post, table) => wordOf(`post.${post}`, table.posts[post] ?? post);

/** What went wrong. @param {string} irregularity @param {string} english */
export const irregularityWords = (irregularity, english) => spoken({ code: "sentence", values: { words: { code: `irregularity.${irregularity}` } } }, english);

/** A step of the checklist. @param {import("../types.js").CheckForm} check */
export const checkWords = (check) => sentenceCase(spoken(check.said, check.words)).replace(/[.。]$/, "");

/** An answer that a question takes. @param {string} answer */
export const answerWords = (answer) => (has(`answer.${answer}`) ? t(`answer.${answer}`) : answer);

/** One large line. @param {StepForm} step */
export const stepLine = (step) => spoken(step.said, step.line);

/** What comes after it, where that is the same in every coup. @param {StepForm} step */
export const thenLine = (step) => (has(`then.${step.act}`) ? t(`then.${step.act}`) : "");
