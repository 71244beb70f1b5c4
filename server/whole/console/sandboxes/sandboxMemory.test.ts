import { expect, it } from "vitest";
import { sandboxMemory } from "./sandboxMemory.ts";

const HOUR = 3_600_000;
const off = { journalRetention: 0, journalMaxSize: 64 };

it.each([
  ["one day by default", {}, off, 24 * HOUR, 64],
  ["set by the flags", {}, { journalRetention: HOUR, journalMaxSize: 10 }, HOUR, 10],
  [
    "set by the user, over the flags",
    { memoryHours: 2, memoryMegabytes: 8 },
    { journalRetention: HOUR, journalMaxSize: 10 },
    2 * HOUR,
    8,
  ],
  ["zero if the user chose zero", { memoryHours: 0 }, off, 0, 64],
])("the history retention of a sandbox is %s", (_case, chosen, flags, journalRetention, journalMaxSize) => {
  expect(sandboxMemory(chosen, flags)).toEqual({ journalRetention, journalMaxSize });
});
