import { describe, expect, it } from "vitest";
import { advance, atOnce, type Steps } from "../../../shared/steps.ts";
import { aggregatedEntries, entryOfList } from "./discoveryEntries.ts";

const list = (resources: readonly object[]) => ({ kind: "APIResourceList", groupVersion: "g.io/v1", resources });

describe("a list of resources", () => {
  it("becomes an entry, sub-resources below their resources", () => {
    const rows = ["a", "a/x", "a/y", "b/z"].map((name) => ({ name, kind: "K", namespaced: true, verbs: ["get"] }));
    const kind = { group: "g.io", version: "v1", kind: "K" };
    const below = (subresource: string) => ({ subresource, responseKind: kind, verbs: ["get"] });
    expect(atOnce(entryOfList(list(rows), "g.io", "v1"))).toEqual({
      version: "v1",
      resources: [
        {
          ...{ resource: "a", responseKind: kind, scope: "Namespaced", singularResource: "", verbs: ["get"] },
          subresources: [below("x"), below("y")],
        },
        { resource: "b", scope: "Namespaced", subresources: [below("z")] },
      ],
    });
  });

  it("of another group version is refused", () => {
    expect(() => atOnce(entryOfList(list([]), "g.io", "v2"))).toThrow("no list of the resources of g.io/v2");
  });
});

describe("a document as long as another server may send", () => {
  const many = <T>(value: T): T[] => Array.from({ length: 130_000 }, () => value);
  it.each([
    ["sub-resources of one resource", () => entryOfList(list(many({ name: "a/b" })), "g.io", "v1")],
    ["versions without content", () => aggregatedEntries({ items: [{ versions: many({}) }] })],
    [
      "sub-resources in the newer form",
      () =>
        aggregatedEntries({
          items: [{ versions: [{ resources: [{ resource: "a", subresources: many({ subresource: "x" }) }] }] }],
        }),
    ],
  ])("is read in turns: %s", (_case, read) => {
    const steps: Steps<unknown> = read();
    let turns = 0;
    // The time slice of each step has ended when it begins.
    while (advance(steps, 0).done !== true) turns += 1;
    expect(turns).toBeGreaterThan(1000);
  });
});
