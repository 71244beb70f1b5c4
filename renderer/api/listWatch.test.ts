import { describe, expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { type FakeClock, fakeClock, settle } from "../testing/fakeClock.ts";
import { type FakeServer, fakeServer } from "../testing/fakeServer.ts";
import { row } from "../testing/rows.ts";
import type { ListState } from "./listState.ts";
import { type ListPage, ListWatch, PAGE_SIZE, SILENCE_LIMIT } from "./listWatch.ts";
import { RowStore } from "./rowStore.ts";
import type { ResourceRow } from "./tableRow.ts";

const page = (resourceVersion: string, ...items: ResourceRow[]) => ({ items, resourceVersion });
const forbidden = new ApiError(403, "Forbidden", "pods is forbidden");
const unavailable = new ApiError(503, "ServiceUnavailable", "not now");
const expired = new ApiError(410, "Expired", "too old resource version");

interface Scene {
  server: FakeServer<ResourceRow>;
  clock: FakeClock;
  store: RowStore;
  watch: ListWatch<ResourceRow>;
  phase(): ListState["phase"];
  names(): string[];
}

async function scene(...answers: (ListPage<ResourceRow> | Error)[]): Promise<Scene> {
  const clock = fakeClock();
  const server = fakeServer<ResourceRow>(...answers);
  // Frames run at once, so that a snapshot is always the present.
  const store = new RowStore((run) => {
    queueMicrotask(run);
    return () => undefined;
  }, clock.now());
  const watch = new ListWatch(server, store, clock);
  watch.start();
  await settle();
  return {
    server,
    clock,
    store,
    watch,
    phase: () => store.getSnapshot().state.phase,
    names: () => [...store.getSnapshot().rows.values()].map((r) => r.name).sort(),
  };
}

async function liveScene(...rows: ResourceRow[]): Promise<Scene> {
  const s = await scene(page("10", ...rows));
  s.server.latest().opened();
  await settle();
  return s;
}

describe("a live list", () => {
  it("is loading until the list is complete, then live from the list's version", async () => {
    const s = await scene(page("10", row("a")));
    expect(s.server.lists).toEqual([{ limit: PAGE_SIZE, continue: undefined }]);
    expect(s.server.latest().resourceVersion).toBe("10");
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("live");
    expect(s.names()).toEqual(["a"]);
  });

  it("shows the first page at once and follows the continue tokens", async () => {
    const clock = fakeClock();
    let release: (() => void) | undefined;
    const store = new RowStore((run) => {
      queueMicrotask(run);
      return () => undefined;
    }, clock.now());
    const asked: (string | undefined)[] = [];
    const watch = new ListWatch<ResourceRow>(
      {
        list: async (query) => {
          asked.push(query.continue);
          if (query.continue === undefined) return { ...page("7", row("a")), continue: "next", remaining: 1 };
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return page("7", row("b"));
        },
        watch: () => ({ close: () => undefined }),
      },
      store,
      clock,
    );
    watch.start();
    await settle();
    expect(store.getSnapshot().state).toMatchObject({ phase: "loading", loaded: 1, remaining: 1, complete: false });
    release?.();
    await settle();
    expect(asked).toEqual([undefined, "next"]);
    expect(store.getSnapshot().rows.size).toBe(2);
    watch.stop();
  });

  it("is empty only after a complete list", async () => {
    const s = await liveScene();
    expect(s.phase()).toBe("empty");
    s.server.latest().event({ type: "ADDED", items: [row("a")], resourceVersion: "11" });
    await settle();
    expect(s.phase()).toBe("live");
  });

  it("applies events by uid", async () => {
    const s = await liveScene(row("a"), row("b"));
    const watch = s.server.latest();
    watch.event({ type: "MODIFIED", items: [row("a", { cells: ["a", "new"] })], resourceVersion: "11" });
    watch.event({ type: "DELETED", items: [row("b")], resourceVersion: "12" });
    watch.event({ type: "ADDED", items: [row("c")], resourceVersion: "13" });
    await settle();
    expect(s.names()).toEqual(["a", "c"]);
    expect(s.store.getSnapshot().rows.get("uid-a")?.cells).toEqual(["a", "new"]);
  });

  it("resumes from the last version seen, bookmarks included, and is reconnecting meanwhile", async () => {
    const s = await liveScene(row("a"));
    s.server.latest().event({ type: "ADDED", items: [row("b")], resourceVersion: "11" });
    s.server.latest().event({ type: "BOOKMARK", resourceVersion: "40" });
    s.server.latest().closed();
    await settle();
    expect(s.phase()).toBe("reconnecting");
    expect(s.names()).toEqual(["a", "b"]);
    await s.clock.advance(1000);
    expect(s.server.watches).toHaveLength(2);
    expect(s.server.latest().resourceVersion).toBe("40");
    expect(s.server.lists).toHaveLength(1);
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("live");
  });

  it("reopens at once when a watch ends after a good life", async () => {
    const s = await liveScene(row("a"));
    await s.clock.advance(60_000);
    s.server.latest().closed();
    await s.clock.advance(0);
    expect(s.server.watches).toHaveLength(2);
  });

  it("turns stale with its age when contact stays lost", async () => {
    const s = await liveScene(row("a"));
    s.server.answers = [unavailable];
    s.server.latest().closed();
    for (let i = 0; i < 6; i += 1) {
      await s.clock.advance(4_000);
      s.server.latest().closed();
    }
    expect(s.phase()).toBe("stale");
    expect(s.names()).toEqual(["a"]);
    expect(s.clock.now() - s.store.getSnapshot().state.lastContact).toBeGreaterThan(10_000);
  });

  it("lists again on 410 and sweeps what is gone, without ever showing nothing", async () => {
    const s = await liveScene(row("a"), row("b"));
    s.server.answers = [page("90", row("b"), row("c"))];
    s.server.latest().event({ type: "ERROR", error: expired });
    await settle();
    expect(s.names()).toEqual(["a", "b"]);
    await s.clock.advance(0);
    expect(s.names()).toEqual(["b", "c"]);
    expect(s.server.latest().resourceVersion).toBe("90");
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("live");
  });

  it("starts over when a page's token has expired", async () => {
    const s = await scene({ ...page("5", row("a")), continue: "t" }, expired, page("6", row("z")));
    await s.clock.advance(0);
    expect(s.server.lists.map((query) => query.continue)).toEqual([undefined, "t", undefined]);
    expect(s.names()).toEqual(["z"]);
  });

  it("says forbidden when the list is refused, and asks again only seldom", async () => {
    const s = await scene(forbidden);
    expect(s.phase()).toBe("forbidden");
    expect(s.store.getSnapshot().state.error?.message).toBe("pods is forbidden");
    await s.clock.advance(10_000);
    expect(s.server.lists).toHaveLength(1);
    s.server.answers = [page("3", row("a"))];
    await s.clock.advance(30_000);
    expect(s.server.lists.length).toBeGreaterThan(1);
    expect(s.names()).toEqual(["a"]);
  });

  it("says failed without rows, backs off, and recovers by itself", async () => {
    const s = await scene(unavailable);
    expect(s.phase()).toBe("failed");
    await s.clock.advance(3_000);
    const soon = s.server.lists.length;
    expect(soon).toBeGreaterThan(1);
    expect(soon).toBeLessThan(6);
    s.server.answers = [page("3", row("a"))];
    await s.clock.advance(30_000);
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("live");
    expect(s.store.getSnapshot().state.attempts).toBe(0);
  });

  it("lists again after two refused sockets, because a browser does not tell why", async () => {
    const s = await liveScene(row("a"));
    s.server.latest().closed();
    await s.clock.advance(1_000);
    s.server.latest().closed();
    await s.clock.advance(1_000);
    s.server.answers = [forbidden];
    s.server.latest().closed();
    await s.clock.advance(3_000);
    expect(s.server.lists).toHaveLength(2);
    expect(s.phase()).toBe("forbidden");
  });

  it("reopens a watch that has been silent for too long", async () => {
    const s = await liveScene(row("a"));
    const first = s.server.latest();
    await s.clock.advance(SILENCE_LIMIT + 10_000);
    expect(first.dropped).toBe(true);
    expect(s.server.watches).toHaveLength(2);
  });

  it("calls nobody after stop", async () => {
    const s = await liveScene(row("a"));
    s.watch.stop();
    expect(s.server.latest().dropped).toBe(true);
    s.server.latest().closed();
    s.server.latest().event({ type: "ADDED", items: [row("b")], resourceVersion: "11" });
    await s.clock.advance(60_000);
    expect(s.server.watches).toHaveLength(1);
    expect(s.names()).toEqual(["a"]);
  });

  it("tries at once when asked to", async () => {
    const s = await scene(unavailable);
    s.server.answers = [page("3")];
    s.watch.retry();
    await settle();
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("empty");
  });
});
