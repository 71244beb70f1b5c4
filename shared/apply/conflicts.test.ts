import { describe, expect, it } from "vitest";
import { fieldSetOfNames } from "../fieldset/fieldSet.ts";
import { immediately } from "../steps.ts";
import { applyConflict as applyConflictInSteps, type FieldConflict, FieldConflictError } from "./conflicts.ts";
import type { ManagedSet } from "./managedFields.ts";

const applyConflict = immediately(applyConflictInSteps);

const conflict = (owner: Partial<ManagedSet>, ...paths: string[][]): FieldConflict => {
  const fields = fieldSetOfNames(paths);
  const defaults = { manager: "m", operation: "Update", apiVersion: "v1", subresource: "" } as const;
  return { owner: { ...defaults, set: fields, ...owner }, fields };
};

describe("applyConflict", () => {
  it.each<[Partial<ManagedSet>, string]>([
    [{}, '"m" using v1'],
    [{ operation: "Apply" }, '"m"'],
    [{ subresource: "status", apiVersion: "apps/v1" }, '"m" with subresource "status" using apps/v1'],
    [{ operation: "Apply", subresource: "scale" }, '"m" with subresource "scale"'],
    [{ manager: 'odd"name' }, '"odd\\"name" using v1'],
  ])("names the manager %j", (owner, text) => {
    const error = applyConflict([conflict(owner, ["spec", "replicas"])]);
    expect(error).toBeInstanceOf(FieldConflictError);
    expect(error.message).toBe(`Apply failed with 1 conflict: conflict with ${text}: .spec.replicas`);
    expect(error.status).toMatchObject({
      code: 409,
      reason: "Conflict",
      details: {
        causes: [{ reason: "FieldManagerConflict", message: `conflict with ${text}`, field: ".spec.replicas" }],
      },
    });
  });

  it("lists managers and their fields sorted regardless of input order", () => {
    const conflicts = [conflict({ manager: "z" }, ["b"], ["a"]), conflict({ manager: "a", operation: "Apply" }, ["c"])];
    const expected =
      'Apply failed with 3 conflicts: conflicts with "a":\n- .c\nconflicts with "z" using v1:\n- .a\n- .b';
    expect(applyConflict(conflicts).message).toBe(expected);
    expect(applyConflict([...conflicts].reverse()).message).toBe(expected);
    expect(applyConflict(conflicts).status.details?.causes?.map(({ field }) => field)).toEqual([".c", ".a", ".b"]);
    expect(applyConflict(conflicts).conflicts).toEqual(conflicts);
  });
});
