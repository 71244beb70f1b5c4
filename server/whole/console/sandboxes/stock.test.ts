import { expect, test } from "vitest";
import { createStock } from "./stock.ts";

test("returns a prepared item once", async () => {
  let made = 0;
  const stock = createStock(async () => ++made);
  stock.fill();
  stock.fill();
  expect(made).toBe(1);
  expect(await Promise.all([stock.take(), stock.take()])).toEqual([1, 2]);
});

test("a failed preparation rejects take(), and the next item is created again", async () => {
  let fails = true;
  const stock = createStock(async () => {
    if (fails) throw new Error("no luck");
    return "made";
  });
  stock.fill();
  await expect(stock.take()).rejects.toThrow("no luck");
  fails = false;
  stock.fill();
  expect(await stock.take()).toBe("made");
});
