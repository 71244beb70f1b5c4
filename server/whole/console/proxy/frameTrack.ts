/** Tracks the frames in one direction of a WebSocket without reading their payloads. */
export interface FrameTrack {
  /** Call it with the forwarded bytes, in order. */
  push(bytes: Uint8Array): void;
  /** Whether another frame may be inserted here, because the last one is complete. */
  isBetweenFrames(): boolean;
}

/** Minimum number of header bytes from which the header's length can be determined. */
const FIXED = 2;

/** Counts headers and payloads (RFC 6455 section 5.2), so that control frames can be inserted between other frames. */
export function createFrameTrack(): FrameTrack {
  let header: number[] = [];
  let payload = 0;

  const lengthOfHeader = (): number => {
    const [, second = 0] = header;
    const short = second & 0x7f;
    return FIXED + (short === 126 ? 2 : short === 127 ? 8 : 0) + (second & 0x80 ? 4 : 0);
  };
  const lengthOfPayload = (): number => {
    const short = (header[1] ?? 0) & 0x7f;
    const extended = short === 126 ? header.slice(2, 4) : short === 127 ? header.slice(2, 10) : [short];
    return extended.reduce((length, byte) => length * 256 + byte, 0);
  };

  return {
    push(bytes) {
      let at = 0;
      while (at < bytes.length) {
        if (payload > 0) {
          const skipped = Math.min(payload, bytes.length - at);
          payload -= skipped;
          at += skipped;
          continue;
        }
        header.push(bytes[at++] ?? 0);
        if (header.length < FIXED || header.length < lengthOfHeader()) continue;
        payload = lengthOfPayload();
        header = [];
      }
    },
    isBetweenFrames: () => payload === 0 && header.length === 0,
  };
}
