import fc from "fast-check";
import { expect, test } from "vitest";
import { isPlainSegment } from "./plainSegment.ts";

test.each(["pods", "system:node", "a%20b", "ä", "..."])("%s is accepted", (segment) => {
  expect(isPlainSegment(segment)).toBe(true);
});

test.each(["", ".", "..", "%2e%2e", "%2E", "a%2Fb", "a%5cb", "a\\b", "a%00", "%25", "%", "%zz"])(
  "%s is rejected",
  (segment) => {
    expect(isPlainSegment(segment)).toBe(false);
  },
);

/** Any code points, including unpaired surrogates. */
const text = fc.string({ unit: fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)) });

test("an accepted segment stays a single unchanged segment in a URL", () => {
  fc.assert(
    fc.property(text, (given) => {
      let segment: string;
      try {
        segment = encodeURIComponent(given);
      } catch {
        return;
      }
      if (!isPlainSegment(segment)) return;
      expect(new URL(`http://host/a/${segment}/b`).pathname.split("/")).toEqual(["", "a", segment, "b"]);
    }),
  );
});
