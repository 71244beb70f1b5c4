import { expect, it } from "vitest";
import { inTurns } from "../../../ground/turns/turns.ts";
import { matchesPattern, validatePattern } from "./patterns.ts";

/** Takes longer to compile than one time slice. */
const LARGE = "^(a{1000})$|^(b{1000}c{1000}d{1000}e{1000})$";

it("matches the same in a worker as in the main thread", async () => {
  expect(await inTurns(matchesPattern("^a+$", "aaa"))).toBe(true);
  expect(await inTurns(matchesPattern("^a+$", "ab"))).toBe(false);
  expect(await inTurns(matchesPattern(LARGE, "a".repeat(1000)))).toBe(true);
  expect(await inTurns(matchesPattern(LARGE, "a".repeat(999)))).toBe(false);
  // A small pattern with a long text.
  expect(await inTurns(matchesPattern("^(x?){500}y", "x".repeat(10_000)))).toBe(false);
});

it("reports why a pattern does not compile, in the main thread or a worker", async () => {
  const problem = async (pattern: string) => (await inTurns(validatePattern({ pattern }, "p")))[0]?.message;
  expect(await problem("a")).toBeUndefined();
  expect(await problem(LARGE)).toBeUndefined();
  expect(await problem("(")).toContain("missing closing )");
  expect(await problem(`${LARGE}(`)).toContain("missing closing )");
  expect(await problem("a".repeat(70_000))).toContain("expression too large");
});
