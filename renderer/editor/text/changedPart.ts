/** The lines of a text that differ from another version, as one replacement. */
export interface ChangedPart {
  /** Where the replaced part begins and ends in the text before, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** The replacement. */
  readonly text: string;
}

/**
 * The smallest replacement of whole lines that turns one text into the other. An editor that gets it instead of the
 * whole text keeps the cursor's place and colours few lines again.
 */
export function changedPart(before: string, after: string): ChangedPart {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  // Back to the beginning of the line.
  while (from > 0 && before[from - 1] !== "\n") from--;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  const end = before.indexOf("\n", before.length - same);
  const kept = end < 0 ? 0 : before.length - end;
  return { from, to: before.length - kept, text: after.slice(from, after.length - kept) };
}
