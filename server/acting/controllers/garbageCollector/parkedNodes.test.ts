import { expect, it } from "vitest";
import { ParkedNodes } from "./parkedNodes.ts";

it("returns each node once", () => {
  const parked = new ParkedNodes(() => true);
  for (const uid of ["a", "b", "a", "c"]) parked.add(uid);
  parked.delete("b");
  expect(parked.takeAll()).toEqual(["a", "c"]);
  expect(parked.takeAll()).toEqual([]);
});

it("keeps nodes that exist, and forgets those that are gone", () => {
  let looks = 0;
  const parked = new ParkedNodes((uid) => {
    looks += 1;
    return uid.startsWith("there");
  });
  for (let i = 0; i < 3000; i++) parked.add(`there-${i}`);
  for (let i = 0; i < 100_000; i++) {
    parked.add(`gone-${i}`);
    expect(parked.size).toBeLessThanOrEqual(3000 * 2 + 1);
  }
  expect(parked.takeAll().filter((uid) => uid.startsWith("there"))).toHaveLength(3000);
  expect(looks).toBeLessThan(400_000);
});
