import { expect, test } from "vitest";
import { isTurnOver, type Steps } from "../../shared/steps.ts";
import { inSlices } from "./inSlices.ts";

/** Works until the clock says that the slice is over, a number of times. */
function* work(slices: number): Steps<string> {
  for (let i = 0; i < slices; i++) {
    while (!isTurnOver());
    yield;
  }
  return "done";
}

test("work that is done within a slice leaves no turn to others", async () => {
  let others = 0;
  const timer = setImmediate(() => others++);
  expect(await inSlices(work(0))).toBe("done");
  expect(others).toBe(0);
  clearImmediate(timer);
});

test("other tasks run between two slices", async () => {
  const order: string[] = [];
  const others = (): void => {
    order.push("other");
    if (order.length < 50 && !order.includes("done")) setImmediate(others);
  };
  setImmediate(others);
  order.push(await inSlices(work(3)));
  expect(order.at(-1)).toBe("done");
  expect(order).toContain("other");
});

test("passes on errors, and refuses to wait", async () => {
  const failing = function* (): Steps<never> {
    yield;
    throw new Error("broken");
  };
  await expect(inSlices(failing())).rejects.toThrow("broken");
  const waiting = function* (): Steps<void> {
    yield Promise.resolve();
  };
  await expect(inSlices(waiting())).rejects.toThrow("cannot wait");
});
