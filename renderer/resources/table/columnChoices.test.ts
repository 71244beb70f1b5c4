import { expect, it } from "vitest";
import { keepChoices, readChoices } from "./columnChoices.ts";

it("reads stored choices, kind by kind", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  keepChoices(storage, "v1/pods", { IP: true, Age: false });
  expect(readChoices(storage, "v1/pods")).toEqual({ IP: true, Age: false });
  expect(readChoices(storage, "v1/nodes")).toEqual({});
});

it("ignores values that it did not write", () => {
  const read = (value: string) => readChoices({ getItem: () => value }, "t");
  expect(read("{")).toEqual({});
  expect(read('{"a":true,"b":"x"}')).toEqual({ a: true });
});
