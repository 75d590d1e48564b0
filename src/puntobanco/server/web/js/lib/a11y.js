// What is said to those who do not look: one polite and one assertive region, made when first needed.

/** @type {Map<string, HTMLElement>} */
const regions = new Map();

/** @param {"polite" | "assertive"} urgency */
function region(urgency) {
  let found = regions.get(urgency);
  if (!found) {
    found = document.createElement("div");
    found.className = "vh";
    found.setAttribute("role", urgency === "assertive" ? "alert" : "status");
    found.setAttribute("aria-live", urgency);
    document.body.append(found);
    regions.set(urgency, found);
  }
  return found;
}

/**
 * @param {string} sentence
 * @param {"polite" | "assertive"} [urgency] assertive for refusals only
 */
export function say(sentence, urgency = "polite") {
  const place = region(urgency);
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = sentence));
}

/** Whether a key pressed now is meant for a field. @param {KeyboardEvent} event */
export function isForField(event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
