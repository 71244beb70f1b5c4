import { describe, expect, it } from "vitest";
import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { dropDuplicateOwners } from "./ownerReferences.ts";

const owner = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name: "owner",
  uid,
  ...more,
});

function dropped(references: OwnerReference[], when: "sent" | "admitted" = "sent") {
  const warnings: string[] = [];
  const object: ApiObject = { metadata: { name: "x", ownerReferences: references } };
  atOnce(dropDuplicateOwners(object, (text) => warnings.push(text), when));
  return { kept: object.metadata.ownerReferences, warnings };
}

describe("dropDuplicateOwners", () => {
  it("keeps references that differ", () => {
    const references = [owner("1"), owner("2"), owner("1", { controller: true })];
    expect(dropped(references)).toEqual({ kept: references, warnings: [] });
  });

  it("drops duplicates with a warning that names the owners", () => {
    const { kept, warnings } = dropped([owner("1"), owner("2"), owner("1"), owner("1"), owner("2")]);
    expect(kept).toEqual([owner("1"), owner("2")]);
    expect(warnings).toEqual([
      ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: 1, 2",
    ]);
  });

  it("deduplicates in linear time", () => {
    const owners = Array.from({ length: 60_000 }, (_, i) => ({
      apiVersion: "v1",
      kind: "Pod",
      name: "a",
      uid: `u${i}`,
    }));
    const object = {
      metadata: { ownerReferences: [...owners, { uid: "u0", name: "a", kind: "Pod", apiVersion: "v1" }] },
    };
    const warnings: string[] = [];
    atOnce(dropDuplicateOwners(object as never, (text) => warnings.push(text), "sent"));
    expect(object.metadata.ownerReferences).toEqual(owners);
    expect(warnings).toHaveLength(1);
  });

  it("names admission as the source of the duplicates", () => {
    expect(dropped([owner("1"), owner("1")], "admitted").warnings[0]).toMatch(
      /^\.metadata\.ownerReferences contains duplicate entries after mutating admission happens; API server/,
    );
  });
});
