import { expect, it } from "vitest";
import { keepChoices, readChoices } from "./columnChoices.ts";

it("reads what was kept, kind by kind", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  keepChoices(storage, "v1/pods", { IP: true, Age: false });
  expect(readChoices(storage, "v1/pods")).toEqual({ IP: true, Age: false });
  expect(readChoices(storage, "v1/nodes")).toEqual({});
});

it("takes nothing that it did not write", () => {
  const read = (value: string) => readChoices({ getItem: () => value }, "t");
  expect(read("{")).toEqual({});
  expect(read('{"a":true,"b":"x"}')).toEqual({ a: true });
});
