import { expect, test } from "vitest";
import { createHandovers } from "./handovers.ts";

test("a text can be fetched once", () => {
  const handovers = createHandovers(() => 0);
  const [first, second] = [handovers.give("kind: A"), handovers.give("kind: B")];
  expect(first).not.toBe(second);
  expect(handovers.take(first)).toBe("kind: A");
  expect(handovers.take(first)).toBeUndefined();
  expect(handovers.take(second)).toBe("kind: B");
  expect(handovers.take("constructor")).toBeUndefined();
});

test("a text that is never fetched expires", () => {
  let now = 0;
  const handovers = createHandovers(() => now);
  const id = handovers.give("kind: A");
  now = 600_000;
  expect(handovers.take(id)).toBeUndefined();
});

test("keeps a limited number of texts, and drops the oldest", () => {
  const handovers = createHandovers(() => 0);
  const ids = Array.from({ length: 9 }, (_, i) => handovers.give(`kind: K${i}`));
  expect(handovers.take(ids[0] ?? "")).toBeUndefined();
  expect(handovers.take(ids[1] ?? "")).toBe("kind: K1");
  expect(handovers.take(ids[8] ?? "")).toBe("kind: K8");
});

test("a text that is too long is refused", () => {
  expect(() => createHandovers(() => 0).give("x".repeat(4 * 1024 * 1024 + 1))).toThrow("4194304 characters");
});
