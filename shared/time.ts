/** The second that was asked for last, and its text: what is written together is written in the same second. */
let second: number | undefined;
let text = "";

/**
 * An instant as objects carry it: RFC 3339 in UTC, whole seconds; what is finer is cut off.
 *
 * @param milliseconds since the epoch
 * @example timestamp(0) // "1970-01-01T00:00:00Z"
 */
export function timestamp(milliseconds: number): string {
  const asked = Math.floor(milliseconds / 1000);
  if (asked !== second) {
    text = `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
    second = asked;
  }
  return text;
}

/**
 * The same with microseconds, as events and leases carry it.
 *
 * @example microTimestamp(0) // "1970-01-01T00:00:00.000000Z"
 */
export const microTimestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace("Z", "000Z");

/** RFC 3339 with nine digits of a second, as logs have it. @param milliseconds since the epoch */
export const nanoTimestamp = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, -1)}000000Z`;
