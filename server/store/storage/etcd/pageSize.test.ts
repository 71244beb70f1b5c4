import { describe, expect, it } from "vitest";
import { PageSize } from "./pageSize.ts";

const page = (count: number, bytes: number) => Array.from({ length: count }, () => ({ value: new Uint8Array(bytes) }));

describe("PageSize", () => {
  it("grows with small values, to a limit", () => {
    const size = new PageSize();
    const asked: number[] = [];
    for (let i = 0; i < 5; i++) {
      asked.push(size.keys);
      size.saw(page(size.keys, 100));
    }
    expect(asked).toEqual([128, 256, 512, 1000, 1000]);
    size.saw([]);
    expect(size.keys).toBe(1000);
  });

  it("shrinks at once with large values, to a limit", () => {
    const size = new PageSize();
    size.saw(page(10, 100_000));
    expect(size.keys).toBe(41);
    size.saw(page(1, 1_500_000));
    expect(size.keys).toBe(16);
  });
});
