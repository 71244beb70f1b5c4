import { describe, expect, it } from "vitest";
import type { Tone } from "../../ui/Badge.tsx";
import { PEOPLE } from "./action.ts";
import { type Actor, foundAt, type NodeEntry, nodeUser, placeBodies } from "./bodies.ts";
import { type PodEntry, sharesOf } from "./moons.ts";

const podsOf = (count: number, tone: Tone = "good"): PodEntry[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${tone}${i}`, name: `p${i}`, namespace: "d", tone }));
const actor = (id: string): Actor => ({ id, label: id, kind: "controller" });
const node = (name: string, pods: readonly (PodEntry | undefined)[] = []): NodeEntry => ({ name, tone: "good", pods });
const SIZES = [
  { width: 720, height: 700 },
  { width: 1400, height: 900 },
];
const ACTORS: Actor[] = [{ id: PEOPLE, label: "you", kind: "people" }, ...[..."abcdefghijklmnopqrs"].map(actor)];

describe("Bodies", () => {
  it("are within the picture with their pods and do not overlap", () => {
    for (const size of SIZES) {
      for (const count of [1, 3, 12, 100, 1_000]) {
        const nodes = Array.from({ length: count }, (_, i) => node(`n${i}`, podsOf(10)));
        const { bodies } = placeBodies(size, ACTORS, nodes);
        expect(bodies).toHaveLength(ACTORS.length + count);
        for (const { x, y, extent } of bodies) {
          expect(Math.min(x - extent, y - extent, size.width - x - extent, size.height - y - extent)).toBeGreaterThan(
            0,
          );
        }
        const worst = { gap: Number.POSITIVE_INFINITY, of: "" };
        for (const [i, a] of bodies.entries()) {
          for (const b of bodies.slice(i + 1)) {
            const gap = Math.hypot(a.x - b.x, a.y - b.y) - a.extent - b.extent;
            if (gap < worst.gap) Object.assign(worst, { gap, of: `${size.width} ${count} ${a.id} ${b.id}` });
          }
        }
        expect(worst.gap, worst.of).toBeGreaterThan(0);
      }
    }
  });

  it("leave a separate line for each actor's name", () => {
    for (const size of SIZES) {
      const { bodies } = placeBodies(size, ACTORS, [node("n1"), node("n2"), node("n3")]);
      const sides = [
        bodies.filter(({ x }) => x > size.width / 2 + 1),
        bodies.filter(({ x }) => x < size.width / 2 - 1),
      ];
      for (const side of sides) {
        const lines = side.filter(({ kind }) => kind === "controller").map(({ y }) => y);
        lines.sort((a, b) => a - b);
        for (const [i, y] of lines.entries()) if (i > 0) expect(y - (lines[i - 1] ?? 0)).toBeGreaterThan(14);
      }
    }
  });

  it("show one moon per pod if there is room, otherwise the shares of all pods by state", () => {
    const [size] = SIZES as [{ width: number; height: number }];
    const some = placeBodies(size, [], [node("n1", podsOf(110)), node("n2"), node("n3")]).byId.get(nodeUser("n1"));
    expect([some?.moons.length, some?.shares.length, some?.pods]).toEqual([110, 0, 110]);
    expect(new Set(some?.moons.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(110);
    const pods = [...podsOf(900), ...podsOf(40, "warn"), ...podsOf(3, "bad")];
    const many = placeBodies(size, [], [node("n1", pods)]).byId.get(nodeUser("n1"));
    expect([many?.moons.length, many?.pods]).toEqual([0, 943]);
    expect(many?.shares).toEqual([
      { tone: "bad", count: 3 },
      { tone: "warn", count: 40 },
      { tone: "good", count: 900 },
    ]);
    const dense = placeBodies(
      size,
      [],
      Array.from({ length: 1_000 }, (_, i) => node(`n${i}`, podsOf(10))),
    );
    expect(dense.isDense).toBe(true);
    expect(dense.bodies.every(({ pods: count }) => count === 10)).toBe(true);
  });

  it("keep their identity when unchanged, and equal a full computation", () => {
    for (const size of SIZES) {
      for (const count of [3, 50, 300]) {
        const nodes = Array.from({ length: count }, (_, i) => node(`n${i}`, podsOf(10)));
        const before = placeBodies(size, ACTORS, nodes);
        const changed = nodes.map((each, i) => (i === 1 ? node("n1", podsOf(9, "bad")) : each));
        const after = placeBodies(size, ACTORS, changed, before);
        expect(after).toEqual(placeBodies(size, ACTORS, changed));
        const moved = after.bodies.filter((body) => body.kind === "node" && body !== before.byId.get(body.id));
        expect(moved.map(({ label }) => label)).toEqual(["n1"]);
        for (const other of [changed.slice(1), [node("n0", podsOf(90)), ...changed]]) {
          expect(placeBodies(size, ACTORS, other, after)).toEqual(placeBodies(size, ACTORS, other));
        }
        const [smaller] = [{ width: size.width - 9, height: size.height }];
        expect(placeBodies(smaller, ACTORS, changed, after)).toEqual(placeBodies(smaller, ACTORS, changed));
      }
    }
  });

  it("are found at their positions, like the server", () => {
    const [size] = SIZES as [{ width: number; height: number }];
    const sky = placeBodies(size, ACTORS, [node("n1", podsOf(30)), node("n2")]);
    for (const body of sky.bodies) expect(foundAt(sky, body.x, body.y)?.body?.id).toBe(body.id);
    const moon = sky.byId.get(nodeUser("n1"))?.moons[7];
    expect(foundAt(sky, moon?.x ?? 0, moon?.y ?? 0)?.moon?.id).toBe(moon?.id);
    expect(foundAt(sky, size.width / 2, size.height / 2)).toEqual({});
    expect(foundAt(sky, 3, 3)).toBeUndefined();
  });
});

describe("Shares", () => {
  const [a, b] = podsOf(2) as [PodEntry, PodEntry];

  it("exclude empty seats", () => {
    expect(sharesOf([a, undefined, { ...b, tone: undefined }])).toEqual([
      { tone: "good", count: 1 },
      { tone: undefined, count: 1 },
    ]);
  });
});
