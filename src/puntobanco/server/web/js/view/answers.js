// A place shows the answer to what was asked last. An earlier answer that arrives later is dropped.

import { fill, h } from "../lib/html.js";
import { sentenceOf } from "../net/api.js";

/**
 * Ask, and show the answer or why there is none. Each answer has a box of its own: where something else was asked
 * meanwhile, the box is no longer on the page.
 * @template T
 * @param {HTMLElement} place
 * @param {Promise<T>} asked
 * @param {(answer: T) => import("../lib/html.js").Child | import("../lib/html.js").Child[]} drawn
 */
export async function showAnswer(place, asked, drawn) {
  const box = h("div", { class: "stack" });
  fill(place, box);
  try {
    fill(box, drawn(await asked));
  } catch (error) {
    fill(box, h("p", { class: "wrong" }, sentenceOf(error)));
  }
}
