import { expect, test } from "vitest";
import { isGone } from "./isGone.ts";

const object = (uid: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "app", uid } });

test("an object is gone after its deletion, and when another one has its name", () => {
  expect(isGone({ object: object("a"), gone: false }, "a")).toBe(false);
  expect(isGone({ object: object("a"), gone: true }, "a")).toBe(true);
  expect(isGone({ object: object("b"), gone: false }, "a")).toBe(true);
});

test("an object that was not read yet is not gone", () => {
  expect(isGone({ object: undefined, gone: false }, "a")).toBe(false);
});

test("without a uid, any object with the name counts", () => {
  expect(isGone({ object: object("b"), gone: false }, undefined)).toBe(false);
});
