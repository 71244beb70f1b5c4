import { expect, it } from "vitest";
import { sandboxMemory } from "./sandboxMemory.ts";

const HOUR = 3_600_000;
const off = { journalRetention: 0, journalMaxSize: 64 };

it.each([
  ["a day, where nothing is said", {}, off, 24 * HOUR, 64],
  ["what the flags say", {}, { journalRetention: HOUR, journalMaxSize: 10 }, HOUR, 10],
  [
    "what the user chose",
    { memoryHours: 2, memoryMegabytes: 8 },
    { journalRetention: HOUR, journalMaxSize: 10 },
    2 * HOUR,
    8,
  ],
  ["nothing, where the user chose so", { memoryHours: 0 }, off, 0, 64],
])("the history retention of a sandbox is %s", (_case, chosen, flags, journalRetention, journalMaxSize) => {
  expect(sandboxMemory(chosen, flags)).toEqual({ journalRetention, journalMaxSize });
});
