import { expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { jobColumns } from "./jobColumns.ts";

const words = createVocabulary();

const condition = (type: string, status = "True") => ({ type, status });
const state = (conditions: readonly object[], metadata: object = {}): unknown =>
  jobColumns
    .find(({ name }) => name === "Status")
    ?.cell({ metadata: { name: "j", ...metadata }, status: { conditions } }, 0, words);
const deletionTimestamp = "2026-01-01T00:00:00Z";

it.each<[readonly object[], string]>([
  [[], "Running"],
  [[condition("Suspended")], "Suspended"],
  [[condition("Suspended", "False")], "Running"],
  [[condition("FailureTarget")], "FailureTarget"],
  // Met success criteria are not a state of their own.
  [[condition("SuccessCriteriaMet")], "Running"],
  [[condition("SuccessCriteriaMet"), condition("Complete")], "Complete"],
  [[condition("FailureTarget"), condition("Failed")], "Failed"],
  // Only the first condition of a type counts.
  [[condition("Failed", "False"), condition("Failed")], "Running"],
])("%j is %s", (conditions, expected) => {
  expect(state(conditions)).toBe(expected);
});

it("a job being deleted is shown as finished or terminating", () => {
  expect(state([condition("Suspended")], { deletionTimestamp })).toBe("Terminating");
  expect(state([condition("Complete")], { deletionTimestamp })).toBe("Complete");
});
