/** Whether the server can still read at a revision. */
type IsRetained = (revision: number) => Promise<boolean>;

/**
 * The oldest revision that can still be read, found by halving: what is retained reaches from some revision up to the
 * present without a gap. Asks about log2(`current`) times.
 *
 * @param current a revision that can be read
 */
export async function oldestRetained(current: number, isRetained: IsRetained): Promise<number> {
  let known = current;
  let lost = 0;
  // Most of what is lost is usually far away, or nothing is lost at all.
  if (current > 1 && (await isRetained(1))) return 1;
  lost = Math.min(1, current - 1);
  while (known - lost > 1) {
    const middle = Math.floor((known + lost) / 2);
    if (await isRetained(middle)) known = middle;
    else lost = middle;
  }
  return known;
}
