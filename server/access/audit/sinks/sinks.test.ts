import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import type { WebhookClient } from "../../webhook/webhookClient.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import { failures, memorySink, staged } from "../testing/staged.ts";
import { neverFailing, toAll } from "./auditSink.ts";
import { type BatchOptions, batching } from "./batching.ts";
import { logSink } from "./logSink.ts";
import { recentEvents } from "./recentEvents.ts";
import { streamLines } from "./streamLines.ts";
import { truncating } from "./truncation.ts";
import { webhookSink } from "./webhookSink.ts";

const ids = (text: string) => [...text].map((id) => staged(id));
const no = { process: () => false, close: async () => {} };
const slowNo = { process: async () => false, close: async () => {} };

describe("Multiple sinks", () => {
  it("all receive every event and fail together", async () => {
    const [one, two] = [memorySink(), memorySink()];
    expect(toAll([one, two]).process(ids("ab"))).toBe(true);
    expect([one.batches, two.batches]).toEqual([[["a", "b"]], [["a", "b"]]]);
    expect(toAll([one, no]).process(ids("c"))).toBe(false);
    expect(await toAll([slowNo, two]).process(ids("d"))).toBe(false);
    expect(toAll([one])).toBe(one);
  });

  it("can be non-blocking so that failures reject no requests", async () => {
    expect(neverFailing(no).process(ids("a"))).toBe(true);
    expect(await neverFailing(slowNo).process(ids("a"))).toBe(true);
  });
});

describe("logSink", () => {
  it("writes one line per event in either format", () => {
    const lines: string[] = [];
    const writer = { write: (line: string) => void lines.push(line), close: async () => {} };
    const full = staged("x", {
      impersonatedUser: { username: "bob" },
      objectRef: { namespace: "dev" },
      responseStatus: { code: 403 },
    });
    expect(logSink(writer, "json", failures().onFailure).process([staged("y")])).toBe(true);
    expect(lines.pop()).toBe(`${staged("y").json}\n`);
    logSink(writer, "legacy", failures().onFailure).process([full, staged("y", { user: {}, sourceIPs: [] })]);
    expect(lines).toEqual([
      '2026-01-02T03:04:05.12Z AUDIT: id="x" stage="ResponseComplete" ip="10.0.0.1" method="list" user="alice" ' +
        String.raw`groups="\"dev\",\"qa\"" as="bob" asgroups="<lookup>" user-agent="test/1" namespace="dev" ` +
        'uri="/api/v1/pods" response="403"\n',
      '2026-01-02T03:04:05.12Z AUDIT: id="y" stage="ResponseComplete" ip="<unknown>" method="list" user="<none>" ' +
        'groups="<none>" as="<self>" asgroups="<lookup>" user-agent="test/1" namespace="<none>" ' +
        'uri="/api/v1/pods" response="<deferred>"\n',
    ]);
  });

  it("reports write failures", () => {
    const { seen, onFailure } = failures();
    const full = {
      write: () => {
        throw new Error("disk full");
      },
      close: async () => {},
    };
    expect(logSink(full, "json", onFailure).process(ids("ab"))).toBe(false);
    expect(seen).toEqual(["log disk full: a", "log disk full: b"]);
  });
});

describe("streamLines", () => {
  it("reports lines lost because the reader is gone", async () => {
    const stream = new PassThrough();
    const { seen, onFailure } = failures();
    const sink = logSink(streamLines(stream), "json", onFailure);
    expect(await sink.process([staged("a")])).toBe(true);
    expect(String(stream.read())).toBe(`${staged("a").json}\n`);
    stream.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    expect(await sink.process([staged("b")])).toBe(false);
    expect(seen).toHaveLength(1);
    await sink.close();
  });

  it("limits what it buffers for a slow reader", async () => {
    const stream = new Writable({ write: () => {} });
    const lines = streamLines(stream, 10);
    void lines.write("0123456789ab");
    await expect(lines.write("c")).rejects.toThrow("does not take");
  });
});

describe("Batching sink", () => {
  function start(options: Partial<BatchOptions>) {
    const timers = manualTimers();
    const sink = memorySink();
    const { seen, onFailure } = failures();
    const all = { bufferSize: 10, maxSize: 3, maxWait: 1000, ...options };
    return { timers, sink, seen, batch: batching(sink, all, { timers, now: () => timers.now, onFailure }) };
  }

  it("flushes a full batch or after a delay", () => {
    const { timers, sink, batch } = start({});
    expect(batch.process(ids("abcd"))).toBe(true);
    expect(sink.batches).toEqual([["a", "b", "c"]]);
    timers.advance(999);
    expect(sink.batches).toHaveLength(1);
    timers.advance(1);
    expect(sink.batches[1]).toEqual(["d"]);
    expect(timers.pending()).toEqual([]);
  });

  it("drops and reports events when the buffer is full", () => {
    const { seen, sink, batch } = start({ bufferSize: 2, maxSize: 5 });
    batch.process(ids("abc"));
    expect(seen).toEqual(["buffered audit buffer queue blocked: c"]);
    expect(sink.batches).toEqual([]);
  });

  it("limits the rate after a burst", () => {
    const { timers, sink, batch } = start({ maxSize: 1, maxWait: 0, throttle: { perSecond: 2, burst: 2 } });
    batch.process(ids("abcd"));
    expect(sink.batches.flat()).toEqual(["a", "b"]);
    timers.advance(500);
    expect(sink.batches.flat()).toEqual(["a", "b", "c"]);
    timers.advance(500);
    expect(sink.batches.flat()).toEqual(["a", "b", "c", "d"]);
  });

  it("flushes everything on close", async () => {
    const { sink, batch } = start({ throttle: { perSecond: 1, burst: 1 } });
    batch.process(ids("abcdefgh"));
    await batch.close();
    expect(sink.batches.flat().join("")).toBe("abcdefgh");
  });
});

describe("Truncating sink", () => {
  const large = (id: string) => staged(id, { level: "Request", requestObject: JSON.stringify("x".repeat(2000)) });

  it("removes bodies, drops events that are still too large, and splits batches", () => {
    const kept: string[] = [];
    const { seen, onFailure } = failures();
    const batches: number[] = [];
    const sink = {
      process: (events: readonly { json: string }[]) => {
        kept.push(...events.map(({ json }) => json));
        batches.push(events.length);
        return true;
      },
      close: async () => {},
    };
    const limits = { maxEventSize: 1000, maxBatchSize: 1000, group: "audit.k8s.io" };
    const endless = staged("c", { requestURI: "x".repeat(2000) });
    expect(truncating(sink, limits, onFailure).process([staged("a"), large("b"), endless, ...ids("de")])).toBe(true);
    expect(kept.map((json) => JSON.parse(json).auditID)).toEqual(["a", "b", "d", "e"]);
    expect(batches).toEqual([2, 2]);
    expect(JSON.parse(kept[1] ?? "")).toMatchObject({ annotations: { "audit.k8s.io/truncated": "true" } });
    expect(kept[1]).not.toContain("requestObject");
    expect(seen).toEqual(["truncate event is too large even after truncating: c"]);
  });
});

describe("webhookSink", () => {
  function call(...answers: (Error | object)[]) {
    const bodies: unknown[] = [];
    const pauses: number[] = [];
    const client: WebhookClient = {
      async post(body) {
        bodies.push(body);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        return answer;
      },
      close: () => {},
    };
    const { seen, onFailure } = failures();
    const retry = { sleep: async (pause: number) => void pauses.push(pause), random: () => 0 };
    const options = { initialBackoff: 10, group: "audit.k8s.io", retry };
    return { bodies, pauses, seen, sink: webhookSink(client, options, onFailure) };
  }

  it("sends an EventList and accepts any successful response", async () => {
    const { bodies, sink } = call(new WebhookError("body", "0-length response", 200));
    expect(await sink.process(ids("ab"))).toBe(true);
    expect(bodies).toMatchObject([
      { kind: "EventList", apiVersion: "audit.k8s.io/v1", items: [{ auditID: "a" }, { auditID: "b" }] },
    ]);
  });

  it("retries failed batches and finally gives up", async () => {
    const refused = new WebhookError("status", "no", 403);
    const again = call(refused, {});
    expect(await again.sink.process(ids("a"))).toBe(true);
    expect(again.pauses).toEqual([10]);
    const never = call(...Array.from({ length: 9 }, () => refused));
    expect(await never.sink.process(ids("a"))).toBe(false);
    expect(never.bodies).toHaveLength(5);
    expect(never.seen).toEqual(["webhook no: a"]);
  });
});

describe("recentEvents", () => {
  const shown = (events: readonly { sequence: number; json: string }[]) =>
    events.map(({ sequence, json }) => `${sequence}${JSON.parse(json).auditID}`).join(" ");

  it("keeps the latest events with their positions", () => {
    const recent = recentEvents({ maxEvents: 3, maxSize: 1e6 });
    expect([recent.last, recent.since(0)]).toEqual([0, []]);
    let told = 0;
    const stop = recent.follow(() => told++);
    for (const id of "abcdefghij") recent.process([staged(id)]);
    expect(shown(recent.since(0))).toBe("8h 9i 10j");
    expect(shown(recent.since(9))).toBe("10j");
    expect(recent.since(10)).toEqual([]);
    expect([recent.last, told]).toEqual([10, 10]);
    stop();
    recent.process([staged("k")]);
    expect(told).toBe(10);
  });

  it("is limited in size", () => {
    const size = staged("a").json.length;
    const recent = recentEvents({ maxEvents: 100, maxSize: size * 2 });
    for (const id of "abcde") recent.process([staged(id)]);
    recent.process([staged("x", { userAgent: "y".repeat(size * 3) })]);
    expect(shown(recent.since(0))).toBe("4d 5e");
  });
});
