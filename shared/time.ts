/** Cache of the last timestamp: objects written together usually share the same second. */
let second: number | undefined;
let text = "";

/**
 * A timestamp as in objects: RFC 3339 in UTC, truncated to whole seconds.
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
 * Like {@link timestamp} with microseconds, as in events and leases.
 *
 * @example microTimestamp(0) // "1970-01-01T00:00:00.000000Z"
 */
export const microTimestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace("Z", "000Z");

/** RFC 3339 with nine fractional digits, as in logs. @param milliseconds since the epoch */
export const nanoTimestamp = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, -1)}000000Z`;
