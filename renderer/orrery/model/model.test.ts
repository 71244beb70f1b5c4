import { describe, expect, it } from "vitest";
import { type Action, type Change, changeId, changesOfPeople, PEOPLE, shortActor } from "./action.ts";
import { chainOf } from "./chain.ts";
import { progressOf, pulsesOf } from "./pulses.ts";
import { EMPTY, extended, movedTo, stepped, stepSize } from "./timeline.ts";

const change = (resource: string, revision: string): Change => ({
  ...{ group: "", resource, namespace: "default", name: "web", revision },
});
const action = (
  sequence: number,
  actor: string,
  causes: Change[] = [],
  writes: Change[] = [],
  second = sequence,
): Action => ({
  ...{
    sequence,
    actor,
    kind: "controller" as const,
    at: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`,
    causes,
  },
  writes: writes.map((write) => ({ ...write, verb: "update", subresource: "" })),
});

describe("Timeline", () => {
  it("shows waiting actions step by step in start order", () => {
    const told = extended(EMPTY, [action(1, "late", [], [], 5), action(2, "early", [], [], 3)], 2);
    const first = stepped(told);
    expect(first.shown.map(({ actor }) => actor)).toEqual(["early"]);
    const more = extended(first.timeline, [action(3, "earliest", [], [], 1)], 3);
    expect(stepped(more).shown.map(({ actor }) => actor)).toEqual(["earliest"]);
    expect(more.actions.map(({ actor }) => actor)).toEqual(["early", "earliest", "late"]);
  });

  it("sorts by revision regardless of clocks, and drops server actions but records the changes they made", () => {
    const client = { ...action(-1, "client:me", [], [change("deployments", "10")], 50), kind: "client" as const };
    const server = { ...action(-2, "client:server", [], [change("namespaces", "9")]), kind: "server" as const };
    const acts = action(1, "deployment", [change("deployments", "10")], [change("replicasets", "11")], 2);
    const told = extended(extended(EMPTY, [acts], 1), [client, server], 1);
    expect(told.actions.map(({ sequence }) => sequence)).toEqual([-1, 1]);
    expect([...told.made].sort()).toEqual(
      ["/deployments/default/web@10", "/namespaces/default/web@9", "/replicasets/default/web@11"].sort(),
    );
    const past = extended(extended(EMPTY, [acts], 1, true), [client], 1, true);
    expect(past.actions.map(({ sequence }) => sequence)).toEqual([-1, 1]);
    expect(past.position).toBe(2);
  });

  it("takes larger steps while many actions wait, without losing any", () => {
    let timeline = extended(
      EMPTY,
      Array.from({ length: 100 }, (_, i) => action(i + 1, "a", [], [], 1)),
      100,
    );
    expect(stepSize(timeline)).toBe(5);
    let shown = 0;
    while (timeline.position < timeline.actions.length) {
      const next = stepped(timeline);
      shown += next.shown.length;
      timeline = next.timeline;
    }
    expect(shown).toBe(100);
    expect(stepped(timeline).shown).toEqual([]);
  });

  it("is limited in size and can be rewound", () => {
    const many = Array.from({ length: 5_010 }, (_, i) => action(i + 1, "a", [], [change("pods", String(i))], 1));
    const past = extended(EMPTY, many, 5_010, true);
    expect([past.actions.length, past.position, past.made.size]).toEqual([5_000, 5_000, 5_000]);
    expect(movedTo(past, -1).position).toBe(0);
    expect(movedTo(past, 9_999).position).toBe(5_000);
    const next = extended(movedTo(past, 4_000), [action(6_000, "b")], 6_000);
    expect([next.position, next.actions.length]).toEqual([3_999, 5_000]);
  });
});

describe("Pulses", () => {
  const made = new Set(["/pods/default/web@2"]);
  const actions = [
    action(1, "deployment", [change("deployments", "1")], [change("pods", "2"), change("pods", "3")]),
    action(2, "deployment", [change("pods", "2")], [change("deployments", "4")]),
  ];

  it("are counted by sender and receiver; changes without a controller are attributed to users", () => {
    expect(changesOfPeople(actions[0] as Action, made)).toEqual([change("deployments", "1")]);
    expect(pulsesOf(actions, made, undefined).map(({ body, direction, count }) => [body, direction, count])).toEqual([
      [PEOPLE, "in", 1],
      ["deployment", "out", 2],
      ["deployment", "in", 3],
    ]);
  });

  it("of clients come first, and are shown as denied only if all are", () => {
    const refusal = { code: 403, reason: "Forbidden" };
    const denied = { ...action(-1, "client:a", [], [change("pods", "")]), kind: "client" as const, refusal };
    const [pulse] = pulsesOf([denied], made, undefined);
    expect(pulse).toMatchObject({ body: "client:a", direction: "in", from: 0, isRefused: true });
    const { refusal: _, ...fine } = denied;
    for (const both of [
      [denied, fine],
      [fine, denied],
    ]) {
      expect(pulsesOf(both, made, undefined).map(({ count, isRefused }) => [count, isRefused])).toEqual([[2, false]]);
    }
  });

  it("fade unless they belong to the followed actions", () => {
    const shown = pulsesOf([...actions, action(3, "other", [change("pods", "2")])], made, new Set([1]));
    expect(shown.map(({ body, isFollowed }) => [body, isFollowed])).toEqual([
      [PEOPLE, true],
      ["deployment", true],
      ["deployment", true],
      ["other", false],
    ]);
  });

  it("move within their part of a step", () => {
    const [first] = pulsesOf(actions, made, undefined);
    if (first === undefined) throw new Error("no pulse");
    const { to } = first;
    expect([0, to / 2, to, to + 0.01].map((part) => progressOf(first, part))).toEqual([0, 0.5, 1, undefined]);
  });
});

describe("Followed chain", () => {
  const all = [
    action(1, "deployment", [change("deployments", "1")], [change("replicasets", "2")]),
    action(2, "replicaset", [change("replicasets", "2")], [change("pods", "3"), change("pods", "4")]),
    action(3, "scheduler", [change("pods", "3")], [change("pods", "5")]),
    action(4, "scheduler", [change("pods", "4")], [change("pods", "6")]),
    action(5, "other", [], [change("leases", "7")]),
  ];
  const made = new Set(all.flatMap(({ writes }) => writes.map(changeId)));

  it("contains exactly the causes back to the users and all effects", () => {
    const sequences = (start: number) =>
      chainOf(all, made, all[start] as Action).actions.map(({ sequence }) => sequence);
    expect([0, 2, 4].map(sequences)).toEqual([[1, 2, 3, 4], [1, 2, 3], [5]]);
    expect([...chainOf(all, made, all[2] as Action).bodies]).toEqual(["deployment", "replicaset", "scheduler", PEOPLE]);
    expect([...chainOf(all, made, all[4] as Action).bodies]).toEqual(["other"]);
  });

  it("lists causes before effects even if reported later", () => {
    const late = [all[1], all[2], all[0], all[3]] as Action[];
    expect(chainOf(late, made, all[2] as Action).actions.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });
});

it("shortens actor names", () => {
  expect(["system:node:node-1", "system:kube-scheduler", "replicaset-controller"].map(shortActor)).toEqual([
    "node-1",
    "scheduler",
    "replicaset",
  ]);
});
