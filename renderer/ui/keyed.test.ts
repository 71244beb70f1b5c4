import { expect, it } from "vitest";
import { keyed } from "./keyed.ts";

it("keeps the keys of remaining items without duplicates", () => {
  const keys = (items: string[]) => keyed(items, (text) => text).map(({ key }) => key);
  expect(keys(["a", "b", "a"])).toEqual(["a", "b", "a#2"]);
  expect(keys(["b", "a"])).toEqual(["b", "a"]);
});
