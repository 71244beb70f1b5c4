import { describe, expect, it } from "vitest";
import { parseFieldsV1 } from "../../../shared/fieldset/fieldsV1.ts";
import { ApiError } from "../../../shared/status.ts";
import { conflictsOf, isFieldConflict, parseOwner, removalsOf } from "./conflicts.ts";

const cause = (field: string, message: string) => ({ reason: "FieldManagerConflict", field, message });
const error = new ApiError(409, "Conflict", "Apply failed with 3 conflicts", {
  causes: [
    cause(".spec.replicas", 'conflict with "scaler" using apps/v1'),
    cause(".spec.replicas", 'conflict with "other" with subresource "scale" using apps/v1'),
    cause(".metadata.labels.tier", 'conflict with "m1"'),
  ],
});
const time = "2026-01-01T00:00:00Z";
const live = {
  metadata: {
    labels: { tier: "gold" },
    managedFields: [{ manager: "scaler", operation: "Update" as const, time }],
  },
  spec: { replicas: 7, list: [{ name: "a", v: 1 }] },
};
const mine = { metadata: { labels: { tier: "iron" } }, spec: { replicas: 2 } };

describe("parseOwner", () => {
  it("parses manager, subresource, version and time", () => {
    expect(parseOwner('conflict with "m1"')).toEqual({ manager: "m1", subresource: "", apiVersion: "", time: 0 });
    expect(parseOwner(`conflict with "k c" with subresource "status" using apps/v1 at ${time}`)).toEqual({
      manager: "k c",
      subresource: "status",
      apiVersion: "apps/v1",
      time: Date.parse(time),
    });
  });
});

describe("conflictsOf", () => {
  const conflicts = conflictsOf(error, live, mine, [["f:spec", "f:replicas"]]);

  it("groups the owners by field with both values", () => {
    expect(conflicts.map((c) => [c.field, c.theirs, c.mine])).toEqual([
      [".spec.replicas", 7, 2],
      [".metadata.labels.tier", "gold", "iron"],
    ]);
    expect(conflicts[0]?.owners.map((o) => o.manager)).toEqual(["scaler", "other"]);
    expect(conflicts[0]?.owners[0]).toMatchObject({ operation: "Update", time: Date.parse(time) });
  });

  it("resolves the paths of fields in the edit", () => {
    expect(conflicts.map((c) => c.path)).toEqual([["f:spec", "f:replicas"], undefined]);
  });

  it("distinguishes field conflicts from version conflicts", () => {
    expect(isFieldConflict(error)).toBe(true);
    expect(isFieldConflict(new ApiError(409, "Conflict", "the object has been modified"))).toBe(false);
  });
});

it("reports removed fields like changed ones", () => {
  const path = ["f:spec", "f:list", 'k:{"name":"a"}'];
  const operation = "Apply" as const;
  const owner = { manager: "m1", subresource: "", apiVersion: "v1", operation, time, set: parseFieldsV1({}) };
  expect(removalsOf([{ path, owners: [owner] }], live)).toEqual([
    {
      field: '.spec.list[name="a"]',
      path,
      owners: [{ manager: "m1", subresource: "", apiVersion: "v1", operation: "Apply", time: Date.parse(time) }],
      theirs: { name: "a", v: 1 },
      mine: undefined,
    },
  ]);
});
