import { describe, expect, it } from "vitest";
import { noteLarge } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import { Informers } from "../../informers/informers.ts";
import { servicesOfPod } from "../serviceEndpoints/servicePods.ts";
import { isWide, labelPairs, selectedBy } from "./podLabels.ts";

const PODS = { group: "", resource: "pods" };
const SERVICES = { group: "", resource: "services" };

/** A pod with an `app` label and many more labels. */
function pod(name: string, app: string, others: number, namespace = "n"): ApiObject {
  const labels = Object.fromEntries(Array.from({ length: others }, (_, i) => [`label-${i}`, "x"]));
  return { metadata: { name, namespace, labels: { ...labels, app } } };
}
const service = (name: string, selector: Record<string, string>, namespace = "n"): ApiObject => ({
  metadata: { name, namespace },
  spec: { selector },
});

describe("Objects with very many labels", () => {
  it("have a single index entry", () => {
    expect(labelPairs(pod("a", "web", 63))).toHaveLength(64);
    expect(labelPairs(pod("b", "web", 64))).toHaveLength(1);
    expect([isWide(pod("a", "web", 63)), isWide(pod("b", "web", 64)), isWide({ metadata: {} })]).toEqual([
      ...[false, true, false],
    ]);
  });

  it("are recognized without enumerating labels whose count is known", () => {
    const ownKeys = (): never => {
      throw new Error("listed");
    };
    const labels = new Proxy<Record<string, string>>({}, { ownKeys });
    noteLarge(labels);
    expect(isWide({ metadata: { namespace: "n", labels } })).toBe(true);
  });

  it("are matched by selectors like other objects", () => {
    const reader = memoryReader();
    for (const each of [pod("a", "web", 1), pod("b", "web", 500), pod("c", "db", 500), pod("d", "web", 500, "m")]) {
      reader.put(PODS, each);
    }
    const informers = new Informers(reader);
    const names = (app: string): (string | undefined)[] =>
      selectedBy(informers.of(PODS), "n", { matchLabels: { app } }).map(({ metadata }) => metadata.name);
    expect([names("web"), names("db"), names("none")]).toEqual([["a", "b"], ["c"], []]);
    reader.put(PODS, pod("c", "web", 500));
    expect(names("web").sort()).toEqual(["a", "b", "c"]);
    reader.remove(PODS, "n", "b");
    expect(names("web").sort()).toEqual(["a", "c"]);
    informers.stop();
  });

  it("trigger the services that select them", () => {
    const reader = memoryReader();
    for (const each of [service("web", { app: "web" }), service("db", { app: "db" }), service("all", {})]) {
      reader.put(SERVICES, each);
    }
    reader.put(SERVICES, service("web", { app: "web" }, "m"));
    const informers = new Informers(reader);
    const of = (object: ApiObject): string[] => [...servicesOfPod(informers.of(SERVICES), { type: "added", object })];
    expect([of(pod("a", "web", 1)), of(pod("b", "web", 500))]).toEqual([["n/web"], ["n/web"]]);
    informers.stop();
  });
});
