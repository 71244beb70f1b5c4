import { expect, it } from "vitest";
import { RemainingCounts } from "./remainingCounts.ts";

it("returns only the count recorded for exactly this prefix, revision and key", () => {
  const counts = new RemainingCounts();
  const place = { prefix: "/a/", revision: 7, after: "/a/x" };
  counts.note(place, 3);
  expect(counts.behind(place)).toBe(3);
  expect(counts.behind({ ...place, revision: 8 })).toBeUndefined();
  expect(counts.behind({ ...place, prefix: "/" })).toBeUndefined();
  expect(counts.behind({ ...place, after: "/a/y" })).toBeUndefined();
});

it("evicts the oldest counts", () => {
  const counts = new RemainingCounts();
  const place = (i: number) => ({ prefix: "/a/", revision: i, after: "/a/x" });
  for (let i = 0; i < 5000; i++) counts.note(place(i), i);
  expect(counts.behind(place(0))).toBeUndefined();
  expect(counts.behind(place(4999))).toBe(4999);
});
