import { expect, test } from "vitest";
import { createStock } from "./stock.ts";

test("gives out what was made ahead, once", async () => {
  let made = 0;
  const stock = createStock(async () => ++made);
  stock.fill();
  stock.fill();
  expect(made).toBe(1);
  expect(await Promise.all([stock.take(), stock.take()])).toEqual([1, 2]);
});

test("a failure ahead of time goes to the caller of take; the next is made anew", async () => {
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
