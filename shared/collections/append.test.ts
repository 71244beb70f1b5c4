import { expect, it } from "vitest";
import { append } from "./append.ts";

it("adds more items than a call takes arguments", () => {
  const list = [-1];
  append(list, new Array<number>(1_000_000).fill(0));
  expect(list).toHaveLength(1_000_001);
  expect(list[0]).toBe(-1);
});
