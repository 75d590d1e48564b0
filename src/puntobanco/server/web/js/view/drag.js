// Dragging a chip onto a spot. A tap stays a tap: nothing is dragged before the pointer has moved a little.

const FAR = 6;

/**
 * @param {HTMLElement} chip
 * @param {() => boolean} allowed
 * @param {(wager: string) => void} dropped
 */
export function drag(chip, allowed, dropped) {
  chip.addEventListener("pointerdown", (start) => {
    if (!allowed() || start.button !== 0) return;
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @type {Element | null} */
    let over = null;
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < FAR) return;
      if (!ghost) {
        ghost = lift(chip);
        chip.setPointerCapture(start.pointerId);
      }
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
      const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("bac-spot") ?? null;
      if (found === over) return;
      over?.classList.remove("is-target");
      over = found;
      over?.classList.add("is-target");
    };
    const end = () => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", end);
      over?.classList.remove("is-target");
      ghost?.remove();
    };
    const up = () => {
      const wager = ghost && over instanceof HTMLElement ? over.dataset.wager : undefined;
      if (ghost) swallowClick(chip);
      end();
      if (wager) dropped(wager);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", end);
  });
}

/** @param {HTMLElement} chip */
function lift(chip) {
  const drawing = chip.querySelector("svg");
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  if (drawing) ghost.append(drawing.cloneNode(true));
  document.body.append(ghost);
  return ghost;
}

/** The click that ends a drag chooses nothing. @param {HTMLElement} chip */
function swallowClick(chip) {
  /** @param {Event} event */
  const stop = (event) => event.stopImmediatePropagation();
  chip.addEventListener("click", stop, true);
  setTimeout(() => chip.removeEventListener("click", stop, true), 50);
}
