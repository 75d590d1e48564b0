// Nothing is drawn anew under a finger: a button that is replaced between press and release gets no click.

/** What is being pressed. @type {Element | null} */
let pressed = null;
/** The last drawing of each place that waits for the release. @type {Map<Node, () => void>} */
const waiting = new Map();

/** @param {EventTarget | null} target */
function press(target) {
  pressed = target instanceof Element ? target.closest("button, a, [role=slider], input[type=range]") : null;
}

function release() {
  pressed = null;
  const draws = [...waiting.values()];
  waiting.clear();
  for (const draw of draws) draw();
}

document.addEventListener("pointerdown", (event) => press(event.isPrimary && event.button === 0 ? event.target : null), true);
document.addEventListener("keydown", (event) => event.key === " " && press(event.target), true);
// the click comes within the task of the release
for (const end of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(end, () => setTimeout(release), true);
window.addEventListener("blur", release);

/**
 * Draws a place now, or as soon as nothing in it is pressed any more.
 * @param {Node} place
 * @param {() => void} draw
 */
export function calmly(place, draw) {
  if (pressed && place.contains(pressed)) return void waiting.set(place, draw);
  waiting.delete(place);
  draw();
}
