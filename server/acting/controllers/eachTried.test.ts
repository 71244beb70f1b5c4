import { expect, it } from "vitest";
import { eachTried } from "./eachTried.ts";

it("works on every item in order, and throws the first failure at the end", async () => {
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    done.push(item);
    if (item % 2 === 0) throw new Error(`refused ${item}`);
  };
  await expect(eachTried([1, 2, 3, 4, 5], work)).rejects.toThrow("refused 2");
  expect(done).toEqual([1, 2, 3, 4, 5]);
  await eachTried([1, 3], work);
});

it("throws a failure that is undefined, too", async () => {
  await expect(eachTried([1], () => Promise.reject(undefined))).rejects.toBeUndefined();
});
