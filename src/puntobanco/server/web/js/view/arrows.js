// Arrow keys among cells that lie anywhere: to the nearest one in that direction.

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How far apart two stretches are; nought where they overlap. @param {number} from @param {number} to @param {number} other @param {number} end */
const apart = (from, to, other, end) => Math.max(0, other - to, from - end);

/** Beyond any distance on a screen: a cell in the same row or column comes first. */
const ELSEWHERE = 10_000;

/**
 * Moves the focus from one of the cells to its neighbour; a cell that is not shown is none.
 * @param {KeyboardEvent} event
 * @param {readonly HTMLElement[]} cells
 */
export function moveAmong(event, cells) {
  const way = WAYS[event.key];
  const from = cells.find((cell) => cell === document.activeElement);
  if (!way || !from) return;
  const here = from.getBoundingClientRect();
  const ranked = cells
    .filter((cell) => cell !== from && cell.offsetParent)
    .map((cell) => {
      const box = cell.getBoundingClientRect();
      const along = (box.left + box.width / 2 - here.left - here.width / 2) * way[0] + (box.top + box.height / 2 - here.top - here.height / 2) * way[1];
      const across = way[0] ? apart(here.top + 1, here.bottom - 1, box.top, box.bottom) : apart(here.left + 1, here.right - 1, box.left, box.right);
      const aside = way[0] ? box.top + box.height / 2 - here.top - here.height / 2 : box.left + box.width / 2 - here.left - here.width / 2;
      return { cell, along, far: along + Math.abs(aside) / 10 + (across ? ELSEWHERE + 2 * across : 0) };
    })
    .filter(({ along }) => along > 1)
    .sort((one, other) => one.far - other.far);
  if (!ranked.length) return;
  event.preventDefault();
  ranked[0].cell.focus();
}
