import { expect, it } from "vitest";
import { goDuration } from "./goDuration.ts";

it.each([
  ["0", 0],
  ["3s", 3000],
  ["1m30s", 90_000],
  ["1.5h", 5_400_000],
  [".5s", 500],
  ["-2ms", -2],
  ["+1s", 1000],
  ["250us", 0.25],
  ["", undefined],
  ["-", undefined],
  ["3", undefined],
  ["s", undefined],
  ["1s x", undefined],
])("%j has %s milliseconds", (text, expected) => expect(goDuration(text)).toBe(expected));
