import { describe, expect, it } from "vitest";
import { causeGraph } from "./causeGraph.ts";
import { CauseLedger } from "./causeLedger.ts";
import type { Action, Change, Write } from "./change.ts";

const name = (resource: string, object = "web") => ({ group: "apps", resource, namespace: "default", name: object });
const change = (resource: string, revision: string): Change => ({ ...name(resource), revision, deleted: false });
const write = (resource: string, revision: string, verb: Write["verb"] = "update"): Write => ({
  ...name(resource),
  verb,
  subresource: "",
  revision,
});

function ledgerAt(limit = 100) {
  let now = 0;
  const ledger = new CauseLedger({ now: () => now, retention: 1000, limit });
  const act = (actor: string, causes: Change[], writes: Write[]): void =>
    ledger.add({ actor, kind: "controller", key: "k", at: now, causes, writes });
  return { ledger, act, pass: (milliseconds: number) => (now += milliseconds) };
}
const actors = (actions: Iterable<Action>) => [...actions].map(({ actor }) => actor);

describe("Recorded actions", () => {
  it("are found by their cause and by the object they wrote", () => {
    const { ledger, act } = ledgerAt();
    act("deployment", [change("deployments", "1")], [write("replicasets", "2"), write("deployments", "3")]);
    act("nothing", [change("deployments", "1")], []);
    expect(ledger.maker(change("replicasets", "2"))?.actor).toBe("deployment");
    expect(ledger.maker(change("deployments", "1"))).toBeUndefined();
    expect(actors(ledger.effects(change("deployments", "1")))).toEqual(["deployment"]);
    expect(ledger.changes(name("deployments")).map(({ revision }) => revision)).toEqual(["1", "3"]);
    expect(ledger.last).toBe(1);
  });

  it("are limited by count and age, and evicted actions leave no index entries", () => {
    const { ledger, act, pass } = ledgerAt(2);
    for (const revision of ["2", "3", "4"])
      act(`to-${revision}`, [change("deployments", "1")], [write("pods", revision)]);
    expect(actors(ledger.after(0))).toEqual(["to-3", "to-4"]);
    expect(ledger.maker(change("pods", "2"))).toBeUndefined();
    expect(actors(ledger.effects(change("deployments", "1")))).toEqual(["to-3", "to-4"]);
    pass(1001);
    act("late", [], [write("pods", "5")]);
    expect(actors(ledger.after(0))).toEqual(["late"]);
    expect(ledger.effects(change("deployments", "1"))).toEqual([]);
    expect(ledger.changes(name("deployments"))).toEqual([]);
    expect(actors(ledger.after(4))).toEqual([]);
  });
});

describe("Write whose response contains no resource version", () => {
  it("gets the resource version of the watch event that is delivered afterwards", () => {
    const { ledger, act } = ledgerAt();
    act("replica", [], [write("pods", "", "delete")]);
    ledger.noteDelivery(change("pods", "7"), false);
    expect(ledger.maker(change("pods", "7"))).toBeUndefined();
    ledger.noteDelivery(change("pods", "8"), true);
    ledger.noteDelivery(change("pods", "9"), true);
    expect(ledger.maker(change("pods", "8"))?.actor).toBe("replica");
    expect(ledger.maker(change("pods", "9"))).toBeUndefined();
  });

  it("does not get the resource version of another writer's change", () => {
    const { ledger, act } = ledgerAt();
    act("replica", [], [write("pods", "", "delete")]);
    act("node", [], [write("pods", "8")]);
    ledger.noteDelivery(change("pods", "8"), true);
    expect(ledger.maker(change("pods", "8"))?.actor).toBe("node");
  });
});

describe("Causal graph of an object", () => {
  const chain = () => {
    const made = ledgerAt();
    made.act("deployment", [change("deployments", "1")], [write("replicasets", "2")]);
    made.act("replica", [change("replicasets", "2")], [write("pods", "3")]);
    made.act("scheduler", [change("pods", "3")], [write("pods", "4")]);
    made.act("other", [change("services", "5")], [write("endpoints", "6")]);
    return made.ledger;
  };

  it("contains all transitive effects and all transitive causes", () => {
    const ledger = chain();
    expect(actors(causeGraph(ledger, name("deployments"), 10).actions)).toEqual(["deployment", "replica", "scheduler"]);
    expect(actors(causeGraph(ledger, { ...name("pods"), revision: "4" }, 10).actions)).toEqual([
      "deployment",
      "replica",
      "scheduler",
    ]);
    expect(causeGraph(ledger, name("nothing"), 10)).toEqual({ actions: [], isCut: false });
  });

  it("is truncated at its size limit and terminates on cycles", () => {
    const ledger = chain();
    expect(causeGraph(ledger, name("deployments"), 2)).toMatchObject({ isCut: true, actions: [{}, {}] });
    const round = ledgerAt();
    round.act("a", [change("x", "1")], [write("y", "2")]);
    round.act("b", [change("y", "2")], [write("x", "1")]);
    expect(actors(causeGraph(round.ledger, name("x"), 10).actions)).toEqual(["a", "b"]);
  });
});

describe("Actions of an earlier process", () => {
  it("are traversed like current actions, and their numbering continues", () => {
    const before = ledgerAt();
    before.act("deployment", [change("deployments", "1")], [write("replicasets", "2")]);
    before.act("replica", [change("replicasets", "2")], [write("pods", "", "delete")]);
    const { ledger, act } = ledgerAt();
    ledger.restore([...before.ledger.after(0)]);
    const told: string[] = [];
    ledger.setListener(({ sequence, actor }) => told.push(`${sequence} ${actor}`));
    act("scheduler", [change("replicasets", "2")], [write("pods", "3")]);
    expect(ledger.last).toBe(3);
    expect(told).toEqual(["3 scheduler"]);
    expect(actors(causeGraph(ledger, name("deployments"), 10).actions)).toEqual(["deployment", "replica", "scheduler"]);
    // The deletion now is not the recorded one.
    ledger.noteDelivery(change("pods", "9"), true);
    expect(ledger.maker(change("pods", "9"))).toBeUndefined();
  });

  it("expire after a retention period that is configured later", () => {
    const { ledger, act, pass } = ledgerAt();
    ledger.keepFor(5_000);
    act("early", [], [write("pods", "1")]);
    pass(4_000);
    act("late", [], [write("pods", "2")]);
    expect(actors(ledger.after(0))).toEqual(["early", "late"]);
    ledger.keepFor(1_000);
    act("last", [], [write("pods", "3")]);
    expect(actors(ledger.after(0))).toEqual(["late", "last"]);
  });
});
