import type { LabelSelector } from "kubernetes-types/meta/v1";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import { Informers } from "../../informers/informers.ts";
import { mayBeSelecting, selectorIndex } from "./selectorIndex.ts";

const SETS = { group: "apps", resource: "replicasets" };
const set = (name: string, selector: LabelSelector | null | undefined, namespace = "n"): ApiObject => ({
  metadata: { name, namespace },
  selector,
});
const pod = (labels: Record<string, string>, namespace = "n"): ApiObject => ({ metadata: { namespace, labels } });
const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`label-${i}`, "x"]));

describe("Candidate selectors for an object", () => {
  const index = selectorIndex((object) => object["selector"] as LabelSelector | undefined);
  const reader = memoryReader();
  const sets = new Informers(reader).of(SETS);
  const found = (object: ApiObject): string[] =>
    mayBeSelecting(sets, index, object)
      .map(({ metadata }) => metadata.name ?? "")
      .sort();

  it("are those that require one of its labels and those without required labels", () => {
    for (let i = 0; i < 100; i++) reader.put(SETS, set(`other-${i}`, { matchLabels: { app: `other-${i}` } }));
    reader.put(SETS, set("web", { matchLabels: { app: "web", tier: "front" } }));
    reader.put(SETS, set("elsewhere", { matchLabels: { app: "web" } }, "m"));
    reader.put(SETS, set("expressed", { matchExpressions: [{ key: "app", operator: "Exists" }] }));
    reader.put(SETS, set("all", {}));
    reader.put(SETS, set("none", undefined));
    reader.put(SETS, set("null", null));
    expect(found(pod({ tier: "front", app: "web" }))).toEqual(["all", "expressed", "web"]);
    expect(found(pod({}))).toEqual(["all", "expressed"]);
    expect(found(pod({ app: "web" }, "m"))).toEqual(["elsewhere"]);
  });

  it("reflect the current selectors", () => {
    reader.put(SETS, set("web", { matchLabels: { app: "db" } }));
    expect(found(pod({ app: "web" }))).toEqual(["all", "expressed"]);
    expect(found(pod({ app: "db" }))).toEqual(["all", "expressed", "web"]);
  });

  it("include all selectors for an object with very many labels", () => {
    expect(found(pod({ ...wide, app: "db" }))).toContain("web");
  });
});
