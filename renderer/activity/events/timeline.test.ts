import { describe, expect, it } from "vitest";
import { type AnyEvent, lanesOf, placeOf, spanFor } from "./timeline.ts";

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
const core = (name: string, kind: string, seconds: number, more: object = {}): AnyEvent => ({
  metadata: { name: `${name}.${seconds}`, uid: `${name}.${seconds}` },
  involvedObject: { kind, namespace: "dev", name },
  type: "Normal",
  reason: "Pulled",
  message: "image is there",
  firstTimestamp: at(seconds),
  lastTimestamp: at(seconds),
  ...more,
});
const every = { warningsOnly: false, text: "" };

describe("lanesOf", () => {
  const events = [
    core("web", "Pod", 10),
    core("web", "Pod", 30, { type: "Warning", reason: "BackOff", count: 4, firstTimestamp: at(20) }),
    core("db", "Pod", 20),
    core("web", "Deployment", 5),
  ];

  it("groups events by object, latest first", () => {
    const lanes = lanesOf(events, every);
    expect(lanes.map(({ key, warnings }) => [key, warnings])).toEqual([
      ["Pod/dev/web", 1],
      ["Pod/dev/db", 0],
      ["Deployment/dev/web", 0],
    ]);
    expect(lanes[0]?.marks.map(({ from, to, count }) => [from, to, count])).toEqual([
      [20_000, 30_000, 4],
      [10_000, 10_000, 1],
    ]);
  });

  it("filters by warnings and text", () => {
    expect(lanesOf(events, { ...every, warningsOnly: true }).map(({ key }) => key)).toEqual(["Pod/dev/web"]);
    expect(lanesOf(events, { ...every, text: "pod BACKOFF" })).toHaveLength(1);
    expect(lanesOf(events, { ...every, text: "nothing" })).toEqual([]);
  });

  it("reads events of the group events.k8s.io", () => {
    const [lane] = lanesOf(
      [
        {
          metadata: { name: "a", uid: "a" },
          regarding: { kind: "Node", name: "n" },
          note: "rebooted",
          eventTime: at(1),
          series: { count: 9, lastObservedTime: at(3) },
          reportingController: "node-controller",
        },
      ],
      every,
    );
    expect(lane?.key).toBe("Node//n");
    expect(lane?.marks[0]).toMatchObject({
      from: 1000,
      to: 3000,
      count: 9,
      message: "rebooted",
      source: "node-controller",
    });
  });
});

describe("Time axis", () => {
  it("has the shortest span that fits", () => {
    const lanes = lanesOf([core("web", "Pod", 1000)], every);
    expect(spanFor(lanes, 1_030_000)).toBe(60_000);
    expect(spanFor(lanes, 1_400_000)).toBe(900_000);
    expect(spanFor([], 5)).toBe(60_000);
  });

  it("places times", () => {
    expect([0, 50, 100, 150].map((time) => placeOf(time, 100, 100))).toEqual([0, 0.5, 1, 1]);
    expect(placeOf(-50, 100, 100)).toBe(0);
  });
});
