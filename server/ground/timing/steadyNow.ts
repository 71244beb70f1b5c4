/**
 * Milliseconds since the epoch by a clock that is never set: it continues from the system's time at the start of the
 * process. For how long something is valid in this process; with the system's clock, it would end at once or last too
 * long when that clock is set. Not for times that are stored or compared with those of others.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();
