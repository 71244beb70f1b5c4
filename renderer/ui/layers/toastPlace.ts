/** A place in the window, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels between toasts and the edges of the window. */
const MARGIN = 16;
/** Pixels between toasts and an action. */
const GAP = 6;

/** Whether a box covers one of the others or touches it. */
export const covers = (box: Box, others: readonly Box[]): boolean =>
  others.some(
    ({ left, top, right, bottom }) =>
      box.left < right + GAP && box.right > left - GAP && box.top < bottom + GAP && box.bottom > top - GAP,
  );

/**
 * The place for toasts that covers no action: as low as possible in the middle, at the right or at the left; the middle
 * if two are equally low. At the bottom in the middle if there is no such place.
 */
export function toastPlace(size: Size, window: Size, actions: readonly Box[]): Box {
  const room = Math.max(0, window.width - size.width);
  const middle = Math.round(room / 2);
  const lowest = window.height - MARGIN;
  const boxAt = (left: number, bottom: number): Box => ({
    left,
    right: left + size.width,
    bottom,
    top: bottom - size.height,
  });
  let best: Box | undefined;
  for (const left of [middle, Math.max(0, room - MARGIN), Math.min(MARGIN, room)]) {
    const column = actions.filter((action) => action.left < left + size.width + GAP && action.right > left - GAP);
    // Besides the bottom, only places just above an action come into question.
    const bottoms = [lowest, ...column.map(({ top }) => top - GAP)].filter((bottom) => bottom <= lowest);
    const free = bottoms
      .sort((a, b) => b - a)
      .map((bottom) => boxAt(left, bottom))
      .find((box) => box.top >= 0 && (best === undefined || box.bottom > best.bottom) && !covers(box, column));
    best = free ?? best;
  }
  return best ?? boxAt(middle, lowest);
}
