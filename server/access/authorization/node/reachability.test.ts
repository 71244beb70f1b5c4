import { describe, expect, it } from "vitest";
import { Reachability } from "./reachability.ts";

describe("Reachability", () => {
  it("follows chains regardless of the order of edges", () => {
    const graph = new Reachability();
    graph.addEdge("secret", "volume");
    graph.addEdge("claim", "pod");
    graph.addNode("pod", "n");
    expect(graph.reaches("claim", "n")).toBe(true);
    expect(graph.reaches("secret", "n")).toBe(false);
    graph.addEdge("volume", "claim");
    expect(graph.reaches("secret", "n")).toBe(true);
    expect(graph.reaches("secret", "m")).toBe(false);
  });

  it("is kept while one path remains and removed with the last", () => {
    const graph = new Reachability();
    for (const pod of ["p", "q"]) {
      graph.addNode(pod, "n");
      graph.addEdge("config", pod);
    }
    graph.removeEdge("config", "p");
    expect(graph.reaches("config", "n")).toBe(true);
    graph.removeNode("q", "n");
    expect(graph.reaches("config", "n")).toBe(false);
    expect(graph.reaches("p", "n")).toBe(true);
  });

  it("frees removed nodes", () => {
    const graph = new Reachability();
    graph.addNode("p", "n");
    graph.addEdge("s", "p");
    graph.removeEdge("s", "p");
    graph.removeEdge("s", "p");
    graph.removeNode("p", "n");
    expect(graph.size).toBe(0);
  });
});
