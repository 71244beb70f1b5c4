import { expect, it } from "vitest";
import { shortName } from "./shortName.ts";

it("keeps the beginning and end of a long name", () => {
  expect(shortName("web")).toBe("web");
  expect(shortName("a".repeat(32))).toBe("a".repeat(32));
  expect(shortName(`${"a".repeat(200)}${"b".repeat(53)}`)).toBe(`${"a".repeat(16)}…${"b".repeat(15)}`);
});
