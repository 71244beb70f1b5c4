import { expect, test } from "vitest";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { canRetry, canStart, canStop, groupClusters, shellCommand, toneOf } from "./clusterGroups.ts";

const cluster = (name: string, kind: ClusterSummary["kind"], more: Partial<ClusterSummary> = {}): ClusterSummary => ({
  id: name,
  name,
  kind,
  state: "unopened",
  vocabulary: "",
  apiServer: "",
  kubeconfig: "",
  colour: "",
  ...more,
});
const all = [
  cluster("Sandbox", "sandbox"),
  cluster("prod-eu", "remote", { apiServer: "https://eu.example", source: "/home/me/.kube/config" }),
  cluster("prod-us", "remote", { apiServer: "https://us.example", source: "/work/team.yaml" }),
];
const found = (text: string): string[] => {
  const { sandboxes, remotes } = groupClusters(all, text);
  return [...sandboxes, ...remotes].map(({ name }) => name);
};

test("finds clusters by words in name, address and file", () => {
  expect(found("")).toEqual(["Sandbox", "prod-eu", "prod-us"]);
  expect(found("SAND")).toEqual(["Sandbox"]);
  expect(found("prod us.example")).toEqual(["prod-us"]);
  expect(found(" team ")).toEqual(["prod-us"]);
  expect(found("prod nothing")).toEqual([]);
});

test("every state has a tone and at most one next action", () => {
  const states = ["stopped", "starting", "running", "stopping", "failed", "unopened", "connected"] as const;
  for (const state of [...states, "unauthorized", "unreachable"] as const) {
    expect(toneOf(state)).toBeDefined();
    expect([canStart(state), canStop(state), canRetry(state)].filter(Boolean).length).toBeLessThan(2);
  }
});

test("quotes a path with spaces and quotes as one word", () => {
  expect(shellCommand("KUBECONFIG", "/a b/c'd")).toBe("export KUBECONFIG='/a b/c'\\''d'");
});
