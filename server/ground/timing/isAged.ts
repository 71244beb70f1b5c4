/**
 * Whether something is at least `age` milliseconds old. Also true when the clock has been set back to a time before it:
 * its age is unknown then, and it must not count as new until the clock has caught up.
 * @param since when it was made; this and `now` are in milliseconds since the epoch
 */
export const isAged = (since: number, age: number, now: number): boolean => now < since || now - since >= age;
