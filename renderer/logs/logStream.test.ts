import { expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import type { SocketLike } from "../api/watch/watchSocket.ts";
import { fakeClock, settle } from "../testing/fakeClock.ts";
import type { LogOptions, LogSource } from "./logSource.ts";
import { type LogState, LogStream } from "./logStream.ts";

const SOURCE: LogSource = {
  key: "u/web",
  namespace: "dev",
  pod: "web-1",
  container: "web",
  kind: "main",
  isOver: false,
};
const OPTIONS: LogOptions = { sinceSeconds: undefined, tailLines: 1000, previous: false };

function scene(options: LogOptions = OPTIONS, refusal?: ApiError) {
  const clock = fakeClock();
  const opened: { path: string; socket: SocketLike }[] = [];
  const texts: string[] = [];
  const states: LogState[] = [];
  let awake: (() => void) | undefined;
  const parts = {
    clock,
    onAwake: (run: () => void) => {
      awake = run;
      return () => {
        awake = undefined;
      };
    },
    open: (path: string) => {
      const socket: SocketLike = { onopen: null, onmessage: null, onclose: null, close: () => undefined };
      opened.push({ path, socket });
      return socket;
    },
    readRefusal: async () => refusal,
  };
  const stream = new LogStream(SOURCE, options, parts, {
    lines: (lines) => texts.push(...lines.map(({ text }) => text)),
    state: (state) => states.push(state),
  });
  stream.start();
  const last = () => opened[opened.length - 1] as (typeof opened)[number];
  return {
    stream,
    clock,
    wake: () => awake?.(),
    texts,
    phase: () => states.at(-1)?.phase,
    opened,
    path: () => decodeURIComponent(last().path),
    open: () => last().socket.onopen?.({} as never),
    say: (...lines: string[]) => last().socket.onmessage?.({ data: lines.map((line) => `${line}\n`).join("") }),
    close: (code: number) => last().socket.onclose?.({ code }),
  };
}

const at = (time: string, text: string): string => `2026-01-01T00:00:${time}Z ${text}`;

it("requests the tail of the log with timestamps", async () => {
  const { path } = scene();
  expect(path()).toBe("/api/v1/namespaces/dev/pods/web-1/log?container=web&timestamps=true&follow=true&tailLines=1000");
});

it("resumes after an interruption without losing or repeating a line", async () => {
  const { open, say, close, clock, path, texts } = scene();
  open();
  say(at("01.5", "a"), at("02.1", "b"), at("02.7", "c"), at("02.7", "d"));
  close(1006);
  await clock.advance(60_000);
  expect(path()).toContain("sinceTime=2026-01-01T00:00:02Z");
  expect(path()).not.toContain("tailLines");
  open();
  say(at("02.1", "b"), at("02.7", "c"), at("02.7", "d"), at("02.7", "e"), at("03.0", "f"));
  expect(texts.join("")).toBe("abcdef");
  // The connection may be lost while the server repeats lines.
  close(1006);
  await clock.advance(60_000);
  open();
  say(at("03.0", "f"));
  close(1006);
  await clock.advance(60_000);
  open();
  say(at("03.0", "f"), at("03.0", "g"), at("04.0", "h"));
  expect(texts.join("")).toBe("abcdefgh");
});

it("omits an incomplete last line that the server repeats", async () => {
  const { opened, open, say, close, clock, texts } = scene();
  open();
  opened[0]?.socket.onmessage?.({ data: "2026-01-01T00:00:01Z whole\n2026-01-01T00:00:02Z to" });
  close(1006);
  await clock.advance(60_000);
  open();
  say(at("01", "whole"), at("02", "torn"));
  expect(texts).toEqual(["whole", "torn"]);
});

it("ends with the container and starts again when the container restarts", async () => {
  const { stream, open, say, close, clock, opened, phase } = scene();
  open();
  say(at("01", "a"));
  close(1000);
  expect(phase()).toBe("waiting");
  await clock.advance(60_000);
  expect(opened.length).toBe(2);
  stream.setOver(true);
  open();
  close(1000);
  expect(phase()).toBe("ended");
  await clock.advance(600_000);
  expect(opened.length).toBe(2);
});

it("stops after a denial and reports the reason", async () => {
  const { close, clock, opened, phase } = scene(OPTIONS, new ApiError(403, "Forbidden", "no"));
  close(1006);
  await settle();
  expect(phase()).toBe("refused");
  await clock.advance(600_000);
  expect(opened.length).toBe(1);
});

it("resumes when the cluster accepts the credentials again", async () => {
  const { wake, stream, close, clock, opened, phase } = scene(OPTIONS, new ApiError(401, "Unauthorized", "no"));
  close(1006);
  await settle();
  expect(phase()).toBe("waiting");
  wake();
  wake();
  await clock.advance(0);
  expect(opened.length).toBe(2);
  close(1006);
  await settle();
  stream.stop();
  wake();
  await clock.advance(600_000);
  expect(opened.length).toBe(2);
});

it("waits for a container that has not started", async () => {
  const { close, clock, opened, phase } = scene(OPTIONS, new ApiError(400, "BadRequest", "is waiting to start"));
  close(1006);
  await settle();
  expect(phase()).toBe("waiting");
  await clock.advance(60_000);
  expect(opened.length).toBe(2);
});

it("does nothing once stopped", async () => {
  const { stream, opened, open, say, close, clock, texts } = scene();
  open();
  say(at("01", "a"));
  stream.stop();
  say(at("02", "b"));
  close(1006);
  await clock.advance(600_000);
  expect(texts).toEqual(["a"]);
  expect(opened.length).toBe(1);
});
