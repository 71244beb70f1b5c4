import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GatheredBytes, readWhole } from "./gatheredBytes.ts";

describe("gathered bytes", () => {
  it("are those that were pushed, in their order, each time they are taken", () => {
    const piece = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 900, maxLength: 6000 }));
    fc.assert(
      fc.property(fc.array(fc.array(piece), { maxLength: 4 }), (rounds) => {
        const gathered = new GatheredBytes();
        for (const pieces of rounds) {
          const whole = Buffer.concat(pieces);
          for (const each of pieces) gathered.push(each);
          expect(gathered.size).toBe(whole.length);
          expect(gathered.take().equals(whole)).toBe(true);
          expect(gathered.size).toBe(0);
        }
      }),
    );
  });

  it("are not changed by later ones", () => {
    const gathered = new GatheredBytes();
    const take = (text: string): Buffer => {
      for (const letter of text) gathered.push(Buffer.from(letter));
      return gathered.take();
    };
    const taken = ["one", "two", "three"].map(take);
    expect(taken.map(String)).toEqual(["one", "two", "three"]);
  });

  it("are kept in few parts, however many pieces there were", () => {
    const gathered = new GatheredBytes();
    for (let i = 0; i < 1_000_000; i++) gathered.push(Buffer.of(i));
    expect(gathered.parts).toBeLessThan(30);
  });
});

describe("a stream is read", () => {
  it("whole, unless it is too long", async () => {
    const stream = () => Readable.from([Buffer.from("ab"), Buffer.from("c")]);
    expect(String(await readWhole(stream(), 3))).toBe("abc");
    const long = stream();
    expect(await readWhole(long, 2)).toBeUndefined();
    expect(long.destroyed).toBe(true);
  });
});
