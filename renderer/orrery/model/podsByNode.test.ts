import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PodEntry } from "./moons.ts";
import { type PlacedPod, PodsByNode } from "./podsByNode.ts";
import { Seats } from "./seats.ts";

const podOf = (id: string, tone: PodEntry["tone"] = "good"): PodEntry => ({ id, name: id, namespace: "d", tone });
const placed = (id: string, node: string, tone?: PodEntry["tone"]): PlacedPod => ({ node, pod: podOf(id, tone) });

describe("Seats", () => {
  it("stay occupied while a pod exists; new pods take the first free seat", () => {
    const seats = new Seats();
    for (const id of ["a", "b", "c"]) seats.put(podOf(id));
    const first = seats.shown();
    expect(first).toEqual(["a", "b", "c"].map((id) => podOf(id)));
    seats.remove("b");
    expect(seats.shown()).toEqual([podOf("a"), undefined, podOf("c")]);
    seats.put(podOf("a", "bad"));
    seats.put(podOf("d"));
    expect(seats.shown()).toEqual([podOf("a", "bad"), podOf("d"), podOf("c")]);
    for (const id of ["c", "d", "unknown"]) seats.remove(id);
    expect(seats.shown()).toEqual([podOf("a", "bad")]);
    const same = seats.shown();
    expect(seats.shown()).toBe(same);
    expect([seats.size, first.length]).toEqual([1, 3]);
  });
});

/** A live list that changes in batches: each batch yields a snapshot with its differences from the previous one. */
class List {
  readonly rows = new Map<string, PlacedPod>();
  version = 0;

  change(batch: readonly (readonly [id: string, pod: PlacedPod | undefined])[]) {
    const before = new Map<string, PlacedPod | undefined>();
    for (const [id, pod] of batch) {
      if (!before.has(id)) before.set(id, this.rows.get(id));
      if (pod === undefined) this.rows.delete(id);
      else this.rows.set(id, pod);
    }
    return { rows: this.rows, version: ++this.version, changes: { since: this.version - 1, before } };
  }
}

/** The expected result, computed from scratch: the pods of each node, sorted by id. */
function grouped(rows: ReadonlyMap<string, PlacedPod>): Map<string, PodEntry[]> {
  const byNode = new Map<string, PodEntry[]>();
  for (const { node, pod } of rows.values()) byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  for (const pods of byNode.values()) pods.sort(byId);
  return byNode;
}
const byId = (a: PodEntry, b: PodEntry): number => (a.id < b.id ? -1 : 1);
const NODES = ["", "n1", "n2", "n3"];
const seen = (pods: PodsByNode<PlacedPod>, node: string): PodEntry[] =>
  pods.on(node).filter((pod): pod is PodEntry => pod !== undefined);

const change = fc
  .record({
    id: fc.integer({ min: 0, max: 12 }).map((n) => `p${n}`),
    node: fc.constantFrom(...NODES),
    tone: fc.constantFrom("good" as const, "warn" as const, "bad" as const),
    isGone: fc.boolean(),
  })
  .map(({ id, node, tone, isGone }) => [id, isGone ? undefined : placed(id, node, tone)] as const);
const step = fc.record({ batch: fc.array(change, { maxLength: 8 }), isMissed: fc.boolean() });

describe("Pods by node", () => {
  it("equal a full computation after any changes, and keep their seats", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const list = new List();
        const pods = new PodsByNode<PlacedPod>((row) => row);
        for (const { batch, isMissed } of steps) {
          const before = new Map(NODES.map((node) => [node, pods.on(node)]));
          const snapshot = list.change(batch);
          // A reader may miss a snapshot; the next one then does not start from its version.
          if (isMissed) continue;
          pods.follow(snapshot);
          const expected = grouped(list.rows);
          expect(pods.size).toBe(list.rows.size);
          for (const node of NODES) {
            const now = pods.on(node);
            expect(seen(pods, node).sort(byId)).toEqual(expected.get(node) ?? []);
            expect(now.at(-1)).toEqual(now.length === 0 ? undefined : expect.anything());
            const [old, stays] = [before.get(node) ?? [], new Set(now.map((pod) => pod?.id))];
            for (const [seat, pod] of old.entries()) {
              if (pod !== undefined && stays.has(pod.id)) expect(now[seat]?.id).toBe(pod.id);
            }
            if (JSON.stringify(old) === JSON.stringify(now)) expect(now).toBe(old);
          }
        }
      }),
    );
  });

  it("process only changes", () => {
    let read = 0;
    const list = new List();
    const pods = new PodsByNode<PlacedPod>((row) => {
      read++;
      return row;
    });
    pods.follow(list.change(Array.from({ length: 1_000 }, (_, i) => [`p${i}`, placed(`p${i}`, `n${i % 10}`)])));
    const [changed, other] = [pods.on("n1"), pods.on("n2")];
    read = 0;
    const snapshot = list.change([["p1", placed("p1", "n1", "bad")]]);
    pods.follow(snapshot);
    pods.follow(snapshot);
    expect(read).toBe(1);
    expect(pods.on("n1")).not.toBe(changed);
    expect(pods.on("n2")).toBe(other);
  });

  it("reuse the seats of pods removed in the same change", () => {
    const list = new List();
    const pods = new PodsByNode<PlacedPod>((row) => row);
    pods.follow(
      list.change([
        ["a", placed("a", "n1")],
        ["b", placed("b", "n1")],
      ]),
    );
    pods.follow(
      list.change([
        ["c", placed("c", "n1")],
        ["a", undefined],
      ]),
    );
    expect(pods.on("n1").map((pod) => pod?.id)).toEqual(["c", "b"]);
    expect(
      pods
        .all()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["b", "c"]);
  });
});
