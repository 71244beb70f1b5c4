import { afterEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { memoryClient } from "../testing/memoryClient.ts";
import { SeriesRecorder } from "./seriesRecorder.ts";

const EVENTS = { group: "events.k8s.io", version: "v1", resource: "events", namespace: "ns" };
const MINUTE = 60_000;
const BEGAN = Date.parse("2026-01-01T00:00:00Z");

const pod = (resourceVersion: string): ApiObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "ns", uid: "u", resourceVersion },
});
const WORDS = { type: "Warning", reason: "FailedScheduling", action: "Scheduling", message: "no room" } as const;

let recorder: SeriesRecorder | undefined;
afterEach(() => recorder?.stop());

function start() {
  const client = memoryClient();
  const timers = manualTimers();
  const errors: unknown[] = [];
  const made = new SeriesRecorder({
    client,
    vocabulary: createVocabulary(),
    controller: "default-scheduler",
    host: "here",
    timers,
    now: () => BEGAN + timers.now,
    onError: (error) => errors.push(error),
  });
  recorder = made;
  const events = async (): Promise<readonly ApiObject[]> => {
    await made.idle();
    expect(errors).toEqual([]);
    return (await client.list(EVENTS)).items;
  };
  return { client, timers, recorder: made, events };
}

describe("SeriesRecorder", () => {
  it("writes events of events.k8s.io", async () => {
    const { recorder, events } = start();
    recorder.record(pod("7"), { ...WORDS, related: pod("8") });
    expect(await events()).toMatchObject([
      {
        metadata: { name: expect.stringMatching(/^p\.[0-9a-f]{16}$/) as string, namespace: "ns" },
        eventTime: "2026-01-01T00:00:00.000000Z",
        reportingController: "default-scheduler",
        reportingInstance: "default-scheduler-here",
        action: "Scheduling",
        reason: "FailedScheduling",
        regarding: { apiVersion: "v1", kind: "Pod", namespace: "ns", name: "p", uid: "u", resourceVersion: "7" },
        related: { name: "p", resourceVersion: "8" },
        note: "no room",
        type: "Warning",
      },
    ]);
  });

  it("turns repetitions into a series, written at the second occurrence and when the series ends", async () => {
    const { client, timers, recorder, events } = start();
    for (let i = 0; i < 4; i++) {
      recorder.record(pod("7"), WORDS);
      timers.advance(MINUTE);
    }
    expect(await events()).toMatchObject([{ series: { count: 2, lastObservedTime: "2026-01-01T00:01:00.000000Z" } }]);
    timers.advance(6 * MINUTE);
    timers.advance(6 * MINUTE);
    expect(await events()).toMatchObject([{ series: { count: 4, lastObservedTime: "2026-01-01T00:03:00.000000Z" } }]);
    recorder.record(pod("7"), WORDS);
    expect(await events()).toHaveLength(2);
    expect(client.calls.map(({ verb }) => verb)).toEqual(["create", "patch", "patch", "create"]);
  });

  it("distinguishes an object's resource versions and truncates long notes", async () => {
    const { recorder, events } = start();
    recorder.record(pod("7"), WORDS);
    recorder.record(pod("8"), { ...WORDS, message: "x".repeat(2000) });
    const notes = (await events()).map(({ note }) => note as string);
    expect(notes.map((note) => note.length)).toEqual([7, 1024]);
    expect(notes[1]?.endsWith("x ...")).toBe(true);
  });

  it("recreates an event that was deleted meanwhile", async () => {
    const { client, recorder, events } = start();
    recorder.record(pod("7"), WORDS);
    const [first] = await events();
    await client.delete({ ...EVENTS, name: first?.metadata.name ?? "" });
    recorder.record(pod("7"), WORDS);
    expect(await events()).toMatchObject([{ note: "no room", series: { count: 2 } }]);
  });
});
