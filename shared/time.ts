/**
 * An instant as objects carry it: RFC 3339 in UTC, whole seconds; what is finer is cut off.
 *
 * @param milliseconds since the epoch
 * @example timestamp(0) // "1970-01-01T00:00:00Z"
 */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/**
 * The same with microseconds, as events and leases carry it.
 *
 * @example microTimestamp(0) // "1970-01-01T00:00:00.000000Z"
 */
export const microTimestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace("Z", "000Z");
