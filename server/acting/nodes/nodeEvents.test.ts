import type { NodeCondition } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import { changedConditionReasons } from "./nodeEvents.ts";

const conditions = (...words: string[]): NodeCondition[] =>
  words.map((word) => ({ type: word.split(" ")[0] ?? "", status: word.split(" ")[1] ?? "" }));

it.each([
  [[], ["Ready True"], []],
  [["Ready Unknown"], ["Ready True"], ["NodeReady"]],
  [["Ready True"], ["Ready False"], ["NodeNotReady"]],
  [["MemoryPressure False"], ["MemoryPressure True"], ["NodeHasInsufficientMemory"]],
  [["DiskPressure True"], ["DiskPressure False"], ["NodeHasNoDiskPressure"]],
  [["PIDPressure Unknown"], ["PIDPressure False"], ["NodeHasSufficientPID"]],
  [["Ready True", "Other True"], ["Ready True", "Other False"], []],
])("from conditions %j to %j emits events %j", (before, after, reasons) => {
  expect(changedConditionReasons(conditions(...before), conditions(...after))).toEqual(reasons);
});
