import { expect, test } from "vitest";
import { reachesLength } from "./reachesLength.ts";

test("counts texts and names, wherever they are", () => {
  expect(reachesLength("x".repeat(100), 100)).toBe(true);
  expect(reachesLength("x".repeat(99), 100)).toBe(false);
  expect(reachesLength({ a: [{ [`${"n".repeat(60)}`]: "x".repeat(50) }] }, 100)).toBe(true);
  expect(reachesLength([undefined, null, { a: "x" }], 100)).toBe(false);
  expect(reachesLength(Array(100).fill(0), 100)).toBe(true);
});

test("looks no further than needed", () => {
  const isRead = { value: false };
  const end = {
    get late() {
      isRead.value = true;
      return 1;
    },
  };
  expect(reachesLength([end, ...Array(1000).fill("text")], 100)).toBe(true);
  expect(isRead.value).toBe(false);
});
