import { expect, it } from "vitest";
import type { SocketLike } from "../api/watch/watchSocket.ts";
import { fakeClock } from "../testing/fakeClock.ts";
import { manualFrames } from "../testing/manualFrames.ts";
import { LogFeed } from "./logFeed.ts";
import { type LogSource, MAX_SOURCES, shortName, sourcesOf } from "./logSource.ts";

const source = (pod: string, container = "web"): LogSource => ({
  key: `${pod}/${container}`,
  namespace: "dev",
  pod,
  container,
  kind: "main",
  isOver: false,
});

function scene() {
  const frames = manualFrames();
  const paths: string[] = [];
  let closed = 0;
  const feed = new LogFeed(
    { sinceSeconds: undefined, tailLines: 10, previous: false },
    {
      clock: fakeClock(),
      open: (path): SocketLike => {
        paths.push(path);
        return { onopen: null, onmessage: null, onclose: null, close: () => (closed += 1) };
      },
      readRefusal: async () => undefined,
      onAwake: () => () => undefined,
    },
    frames.schedule,
  );
  return { feed, paths, frames, closed: () => closed };
}

it("follows new pods from their first line, and stops following deleted ones", () => {
  const { feed, paths, closed } = scene();
  feed.follow([source("a"), source("b")]);
  feed.follow([source("b"), source("c")]);
  expect(paths.map((path) => [/pods\/(\w)/.exec(path)?.[1], path.includes("tailLines")])).toEqual([
    ["a", true],
    ["b", true],
    ["c", false],
  ]);
  expect(closed()).toBe(1);
  expect([...feed.states().keys()]).toEqual(["b/web", "c/web"]);
  feed.stop();
  expect(closed()).toBe(3);
});

it("opens no more streams than the limit", () => {
  const { feed, paths } = scene();
  feed.follow(Array.from({ length: 100 }, (_, i) => source(`p${i}`)));
  expect(paths.length).toBe(MAX_SOURCES);
});

it("lists the containers of pods and whether they have terminated", () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", namespace: "dev", uid: "u" },
    spec: { initContainers: [{ name: "prepare" }], containers: [{ name: "web" }] },
    status: {
      phase: "Running",
      initContainerStatuses: [{ name: "prepare", state: { terminated: { exitCode: 0 } } }],
    },
  };
  expect(sourcesOf([pod]).map(({ key, kind, isOver }) => [key, kind, isOver])).toEqual([
    ["u/prepare", "init", true],
    ["u/web", "main", false],
  ]);
  const over = { ...pod, status: { ...pod.status, phase: "Failed" } };
  expect(sourcesOf([over]).every(({ isOver }) => isOver)).toBe(true);
});

it("gives sources their shortest unique names", () => {
  const [a, b, c] = [source("x", "web"), source("x", "log"), source("y", "web")];
  expect(shortName(a, [a, b])).toBe("web");
  expect(shortName(a, [a, c])).toBe("x");
  expect(shortName(a, [a, b, c])).toBe("x web");
});
