import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
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
  it("reads the given options", () => {
    expect(fromQuery("")).toEqual({});
    expect(fromQuery("propagationPolicy=&orphanDependents=")).toEqual({
      propagationPolicy: "",
      orphanDependents: true,
    });
    expect(fromQuery("uid=u&resourceVersion=5")).toEqual({ preconditions: { uid: "u", resourceVersion: "5" } });
    expect(fromQuery("uid=&resourceVersion=5")).toEqual({ preconditions: { resourceVersion: "5" } });
    expect(fromQuery("gracePeriodSeconds=0&propagationPolicy=Orphan&dryRun=All")).toEqual({
      gracePeriodSeconds: 0,
      propagationPolicy: "Orphan",
      dryRun: ["All"],
    });
    expect(fromQuery("orphanDependents=1")).toEqual({ orphanDependents: true });
    expect(fromQuery("orphanDependents=TRUE")).toEqual({ orphanDependents: true });
    expect(fromQuery("orphanDependents=false")).toEqual({ orphanDependents: false });
  });

  it("rejects invalid numbers", () => {
    expect(message(() => fromQuery("gracePeriodSeconds=soon"))).toEqual([
      400,
      'strconv.ParseInt: parsing "soon": invalid syntax',
    ]);
    expect(message(() => fromQuery("gracePeriodSeconds="))).toEqual([
      400,
      'strconv.ParseInt: parsing "": invalid syntax',
    ]);
  });
});

describe("checkDeleteOptions", () => {
  it("accepts valid options", () => {
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
  ])("rejects %j", (raw, detail) => {
    expect(message(() => checkDeleteOptions(raw, vocabulary))).toEqual([
      422,
      `DeleteOptions.meta.k8s.io "" is invalid: ${detail}`,
    ]);
  });
});

describe("ignoreStoreReadErrorWithClusterBreakingPotential", () => {
  const name = "ignoreStoreReadErrorWithClusterBreakingPotential";

  it.each([
    ["true", true],
    ["1", true],
    ["", true],
    ["yes", true],
    ["false", false],
    ["False", false],
    ["0", false],
  ])("is read from the query: %j", (text, value) => {
    expect(fromQuery(`${name}=${text}`)).toEqual({ [name]: value });
  });

  it("is dropped unless enabled", () => {
    const raw = { [name]: true, gracePeriodSeconds: 1 };
    expect(checkDeleteOptions(raw, vocabulary)).toEqual({ gracePeriodSeconds: 1, dryRun: false });
    expect(checkDeleteOptions({ [name]: true }, vocabulary, true)).toEqual({ [name]: true, dryRun: false });
    expect(checkDeleteOptions({ [name]: false, gracePeriodSeconds: 1 }, vocabulary, true)).toEqual({
      gracePeriodSeconds: 1,
      dryRun: false,
    });
  });

  it("cannot be combined with other options", () => {
    const others = {
      preconditions: {},
      gracePeriodSeconds: 0,
      orphanDependents: false,
      dryRun: ["All"],
    };
    const fault = (other: string) => `${name}: Invalid value: true: cannot be set together with .${other}`;
    expect(message(() => checkDeleteOptions({ [name]: true, ...others }, vocabulary, true))).toEqual([
      422,
      `DeleteOptions.meta.k8s.io "" is invalid: [${["dryRun", "orphanDependents", "gracePeriodSeconds", "preconditions"].map(fault).join(", ")}]`,
    ]);
    expect(
      message(() => checkDeleteOptions({ [name]: true, propagationPolicy: "Orphan" }, vocabulary, true))[1],
    ).toContain(fault("propagationPolicy"));
  });
});
