/**
 * An instant as leases carry it: RFC 3339 in UTC with six digits of a second, of which the last three are zeros.
 *
 * @param milliseconds since the epoch
 * @example microTime(1) // "1970-01-01T00:00:00.001000Z"
 */
export const microTime = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 23)}000Z`;
