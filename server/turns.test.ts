import { describe, expect, it } from "vitest";
import { takeTurns } from "./turns.ts";

describe("long work", () => {
  it("goes on for a while, then lets others have their turn, and then goes on again", async () => {
    let now = 0;
    const pause = takeTurns(() => now);
    expect(pause()).toBeUndefined();
    now += 1000;
    const order: string[] = [];
    setImmediate(() => order.push("other"));
    await pause();
    order.push("work");
    expect(order).toEqual(["other", "work"]);
    expect(pause()).toBeUndefined();
    now += 1000;
    expect(pause()).toBeInstanceOf(Promise);
  });
});
