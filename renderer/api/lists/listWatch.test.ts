import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { settle } from "../../testing/fakeClock.ts";
import { listScene, liveScene, pageOf } from "../../testing/listScene.ts";
import { row } from "../../testing/rows.ts";
import type { ResourceRow } from "../tables/tableRow.ts";
import type { ListPage } from "../watch/listSource.ts";
import { CANCELLED } from "./listStatus.ts";

const expired = new ApiError(410, "Expired", "too old resource version");

describe("Live list", () => {
  it("is loading until the list is complete, then live from the list's version", async () => {
    const s = await listScene(pageOf("10", row("a")));
    expect(s.server.lists).toEqual([{ limit: 500, continue: undefined }]);
    expect(s.server.latest().resourceVersion).toBe("10");
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("live");
    expect(s.names()).toEqual(["a"]);
  });

  it("shows the first page at once, and is loading until the last", async () => {
    let answer: (last: ListPage<ResourceRow>) => void = () => undefined;
    const last = new Promise<ListPage<ResourceRow>>((resolve) => {
      answer = resolve;
    });
    const s = await listScene({ ...pageOf("7", row("a")), continue: "next", remaining: 1 }, last);
    expect(s.state()).toMatchObject({ phase: "loading", loaded: 1, remaining: 1, complete: false });
    answer(pageOf("7", row("b")));
    await settle();
    expect(s.names()).toEqual(["a", "b"]);
    expect(s.state()).toMatchObject({ remaining: undefined, complete: true });
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
    expect(s.row("uid-a")?.cells).toEqual(["a", "new"]);
  });

  it("resumes from the last version seen, bookmarks included, and is reconnecting meanwhile", async () => {
    const s = await liveScene(row("a"));
    s.server.latest().event({ type: "ADDED", items: [row("b")], resourceVersion: "11" });
    s.server.latest().event({ type: "BOOKMARK", resourceVersion: "40" });
    s.server.latest().closed(true);
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

  it("reopens at once when a watch ends after it was open for a while", async () => {
    const s = await liveScene(row("a"));
    await s.clock.advance(60_000);
    s.server.latest().closed(true);
    await s.clock.advance(0);
    expect(s.server.watches).toHaveLength(2);
  });

  it("lists again on 410 and sweeps deleted rows, without ever being empty in between", async () => {
    const s = await liveScene(row("a"), row("b"));
    s.server.answers = [pageOf("90", row("b"), row("c"))];
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
    const s = await listScene({ ...pageOf("5", row("a")), continue: "t" }, expired, pageOf("6", row("z")));
    await s.clock.advance(0);
    expect(s.server.lists.map((query) => query.continue)).toEqual([undefined, "t", undefined]);
    expect(s.names()).toEqual(["z"]);
  });

  it("calls no handler after stop", async () => {
    const s = await liveScene(row("a"));
    s.watch.stop();
    expect(s.server.latest().dropped).toBe(true);
    s.server.latest().closed(true);
    s.server.latest().event({ type: "ADDED", items: [row("b")], resourceVersion: "11" });
    await s.clock.advance(60_000);
    expect(s.server.watches).toHaveLength(1);
    expect(s.names()).toEqual(["a"]);
  });
});

describe("Cancelling a list", () => {
  it("before its first response makes it fail until the user retries", async () => {
    const s = await listScene(new Promise<never>(() => undefined));
    expect(s.phase()).toBe("loading");
    s.watch.cancel();
    await s.clock.advance(3_600_000);
    expect(s.phase()).toBe("failed");
    expect(s.state().error?.reason).toBe(CANCELLED);
    expect(s.server.lists).toHaveLength(1);
    s.server.answers = [pageOf("3", row("a"))];
    s.watch.retry();
    await settle();
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("live");
  });

  it("keeps the received rows, marks them as incomplete, and ignores a late response", async () => {
    let answer: (late: ListPage<ResourceRow>) => void = () => undefined;
    const late = new Promise<ListPage<ResourceRow>>((resolve) => {
      answer = resolve;
    });
    const s = await listScene({ ...pageOf("5", row("a")), continue: "t" }, late);
    s.watch.cancel();
    answer(pageOf("5", row("b")));
    await settle();
    expect(s.state()).toMatchObject({ phase: "stale", complete: false });
    expect(s.names()).toEqual(["a"]);
  });

  it("has no effect on a live one", async () => {
    const s = await liveScene(row("a"));
    s.watch.cancel();
    await settle();
    expect(s.phase()).toBe("live");
  });
});
