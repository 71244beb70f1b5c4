import { describe, expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { applyChoices, conflictsOf, isFieldConflict, needsForce, parseOwner } from "./conflicts.ts";

const cause = (field: string, message: string) => ({ reason: "FieldManagerConflict", field, message });
const error = new ApiError(409, "Conflict", "Apply failed with 3 conflicts", {
  causes: [
    cause(".spec.replicas", 'conflict with "scaler" using apps/v1'),
    cause(".spec.replicas", 'conflict with "other" with subresource "scale" using apps/v1'),
    cause(".metadata.labels.tier", 'conflict with "m1"'),
  ],
});
const live = {
  metadata: {
    labels: { tier: "gold" },
    managedFields: [{ manager: "scaler", operation: "Update" as const, time: "2026-01-01T00:00:00Z" }],
  },
  spec: { replicas: 7 },
};
const text = "# note\nmetadata:\n  labels:\n    tier: iron # mine\nspec:\n  replicas: 2\n  paused: true\n";
const mine = { metadata: { labels: { tier: "iron" } }, spec: { replicas: 2 } };
const conflicts = conflictsOf(error, live, mine);

describe("parseOwner", () => {
  it("reads manager, subresource, version and time", () => {
    expect(parseOwner('conflict with "m1"')).toEqual({ manager: "m1", subresource: "", apiVersion: "", time: 0 });
    expect(parseOwner('conflict with "k c" with subresource "status" using apps/v1 at 2026-01-01T00:00:00Z')).toEqual({
      manager: "k c",
      subresource: "status",
      apiVersion: "apps/v1",
      time: Date.parse("2026-01-01T00:00:00Z"),
    });
  });
});

describe("conflictsOf", () => {
  it("gathers the owners of each field with both values", () => {
    expect(conflicts.map((c) => [c.field, c.theirs, c.mine])).toEqual([
      [".spec.replicas", 7, 2],
      [".metadata.labels.tier", "gold", "iron"],
    ]);
    expect(conflicts[0]?.owners.map((o) => o.manager)).toEqual(["scaler", "other"]);
    expect(conflicts[0]?.owners[0]).toMatchObject({ operation: "Update", time: Date.parse("2026-01-01T00:00:00Z") });
  });

  it("tells field conflicts from conflicts of revisions", () => {
    expect(isFieldConflict(error)).toBe(true);
    expect(isFieldConflict(new ApiError(409, "Conflict", "the object has been modified"))).toBe(false);
  });
});

describe("applyChoices", () => {
  it("leaves the text alone when all is forced", () => {
    expect(applyChoices(text, conflicts, {})).toBe(text);
    expect(needsForce(conflicts, {})).toBe(true);
  });

  it("takes theirs or drops the field, and keeps comments", () => {
    const choices = { ".spec.replicas": "theirs", ".metadata.labels.tier": "leave" } as const;
    const out = applyChoices(text, conflicts, choices);
    expect(out).toContain("# note");
    expect(out).toContain("replicas: 7");
    expect(out).toContain("paused: true");
    expect(out).not.toContain("tier");
    expect(needsForce(conflicts, choices)).toBe(false);
  });

  it("drops several entries of one list without mixing them up", () => {
    const listText = "spec:\n  list:\n    - a\n    - b\n    - c\n";
    const both = ['.spec.list[="a"]', '.spec.list[="b"]'].map((field) => ({
      field,
      owners: [],
      theirs: undefined,
      mine: "",
    }));
    const out = applyChoices(listText, both, { [both[0]?.field ?? ""]: "leave", [both[1]?.field ?? ""]: "leave" });
    expect(out).toBe("spec:\n  list:\n    - c\n");
  });

  it("does not touch text that is no object", () => {
    expect(applyChoices("a: [", conflicts, { ".spec.replicas": "leave" })).toBe("a: [");
  });
});
