/** Which rows of a long table stand on the page: those in sight and some around, of one height each. */

/** Rows from `first` (inclusive) to `last` (exclusive). */
interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** Where a table is scrolled to, in whole rows. */
export interface RowPosition {
  /** The first row in sight, rounded down to a multiple of {@link STEP}. */
  readonly top: number;
  /** Rows that fit into sight. */
  readonly fit: number;
}

/** Rows beyond either end of the sight: what a turn of the wheel shows before the next frame is drawn. */
const BEYOND = 8;
/** The window moves by so many rows at once, so that not every frame of a slow scroll changes the page. */
const STEP = 4;

/** @param scrollTop, height, rowHeight in pixels */
export function positionAt(scrollTop: number, height: number, rowHeight: number): RowPosition {
  return {
    top: Math.floor(Math.max(0, scrollTop) / rowHeight / STEP) * STEP,
    fit: Math.ceil(Math.max(0, height) / rowHeight),
  };
}

/** The rows to draw. Never out of range, wherever the table was before it became shorter. */
export function windowAt({ top, fit }: RowPosition, count: number): RowWindow {
  const size = Math.min(count, fit + STEP + 2 * BEYOND);
  const first = Math.max(0, Math.min(top - BEYOND, count - size));
  return { first, last: first + size };
}

/** A window whose rows have numbers under which the page keeps their elements. */
export interface NumberedWindow extends RowWindow {
  /** A row's number is its index less this. */
  readonly shift: number;
}

/**
 * Numbers the rows of the next window. Rows that both windows show keep theirs. After a jump to quite other rows the
 * numbers are those of before, so that their elements are filled anew instead of made anew, which takes half the time.
 */
export function renumber(last: NumberedWindow, next: RowWindow): NumberedWindow {
  const isJump = next.first >= last.last || next.last <= last.first;
  return { ...next, shift: last.shift + (isJump ? next.first - last.first : 0) };
}

/** @returns the scroll position that shows a row whole, below a head that stays in sight; unchanged where it is seen */
export function scrollTopFor(
  index: number,
  sight: { scrollTop: number; height: number; rowHeight: number; headHeight: number },
): number {
  const top = index * sight.rowHeight;
  if (top < sight.scrollTop) return top;
  return Math.max(sight.scrollTop, top + sight.rowHeight + sight.headHeight - sight.height);
}
