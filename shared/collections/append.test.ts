import { expect, it } from "vitest";
import { append } from "./append.ts";

it("appends more items than the argument limit of a call", () => {
  const list = [-1];
  append(list, new Array<number>(1_000_000).fill(0));
  expect(list).toHaveLength(1_000_001);
  expect(list[0]).toBe(-1);
});
