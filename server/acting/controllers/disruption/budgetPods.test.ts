import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import { Informers } from "../../informers/informers.ts";
import { BudgetPods } from "./budgetPods.ts";
import type { SelectedPods } from "./selectedPods.ts";

const PODS = { group: "", resource: "pods" };
const BUDGETS = { group: "policy", resource: "poddisruptionbudgets" };

const budget = (name: string, app: string, generation = 1): ApiObject => ({
  metadata: { name, namespace: "shop", uid: name, generation },
  spec: { selector: { matchLabels: { app } } },
});
interface PodParts {
  readonly ready?: boolean;
  readonly owner?: string;
  readonly deletionTimestamp?: string;
}
const pod = (name: string, app: string, { ready = true, owner = "", ...metadata }: PodParts = {}): ApiObject => ({
  metadata: {
    name,
    namespace: "shop",
    labels: { app },
    ownerReferences:
      owner === "" ? [] : [{ apiVersion: "v1", kind: "Owner", name: owner, uid: owner, controller: true }],
    ...metadata,
  },
  status: { conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
});

/** The sums, and the name of a pod of each controller. */
const sums = (pods: SelectedPods) => ({
  pods: pods.size,
  healthy: pods.healthy,
  unmanaged: pods.unmanaged,
  controllers: [...pods.controllers()].map(({ reference, podName }) => `${reference.name}: ${podName()}`).sort(),
});

describe("Pods of disruption budgets", () => {
  let reader: ReturnType<typeof memoryReader>;
  let followed: BudgetPods;
  /** The keys of each change. */
  let keys: string[][];
  const web = budget("web", "web");
  beforeEach(() => {
    reader = memoryReader();
    const informers = new Informers(reader);
    followed = new BudgetPods(informers.of(PODS), informers.of(BUDGETS));
    keys = [];
    reader.put(BUDGETS, web);
    reader.put(BUDGETS, budget("db", "db"));
    reader.put(PODS, pod("a", "web", { owner: "first" }));
    reader.put(PODS, pod("b", "web", { owner: "first", ready: false }));
    informers.of(PODS).follow((change) => keys.push([...followed.changed(change).keys]));
    followed.of(web);
    keys = [];
  });

  it("are counted", () => {
    expect(sums(followed.of(web))).toEqual({ pods: 2, healthy: 1, unmanaged: 0, controllers: ["first: a"] });
  });

  it("follow changes without being visited again", () => {
    const pods = followed.of(web);
    reader.put(PODS, pod("b", "web", { owner: "second" }));
    reader.put(PODS, pod("c", "web"));
    reader.put(PODS, pod("d", "web", { deletionTimestamp: "2026-01-01T00:00:00Z" }));
    expect(followed.of(web)).toBe(pods);
    expect(sums(pods)).toEqual({ pods: 4, healthy: 3, unmanaged: 2, controllers: ["first: a", "second: b"] });
    reader.remove(PODS, "shop", "a");
    reader.remove(PODS, "shop", "c");
    expect(followed.of(web)).toBe(pods);
    expect(sums(pods)).toEqual({ pods: 2, healthy: 1, unmanaged: 1, controllers: ["second: b"] });
    expect(keys).toEqual(Array.from({ length: 5 }, () => ["shop/web"]));
  });

  it("move to another budget with their labels", () => {
    const other = followed.of(budget("db", "db"));
    reader.put(PODS, pod("a", "db", { owner: "first" }));
    expect(sums(followed.of(web))).toMatchObject({ pods: 1, healthy: 0, controllers: ["first: b"] });
    expect(sums(other)).toMatchObject({ pods: 1, healthy: 1 });
    expect(keys).toEqual([["shop/db", "shop/web"]]);
  });

  it("are those of the current selector", () => {
    reader.put(PODS, pod("c", "db"));
    const changed = budget("web", "db", 2);
    reader.put(BUDGETS, changed);
    reader.put(PODS, pod("a", "web", { ready: false }));
    expect(sums(followed.of(changed))).toMatchObject({ pods: 1, unmanaged: 1 });
  });

  it("are counted anew when they are delivered anew, because deletions may have been missed", () => {
    const pods = followed.of(web);
    pods.set(pod("missed", "web"));
    followed.changed({ type: "added", object: pod("a", "web") });
    expect(sums(followed.of(web))).toMatchObject({ pods: 2 });
  });

  it("are those of the budget with the same uid", () => {
    const pods = followed.of(web);
    expect(followed.of({ ...web, metadata: { ...web.metadata, uid: "again" } })).not.toBe(pods);
  });
});
