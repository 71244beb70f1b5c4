/** How much of the past a journal holds, and when it begins another segment. */

export interface JournalLimits {
  /** For how long at least, in milliseconds; 0 keeps nothing. */
  readonly retention: number;
  /** Bytes that all its files may take. */
  readonly bytes: number;
}

/** The largest part of the room that one whole state may take: two of them and changes must fit. */
export const STATE_SHARE = 1 / 4;
/** Segments that the room and the time are divided into, at least: so much of the past is forgotten at once. */
const SEGMENTS = 8;

/** What a segment is judged by. */
export interface SegmentMeasure {
  readonly size: number;
  readonly stateSize: number;
  /** When it was begun, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Whether another segment is due. A state is written for each, so changes must at least take as much room as it does: then
 * states take half of the room at most, whatever their size.
 */
export function isFull({ size, stateSize, since }: SegmentMeasure, limits: JournalLimits, now: number): boolean {
  const changes = size - stateSize;
  if (changes === 0) return false;
  const enough = Math.max(limits.bytes / SEGMENTS / 2, Math.min(stateSize, limits.bytes * STATE_SHARE));
  return changes >= enough || now - since >= limits.retention / SEGMENTS;
}

/** The state of the store alone is too large for the room. */
export class TooLittleRoomError extends Error {
  constructor(bytes: number) {
    super(
      `the present state alone takes more than a quarter of the ${Math.floor(bytes / 1024 / 1024)} MB of the journal`,
    );
    this.name = "TooLittleRoomError";
  }
}
