import { expect, it } from "vitest";
import { addToList } from "./addToList.ts";

it("keeps the items of each key in the order in which they were added", () => {
  const lists = new Map<string, number[]>();
  for (const [key, item] of [
    ["a", 1],
    ["b", 2],
    ["a", 3],
  ] as const)
    addToList(lists, key, item);
  expect([...lists]).toEqual([
    ["a", [1, 3]],
    ["b", [2]],
  ]);
});
