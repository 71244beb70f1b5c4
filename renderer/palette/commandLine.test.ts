import { describe, expect, it } from "vitest";
import { resourceType as type } from "../testing/resourceTypes.ts";
import { clusterCommand, kindsFor, readCommand, unknownWord } from "./commandLine.ts";

const pods = type("pods", "Pod", { shortNames: ["po"] });
const budgets = type("poddisruptionbudgets", "PodDisruptionBudget", { group: "policy", shortNames: ["pdb"] });
const nodes = type("nodes", "Node", { namespaced: false });
const types = [budgets, pods, nodes, type("bindings", "Binding", { verbs: ["create"] })];
const clusters = [{ id: "c-1", name: "Prod" }];
const read = (line: string) => readCommand(line, { types, clusters, namespaces: "now" });

describe("kindsFor", () => {
  it("accepts any name of a kind, exact matches first", () => {
    expect(kindsFor("po", types)).toEqual([pods, budgets]);
    expect(kindsFor("Pod", types)[0]).toBe(pods);
    expect(kindsFor("pdb", types)).toEqual([budgets]);
    expect(kindsFor("poddisruptionbudgets.policy", types)[0]).toBe(budgets);
    expect(kindsFor("binding", types)).toEqual([]);
    expect(kindsFor("", types)).toEqual([]);
  });
});

describe("clusterCommand", () => {
  const many = [...clusters, { id: "c-2", name: "Prod East" }];
  it("suggests clusters by text, exact names first", () => {
    expect(clusterCommand("ctx", many)).toEqual(many);
    expect(clusterCommand("ctx prod", many)).toEqual(clusters);
    expect(clusterCommand("contexts @prod-e", many)).toEqual(many.slice(1));
    expect(clusterCommand("ctx nowhere", many)).toEqual([]);
    expect(clusterCommand("pods", many)).toBeUndefined();
  });
});

describe("unknownWord", () => {
  it.each([
    ["frobnicate", { missing: "kind", word: "frobnicate" }],
    ["pods @nowhere", { missing: "cluster", word: "nowhere" }],
    ["ctx nowhere", { missing: "cluster", word: "nowhere" }],
    ["pods kube-system /web @prod", undefined],
    ["ctx", undefined],
    ["", undefined],
  ])("in %j is %j", (line, expected) => {
    expect(unknownWord(line, { types, clusters })).toEqual(expected);
  });
});

describe("readCommand", () => {
  it("reads namespaces, filter, labels and cluster in any order", () => {
    expect(read("pods a,b /web @prod -l app=x")[0]).toEqual({
      type: pods,
      namespaces: "a,b",
      filter: "web",
      labels: "app=x",
      cluster: "c-1",
    });
    expect(read("pods tier=front /x")[0]).toMatchObject({ labels: "tier=front", filter: "x" });
  });

  it("keeps the current namespaces, except with the word all or for cluster-scoped kinds", () => {
    expect(read("pods")[0]?.namespaces).toBe("now");
    expect(read("pods all")[0]?.namespaces).toBe("");
    expect(read("nodes x")[0]?.namespaces).toBe("");
    expect(read("nothing")).toEqual([]);
  });

  it("returns nothing for an unknown cluster", () => {
    expect(read("pods @nowhere")).toEqual([]);
    expect(read("pods @pr")[0]?.cluster).toBe("c-1");
  });
});
