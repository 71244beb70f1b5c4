import { expect, test } from "vitest";
import { type Cluster, summarize } from "./cluster.ts";
import { createClusterRegistry } from "./clusterRegistry.ts";

const cluster = (id: string): Cluster => ({
  id,
  name: id,
  kind: "remote",
  vocabulary: "orch",
  apiServer: "https://host",
  kubeconfig: "/k",
  colour: "red",
  state: () => "stopped",
  target: () => ({ url: "https://host", token: "hidden", key: "hidden", cert: "hidden" }),
});

test("keeps the order, and drops removed clusters", () => {
  const registry = createClusterRegistry([cluster("b"), cluster("a")]);
  registry.add(cluster("c"));
  registry.remove("b");
  expect(registry.list().map(({ id }) => id)).toEqual(["a", "c"]);
  expect(registry.get("b")).toBeUndefined();
  expect(registry.get("a")?.name).toBe("a");
});

test("requires IDs to be unique single path segments", () => {
  const registry = createClusterRegistry([cluster("a")]);
  for (const id of ["a", "", "a/b", "..", ".", "a b", "-a", "x".repeat(64)]) {
    expect(() => registry.add(cluster(id))).toThrow(RangeError);
  }
});

test("omits credentials from a summary, whatever a cluster contains", () => {
  const text = JSON.stringify(summarize({ ...cluster("a"), token: "hidden" } as Cluster));
  expect(text).not.toContain("hidden");
  expect(JSON.parse(text)).toMatchObject({ id: "a", state: "stopped", vocabulary: "orch" });
});
