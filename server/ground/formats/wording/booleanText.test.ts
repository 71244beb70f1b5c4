import { expect, it } from "vitest";
import { readBoolean } from "./booleanText.ts";

it("parses Go's spellings of booleans, and no others", () => {
  expect(["1", "t", "T", "TRUE", "true", "True"].map(readBoolean)).toEqual(Array(6).fill(true));
  expect(["0", "f", "F", "FALSE", "false", "False"].map(readBoolean)).toEqual(Array(6).fill(false));
  expect(["", "tRUE", "yes", "2", " true", "toString"].map(readBoolean)).toEqual(Array(6).fill(undefined));
});
