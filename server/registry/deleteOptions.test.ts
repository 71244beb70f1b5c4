import { describe, expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { checkDeleteOptions, deleteOptionsFromQuery } from "./deleteOptions.ts";

const vocabulary = createVocabulary();
const fromQuery = (query: string) => deleteOptionsFromQuery(new URLSearchParams(query));
const message = (run: () => unknown): [number, string] => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.message];
    throw error;
  }
  return [0, ""];
};

describe("deleteOptionsFromQuery", () => {
  it("reads what is there", () => {
    expect(fromQuery("")).toEqual({});
    expect(fromQuery("gracePeriodSeconds=&propagationPolicy=&orphanDependents=")).toEqual({});
    expect(fromQuery("gracePeriodSeconds=0&propagationPolicy=Orphan&dryRun=All")).toEqual({
      gracePeriodSeconds: 0,
      propagationPolicy: "Orphan",
      dryRun: ["All"],
    });
    expect(fromQuery("orphanDependents=1")).toEqual({ orphanDependents: true });
    expect(fromQuery("orphanDependents=false")).toEqual({ orphanDependents: false });
  });

  it("refuses what is no number", () => {
    expect(message(() => fromQuery("gracePeriodSeconds=soon"))).toEqual([
      400,
      'strconv.ParseInt: parsing "soon": invalid syntax',
    ]);
  });
});

describe("checkDeleteOptions", () => {
  it("passes what is sound", () => {
    expect(checkDeleteOptions({}, vocabulary)).toEqual({ dryRun: false });
    expect(checkDeleteOptions({ dryRun: ["All"], preconditions: { uid: "u" } }, vocabulary)).toEqual({
      dryRun: true,
      preconditions: { uid: "u" },
    });
  });

  it.each([
    [
      { propagationPolicy: "Orphan", orphanDependents: false },
      'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
    ],
    [
      { propagationPolicy: "Later" },
      'propagationPolicy: Unsupported value: "Later": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    [{ dryRun: ["x"] }, 'dryRun: Unsupported value: []string{"x"}: supported values: "All"'],
  ])("refuses %j", (raw, why) => {
    expect(message(() => checkDeleteOptions(raw, vocabulary))).toEqual([
      422,
      `DeleteOptions.meta.k8s.io "" is invalid: ${why}`,
    ]);
  });
});
