// The one line of a page that says what is wrong, or what was done.

import { find } from "../lib/html.js";

/** @param {string} words nothing: all is well */
export function notice(words) {
  const place = find("#notice");
  place.hidden = !words;
  place.textContent = words;
}
