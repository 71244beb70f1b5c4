/** How much of the past a journal keeps, and when it begins another segment. */

export interface JournalLimits {
  /** Milliseconds that changes are kept at least; 0 keeps nothing. */
  readonly retention: number;
  /** Maximum bytes of all files together. */
  readonly bytes: number;
}

/** Maximum part of the room that one whole state may take: two states and changes must fit. */
export const STATE_SHARE = 1 / 4;
/**
 * Minimum number of segments that the room and the retention are divided into. The past is forgotten one segment at a
 * time.
 */
const SEGMENTS = 8;

/** The properties of a segment that decide whether it is full. */
export interface SegmentMeasure {
  readonly size: number;
  readonly stateSize: number;
  /** When it was begun, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Whether another segment is due. Each segment begins with a whole state, so its changes must take at least as much
 * room as the state. Then states take at most half of the room, whatever their size.
 */
export function isFull({ size, stateSize, since }: SegmentMeasure, limits: JournalLimits, now: number): boolean {
  const changes = size - stateSize;
  if (changes === 0) return false;
  const enough = Math.max(limits.bytes / SEGMENTS / 2, Math.min(stateSize, limits.bytes * STATE_SHARE));
  return changes >= enough || now - since >= limits.retention / SEGMENTS;
}

/** Thrown when the state of the store alone is too large for the room. */
export class TooLittleRoomError extends Error {
  constructor(bytes: number) {
    super(
      `the present state alone takes more than a quarter of the ${Math.floor(bytes / 1024 / 1024)} MB of the journal`,
    );
    this.name = "TooLittleRoomError";
  }
}
