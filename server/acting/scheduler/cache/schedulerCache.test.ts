import type { Node } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { podInfo } from "../model/podInfo.ts";
import { type PodOptions, testNode, testPod } from "../testing/world.ts";
import { roundZones } from "./nodeOrder.ts";
import { SchedulerCache } from "./schedulerCache.ts";

const node = (name: string, options?: Parameters<typeof testNode>[1]): Node => testNode(name, options) as Node;
const pod = (name: string, on: string, options: PodOptions = { requests: { cpu: "1" } }) =>
  podInfo(testPod(name, options), on);
const cacheOf = () => new SchedulerCache(({ labels }) => labels["zone"] ?? "");
const cpuOn = (cache: SchedulerCache, name: string) => cache.node(name)?.requested.cpu;

describe("SchedulerCache", () => {
  it("counts assumed pods until they are confirmed or forgotten", () => {
    const cache = cacheOf();
    cache.setNode(node("n"));
    cache.assume(pod("p", "n"));
    expect([cpuOn(cache, "n"), cache.isAssumed("ns/p")]).toEqual([1000, true]);
    cache.forget("ns/p");
    expect(cpuOn(cache, "n")).toBe(0);
    cache.assume(pod("p", "n"));
    cache.setPod(pod("p", "n"));
    cache.forget("ns/p");
    expect([cpuOn(cache, "n"), cache.isAssumed("ns/p")]).toEqual([1000, false]);
  });

  it("moves a pod confirmed on another node than assumed", () => {
    const cache = cacheOf();
    cache.setNode(node("a"));
    cache.setNode(node("b"));
    cache.assume(pod("p", "a"));
    cache.setPod(pod("p", "b"));
    expect([cpuOn(cache, "a"), cpuOn(cache, "b")]).toEqual([0, 1000]);
  });

  it("counts the pods of a node that is added later or again", () => {
    const cache = cacheOf();
    cache.setPod(pod("p", "n"));
    cache.setNode(node("n"));
    expect(cpuOn(cache, "n")).toBe(1000);
    cache.deleteNode("n");
    cache.setPod(pod("q", "n"));
    cache.deletePod("ns/p");
    cache.setNode(node("n"));
    expect([...(cache.node("n")?.pods.keys() ?? [])]).toEqual(["ns/q"]);
  });

  it("counts on how many nodes an image is present", () => {
    const cache = cacheOf();
    const images = [{ names: ["app:1"], sizeBytes: 1 }];
    cache.setNode(node("a", { images }));
    cache.setNode(node("b", { images }));
    expect(cache.nodesWithImage("app:1")).toBe(2);
    cache.setNode(node("a"));
    cache.deleteNode("b");
    expect(cache.nodesWithImage("app:1")).toBe(0);
  });

  it("updates selector counts as pods are added and removed", () => {
    const cache = cacheOf();
    const counted = {
      key: "web",
      namespaces: ["ns"],
      test: ({ labels }: ReturnType<typeof pod>) => labels["app"] === "web",
    };
    cache.setPod(pod("a", "n", { labels: { app: "web" } }));
    const counts = cache.tallies.of(counted);
    cache.setPod(pod("b", "n", { labels: { app: "web" } }));
    cache.setPod(pod("c", "n", { labels: { app: "db" } }));
    cache.setPod(pod("d", "m", { labels: { app: "web" } }));
    expect([...counts]).toEqual([
      ["n", 2],
      ["m", 1],
    ]);
    cache.setPod(pod("b", "n", { labels: { app: "db" } }));
    cache.deletePod("ns/d");
    expect([...cache.tallies.of(counted)]).toEqual([["n", 1]]);
  });
});

describe("roundZones", () => {
  it("interleaves nodes of different zones", () => {
    expect(roundZones(["a1", "a2", "a3", "b1", "c1", "c2"], (name) => name.slice(0, 1))).toEqual([
      "a1",
      "b1",
      "c1",
      "a2",
      "c2",
      "a3",
    ]);
  });
});
