import { describe, expect, it } from "vitest";
import { eventLines, filterEvents, readEvent } from "./rawEvent.ts";

const frame = (type: string, name: string, namespace?: string): string =>
  JSON.stringify({ type, object: { metadata: { name, namespace, resourceVersion: "7" } } });
const events = [
  readEvent(1, 0, frame("ADDED", "web", "dev")),
  readEvent(2, 1, frame("DELETED", "web", "dev")),
  readEvent(3, 2, frame("ADDED", "node-1")),
  readEvent(4, 3, '{"type":"ERROR","object":{"kind":"Status","message":"too old"}}'),
  readEvent(5, 4, "rubbish"),
];

describe("readEvent", () => {
  it("reads type, name and size", () => {
    expect(events.map(({ type, name, resourceVersion }) => [type, name, resourceVersion])).toEqual([
      ["ADDED", "dev/web", "7"],
      ["DELETED", "dev/web", "7"],
      ["ADDED", "node-1", "7"],
      ["ERROR", "too old", ""],
      ["", "", ""],
    ]);
  });
});

it("hides values of secrets on the page and in the export", () => {
  const planted = "cGxhbnRlZA==";
  const secret = `{"kind":"Secret","metadata":{"name":"s"},"data":{"k":"${planted}"}}`;
  const annotations = { "kubectl.kubernetes.io/last-applied-configuration": secret };
  const texts = [
    `{"type":"ADDED","object":${secret}}\n`,
    JSON.stringify({ type: "MODIFIED", object: { kind: "Secret", metadata: { name: "s", annotations } } }),
    `{"type":"ADDED","object":${secret}`,
  ];
  const read = texts.map((text, i) => readEvent(i, 0, text));
  expect(JSON.stringify(read) + eventLines(read)).not.toContain(planted);
  expect(read.map(({ name, size }) => [name, size])).toEqual([
    ["s", texts[0]?.length],
    ["s", texts[1]?.length],
    ["", texts[2]?.length],
  ]);
});

describe("filterEvents", () => {
  it("shows the newest first, narrowed by type and name", () => {
    expect(filterEvents(events, "", "").map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
    expect(filterEvents(events, "ADDED", "").map(({ id }) => id)).toEqual([3, 1]);
    expect(filterEvents(events, "", "DEV web").map(({ id }) => id)).toEqual([2, 1]);
  });
});

describe("eventLines", () => {
  it("has one JSON document per line, in order, invalid frames included", () => {
    const lines = eventLines([...events].reverse())
      .trimEnd()
      .split("\n");
    const read = lines.map((line) => JSON.parse(line) as { at: string; event: { type?: string } | string });
    expect(read.map(({ event }) => (typeof event === "string" ? event : event.type))).toEqual([
      "ADDED",
      "DELETED",
      "ADDED",
      "ERROR",
      "rubbish",
    ]);
    expect(read[1]?.at).toBe("1970-01-01T00:00:00.001Z");
  });
});
