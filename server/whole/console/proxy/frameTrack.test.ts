import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFrameTrack } from "./frameTrack.ts";

/** A frame with a payload of `length` bytes, each of which looks like the start of another frame. */
function frame(length: number, isMasked: boolean): number[] {
  const mask = isMasked ? 0x80 : 0;
  const size =
    length < 126
      ? [length | mask]
      : length < 65_536
        ? [126 | mask, length >> 8, length & 0xff]
        : [127 | mask, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return [0x81, ...size, ...(isMasked ? [1, 2, 3, 4] : []), ...new Array<number>(length).fill(0x81)];
}

describe("createFrameTrack", () => {
  test.each([0, 1, 125, 126, 65_535, 65_536])("a payload of %i bytes", (length) => {
    for (const isMasked of [false, true]) {
      const track = createFrameTrack();
      const bytes = Uint8Array.from(frame(length, isMasked));
      track.push(bytes.subarray(0, -1));
      expect(track.isBetweenFrames()).toBe(false);
      track.push(bytes.subarray(-1));
      expect(track.isBetweenFrames()).toBe(true);
    }
  });

  test("finds the same frame boundaries however the bytes are split", () => {
    const frames = fc.array(fc.record({ length: fc.integer({ min: 0, max: 300 }), isMasked: fc.boolean() }));
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (given, cuts) => {
        const ends = new Set([0]);
        const bytes: number[] = [];
        for (const { length, isMasked } of given) {
          bytes.push(...frame(length, isMasked));
          ends.add(bytes.length);
        }
        const track = createFrameTrack();
        for (let at = 0, turn = 0; at <= bytes.length; turn++) {
          expect(track.isBetweenFrames()).toBe(ends.has(at));
          if (at === bytes.length) break;
          const next = Math.min(bytes.length, at + (cuts[turn % cuts.length] ?? 1));
          track.push(Uint8Array.from(bytes.slice(at, next)));
          at = next;
        }
      }),
    );
  });
});
