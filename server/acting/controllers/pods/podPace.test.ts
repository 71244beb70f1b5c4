import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { CROWD, CROWDED, PodPace, unplacedNamespace } from "./podPace.ts";

/** A pace where a number of pods of the namespace `crowded` wait for a node. */
function paceWith(waiting: number) {
  const state = { waiting, time: 1000 };
  const pods = {
    count: (valuesOf: unknown, value: string): number =>
      valuesOf === unplacedNamespace && value === "crowded" ? state.waiting : 0,
    indexed: () => Promise.resolve(),
  };
  return { state, pace: new PodPace(pods, () => state.time) };
}

it("does not limit what nodes take", () => {
  const { pace } = paceWith(CROWD - 500);
  for (let i = 0; i < 100; i++) expect(pace.take("crowded", 500)).toBe(500);
});

it("lets a crowded namespace have a few pods at once, then some per second, and others what they want", () => {
  const { state, pace } = paceWith(CROWD - 10);
  expect(pace.take("crowded", 500)).toBe(10 + CROWDED.atOnce);
  state.waiting = CROWD;
  expect(pace.take("crowded", 500)).toBe(0);
  state.time += 1000;
  expect(pace.take("crowded", 5)).toBe(5);
  expect(pace.take("crowded", 500)).toBe(CROWDED.perSecond - 5);
  state.time += 1_000_000;
  expect(pace.take("crowded", 500)).toBe(CROWDED.atOnce);
  expect(pace.take("other", 500)).toBe(500);
});

it("counts pods that wait for a node", () => {
  const pod = (spec: object, status: object = {}) => ({ metadata: { namespace: "n" }, spec, status }) as ApiObject;
  expect(unplacedNamespace(pod({}))).toEqual(["n"]);
  expect(unplacedNamespace(pod({ nodeName: "node-1" }))).toEqual([]);
  expect(unplacedNamespace(pod({}, { phase: "Failed" }))).toEqual([]);
});
