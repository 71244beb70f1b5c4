import { describe, expect, it } from "vitest";
import type { ManagedFieldsEntry } from "../../../shared/object.ts";
import type { ScaleMapping } from "./scaleManagedFields.ts";
import { fromScaleManagedFields, toScaleManagedFields } from "./testing/immediate.ts";

const mapping: ScaleMapping = {
  scaleVersion: "autoscaling/v1",
  parentVersion: "apps/v1",
  replicasPaths: { "apps/v1": ["spec", "replicas"], "apps/v1beta1": undefined },
};
const entry = (manager: string, fieldsV1: object, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry => ({
  manager,
  operation: "Update",
  apiVersion: "apps/v1",
  time: "2026-01-01T00:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: fieldsV1 as ManagedFieldsEntry["fieldsV1"],
  ...more,
});
const replicas = { "f:spec": { "f:replicas": {} } };
const both = { "f:spec": { "f:paused": {}, "f:replicas": {} } };

describe("managedFields of the Scale subresource", () => {
  it("list the owners of the replicas in the view's version", () => {
    const parent = [
      entry("a", both),
      entry("b", { "f:spec": { "f:paused": {} } }),
      entry("c", replicas, { apiVersion: "x/v1" }),
    ];
    expect(toScaleManagedFields(mapping, parent)).toEqual([entry("a", replicas, { apiVersion: "autoscaling/v1" })]);
    expect(toScaleManagedFields(mapping, undefined)).toBeUndefined();
    expect(toScaleManagedFields(mapping, [{ manager: "broken" }])).toBeUndefined();
  });

  it("assign the replicas to the manager that scaled, without a time", () => {
    const scaled = entry("scaler", replicas, { apiVersion: "autoscaling/v1", subresource: "scale" });
    const { time: _, ...timeless } = entry("scaler", replicas, { subresource: "scale" });
    expect(fromScaleManagedFields(mapping, [entry("a", both)], [scaled])).toEqual([
      timeless,
      entry("a", { "f:spec": { "f:paused": {} } }),
    ]);
    // A manager that owned only the replicas is removed.
    expect(fromScaleManagedFields(mapping, [entry("a", replicas)], [scaled])).toEqual([timeless]);
  });

  it("keep the entry of an updater that keeps the replicas, or split it as in the reference", () => {
    const view = toScaleManagedFields(mapping, [entry("a", both)]);
    expect(fromScaleManagedFields(mapping, [entry("a", both)], view)).toEqual([entry("a", both)]);
    const reference = { ...mapping, splitsOwners: true };
    const { time: _, ...timeless } = entry("a", replicas);
    const rest = entry("a", { "f:spec": { "f:paused": {} } });
    const split = fromScaleManagedFields(reference, [entry("a", both)], view);
    expect(split).toEqual([timeless, rest]);
    const again = toScaleManagedFields(reference, split);
    expect(again).toBeUndefined();
    expect(fromScaleManagedFields(reference, split, again)).toEqual([rest]);
  });

  it("assign nothing to managers of other fields", () => {
    const other = entry("before-first-apply", { "f:spec": {} }, { apiVersion: "autoscaling/v1", subresource: "scale" });
    expect(fromScaleManagedFields(mapping, undefined, [other])).toBeUndefined();
  });

  it("keep appliers that still own the replicas and drop unknown versions", () => {
    const applier = entry("a", both, { operation: "Apply" });
    const view = toScaleManagedFields(mapping, [applier]);
    expect(fromScaleManagedFields(mapping, [applier, entry("x", replicas, { apiVersion: "gone/v1" })], view)).toEqual([
      applier,
    ]);
    const unmapped = entry("old", both, { apiVersion: "apps/v1beta1" });
    expect(fromScaleManagedFields(mapping, [unmapped], undefined)).toEqual([unmapped]);
  });
});
