import { describe, expect, it } from "vitest";
import { Adjacency } from "./adjacency.ts";
import type { MapEdge, MapNode, Relation } from "./clusterMap.ts";
import { drawEdges, drawnElements, groupId } from "./drawnEdges.ts";
import { filterMap } from "./filterMap.ts";
import { findSelected } from "./findSelected.ts";
import { foldedGroups, isLarge } from "./folding.ts";
import { filterGroups, groupMap } from "./grouping.ts";
import { LAYER, layerOf } from "./kinds.ts";
import { layoutMap } from "./layout.ts";
import { moveAlong } from "./moveAlong.ts";
import { packBoxes } from "./packBoxes.ts";
import { drawnPart, fitView, reveal, zoomAt } from "./viewport.ts";

const node = (id: string, more: Partial<MapNode> = {}): MapNode => {
  const [kind = "", namespace = "", name = ""] = id.split("/");
  const rest = { labels: {}, presence: "there" as const, finding: undefined, pods: [], notes: [] };
  return { id, apiVersion: "v1", kind, namespace, name, uid: id, layer: layerOf(kind), ...rest, ...more };
};
const edge = (from: string, relation: Relation, to: string): MapEdge => ({
  id: `${from} ${to}`,
  from,
  to,
  relations: [relation],
});

const WEB = [
  "Ingress/s/shop",
  "Service/s/web",
  "Deployment/s/web",
  "Secret/s/keys",
  "Deployment/s/api",
  "Secret/s/old",
];
const map = {
  nodes: WEB.map((id) => node(id)),
  edges: [
    edge("Ingress/s/shop", "routesTo", "Service/s/web"),
    edge("Service/s/web", "selects", "Deployment/s/web"),
    edge("Deployment/s/web", "mounts", "Secret/s/keys"),
    edge("Deployment/s/api", "envOf", "Secret/s/keys"),
  ],
};
const adjacency = new Adjacency(map.edges);
const groupsOf = (nodes = map.nodes) => groupMap({ ...map, nodes }, adjacency, ["name", "app"]);
const namesOf = (nodes = map.nodes) =>
  groupsOf(nodes).map(({ sort, name, nodes: own }) => [sort, name, own.map(({ id }) => id)]);

describe("Groups", () => {
  it("contain the applications, their shared nodes, and the rest", () => {
    expect(namesOf()).toEqual([
      ["app", "api", ["Deployment/s/api"]],
      ["app", "web", ["Ingress/s/shop", "Deployment/s/web", "Service/s/web"]],
      ["shared", "", ["Secret/s/keys"]],
      ["alone", "", ["Secret/s/old"]],
    ]);
  });

  it("use the most suitable label first", () => {
    const labels = { app: "x", name: "shop" };
    expect(namesOf([node("Deployment/s/web", { labels })])).toEqual([["app", "shop", ["Deployment/s/web"]]]);
  });

  it("collapse when large, numerous, or on request", () => {
    const [api, web] = groupsOf();
    if (api === undefined || web === undefined) throw new Error("no groups");
    expect([...foldedGroups([api, web], false, new Set())]).toEqual([]);
    expect([...foldedGroups([api, web], true, new Set())]).toEqual([web.key]);
    expect([...foldedGroups([api, web], true, new Set([web.key, api.key]))]).toEqual([api.key]);
    expect([isLarge(200, false), isLarge(200, true), isLarge(300, false)]).toEqual([false, true, true]);
  });
});

describe("Layout", () => {
  const layout = layoutMap(groupsOf(), adjacency, new Set());
  const x = (id: string) => layout.nodes.get(id)?.x ?? Number.NaN;

  it("runs from left to right along the edges, independent of input order", () => {
    expect(x("Ingress/s/shop")).toBeLessThan(x("Service/s/web"));
    expect(x("Service/s/web")).toBeLessThan(x("Deployment/s/web"));
    const again = layoutMap(groupsOf([...map.nodes].reverse()), adjacency, new Set());
    expect(Object.fromEntries(again.nodes)).toEqual(Object.fromEntries(layout.nodes));
  });

  it("has no overlaps", () => {
    const boxes = Array.from({ length: 60 }, (_, i) => ({ width: 40 + ((i * 37) % 90), height: 20 + ((i * 53) % 70) }));
    const { places, width, height } = packBoxes(boxes, 5);
    const all = boxes.map((box, i) => ({ ...box, ...(places[i] ?? { x: 0, y: 0 }) }));
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) {
        const apart =
          a.x + a.width + 5 <= b.x ||
          b.x + b.width + 5 <= a.x ||
          a.y + a.height + 5 <= b.y ||
          b.y + b.height + 5 <= a.y;
        expect(apart).toBe(true);
      }
    }
    expect(width / height).toBeLessThan(4);
  });

  it("wraps long columns", () => {
    const many = Array.from({ length: 300 }, (_, i) => node(`Secret/s/x-${i}`));
    const { width, height } = layoutMap(groupsOf(many), adjacency, new Set());
    expect(width).toBeGreaterThan(1_000);
    expect(height).toBeLessThan(3_000);
  });
});

describe("Edges", () => {
  it("lead once to a collapsed group instead of its nodes", () => {
    const groups = groupsOf();
    const web = groups.find(({ name }) => name === "web")?.key ?? "";
    const things = drawnElements(layoutMap(groups, adjacency, new Set([web])));
    const { edges, labels } = drawEdges(map.edges, things);
    expect(edges.map(({ from, to, far }) => [from, to, far])).toEqual([
      [groupId(web), "Secret/s/keys", true],
      ["Deployment/s/api", "Secret/s/keys", true],
    ]);
    expect(labels.map(({ id, relations, side }) => [id, relations, side])).toEqual([
      ["Secret/s/keys", ["mounts", "envOf"], "left"],
    ]);
  });

  it("are followed by the keyboard, which otherwise moves to the nearest node", () => {
    const { boxes } = drawnElements(layoutMap(groupsOf(), adjacency, new Set()));
    const go = (key: string, from: string) => moveAlong(key, from, boxes, adjacency);
    expect(go("ArrowRight", "Service/s/web")).toBe("Deployment/s/web");
    expect(go("ArrowLeft", "Service/s/web")).toBe("Ingress/s/shop");
    expect(go("ArrowDown", "Deployment/s/web")).toBe("Secret/s/old");
    expect(go("a", "Service/s/web")).toBeUndefined();
  });

  it("show which nodes are connected", () => {
    expect([...adjacency.chain("Deployment/s/web")].sort()).toEqual([
      "Deployment/s/web",
      "Ingress/s/shop",
      "Secret/s/keys",
      "Service/s/web",
    ]);
  });
});

describe("Filter", () => {
  const none = { text: "", attentionOnly: false, hiddenKinds: new Set<string>() };

  it("keeps the matches and their neighbours", () => {
    const { nodes, found } = filterMap(map, adjacency, { ...none, text: "service WEB" });
    expect([...(found ?? [])]).toEqual(["Service/s/web"]);
    expect(nodes.map(({ id }) => id)).toEqual(["Ingress/s/shop", "Service/s/web", "Deployment/s/web"]);
    expect(filterGroups(groupsOf(), nodes).map(({ name }) => name)).toEqual(["web"]);
  });

  it("omits kinds with their edges", () => {
    const { nodes, edges, found } = filterMap(map, adjacency, { ...none, hiddenKinds: new Set(["Secret"]) });
    expect([nodes.length, edges.length, found]).toEqual([4, 2, undefined]);
  });

  it("keeps unhealthy nodes", () => {
    const missing = node("Secret/s/keys", { presence: "missing" });
    const all = { ...map, nodes: map.nodes.map((each) => (each.id === missing.id ? missing : each)) };
    const { found } = filterMap(all, adjacency, { ...none, attentionOnly: true });
    expect([...(found ?? [])]).toEqual(["Secret/s/keys"]);
  });
});

describe("Selection", () => {
  it("finds a node of the map or a pod of a node", () => {
    const finding = { state: "good" as const, word: "Running" };
    const owner = node("Deployment/s/web", { layer: LAYER.workload, pods: [{ uid: "u", name: "web-1", finding }] });
    const all = { nodes: [owner, node("Secret/s/gone", { presence: "missing" })], edges: [] };
    expect(findSelected(all, "Pod/s/web-1")).toMatchObject({
      node: { id: owner.id },
      object: { kind: "Pod", uid: "u" },
    });
    expect(findSelected(all, "Secret/s/gone")?.isThere).toBe(false);
    expect(findSelected(all, "Pod/s/other")).toBeUndefined();
    expect(findSelected(all, "")).toBeUndefined();
  });
});

describe("Viewport", () => {
  const window = { width: 1000, height: 800 };

  it("starts at a readable zoom and fits everything on request", () => {
    const content = { width: 4_000, height: 1_000 };
    expect(fitView(content, window, true)).toMatchObject({ x: 24, y: 24, scale: 0.8 });
    expect(fitView(content, window, false).scale).toBe(0.35);
    expect(fitView({ width: 100, height: 100 }, window, false)).toMatchObject({ x: 450, scale: 1 });
  });

  it("keeps the point under the pointer when zooming", () => {
    const view = zoomAt({ x: 10, y: 20, scale: 1 }, 2, { x: 110, y: 120 });
    expect(view).toEqual({ x: -90, y: -80, scale: 2 });
    expect(zoomAt(view, 100, { x: 0, y: 0 }).scale).toBe(2);
  });

  it("moves only for boxes outside the viewport", () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(reveal(view, { x: 100, y: 100, width: 50, height: 50 }, window)).toBe(view);
    expect(reveal(view, { x: 990, y: 100, width: 50, height: 50 }, window)).toEqual({ x: -64, y: 0, scale: 1 });
    expect(reveal(view, { x: -100, y: 0, width: 50, height: 50 }, window)).toEqual({ x: 124, y: 24, scale: 1 });
  });

  it("renders the same area until it has moved far", () => {
    const before = drawnPart({ x: -10, y: -10, scale: 1 }, window);
    expect(drawnPart({ x: -40, y: -30, scale: 1 }, window)).toEqual(before);
    expect(before.x).toBeLessThan(0);
    expect(before.x + before.width).toBeGreaterThan(1_010);
  });
});
