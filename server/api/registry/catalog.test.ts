import { describe, expect, it } from "vitest";
import { Catalog } from "./catalog.ts";
import type { Resource } from "./resource.ts";

/** A resource with only the fields that the catalogue reads. */
function resource(
  group: string,
  version: string,
  plural: string,
  prefix = `/${group}/${plural}/`,
  action?: string,
): Resource {
  return {
    group,
    version,
    resource: plural,
    kind: plural.slice(0, -1),
    namespaced: true,
    verbs: new Set(["get", "list"]),
    cache: { prefix },
    definition: action === undefined ? {} : { action },
  } as unknown as Resource;
}

describe("Catalog", () => {
  it("finds resources by all three names and removes them", () => {
    const catalog = new Catalog();
    const one = resource("g", "v1", "things");
    catalog.add(one);
    expect(catalog.find("g", "v1", "things")).toBe(one);
    expect(catalog.find("g", "v2", "things")).toBeUndefined();
    expect(catalog.find("", "v1", "things")).toBeUndefined();
    expect(catalog.resourcesOf("g", "v1")).toEqual([one]);
    catalog.remove(one);
    expect(catalog.find("g", "v1", "things")).toBeUndefined();
    expect([...catalog.all()]).toEqual([]);
  });

  it("finds the resource of a kind, but not an action of that kind", () => {
    const catalog = new Catalog();
    catalog.add(resource("g", "v1", "things", undefined, "review"));
    expect(catalog.ofKind({ group: "g", version: "v1", kind: "thing" })).toBeUndefined();
    const one = resource("g", "v1", "others");
    catalog.add(one);
    expect(catalog.ofKind({ group: "g", version: "v1", kind: "other" })).toBe(one);
    expect(catalog.ofKind({ group: "g", version: "v2", kind: "other" })).toBeUndefined();
  });

  it("increments its generation with every change", () => {
    const catalog = new Catalog();
    const seen = [catalog.generation];
    const one = resource("g", "v1", "things");
    catalog.addGroupVersion({ group: "g", version: "v1" });
    seen.push(catalog.generation);
    catalog.add(one);
    seen.push(catalog.generation);
    catalog.remove(one);
    seen.push(catalog.generation);
    expect(new Set(seen).size).toBe(4);
  });

  it("prefers the first version of a group", () => {
    const catalog = new Catalog();
    catalog.addGroupVersion({ group: "g", version: "v2" });
    catalog.addGroupVersion({ group: "g", version: "v1" });
    expect(catalog.preferredVersion("g")).toBe("v2");
    expect(catalog.preferredVersion("h")).toBeUndefined();
    expect(catalog.hasGroupVersion("g", "v1")).toBe(true);
    expect(catalog.hasGroupVersion("g", "v3")).toBe(false);
  });

  it("lists one preferred resource per stored object for generic clients and omits unstored resources", () => {
    const catalog = new Catalog();
    catalog.add(resource("", "v1", "events", "/core/events/"));
    catalog.add(resource("events", "v1", "events", "/core/events/"));
    catalog.add(resource("", "v1", "reviews", "/core/reviews/", "review"));
    expect(catalog.served().map(({ group, resource, preferred }) => [group, resource, preferred])).toEqual([
      ["", "events", true],
      ["events", "events", false],
    ]);
  });
});
