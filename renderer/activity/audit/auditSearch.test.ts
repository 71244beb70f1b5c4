import { expect, it } from "vitest";
import type { AuditPage, PlacedAuditEvent, ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import { EVERY_EVENT } from "../../../shared/console/auditQuery.ts";
import type { FeedHandlers } from "./auditFeed.ts";
import { createAuditSearch } from "./auditSearch.ts";

const event = (id: string, size = 0): ShownAuditEvent & { requestObject?: object } => ({
  auditID: id,
  stage: "ResponseComplete",
  verb: "get",
  requestURI: "/",
  user: { username: `user-${id}` },
  stageTimestamp: `2026-01-02T03:04:05.${id}Z`,
  ...(size === 0 ? {} : { requestObject: { text: "x".repeat(size) } }),
});

/** A search whose host the test plays. */
function start() {
  const asked: { before: string; signal: AbortSignal; answer: (page: Partial<AuditPage> | Error) => Promise<void> }[] =
    [];
  let handlers: FeedHandlers | undefined;
  let stopped = 0;
  const search = createAuditSearch({
    follow: (_query, given) => {
      handlers = given;
      return () => stopped++;
    },
    page: (_query, before, signal) =>
      new Promise((resolve, reject) =>
        asked.push({
          before,
          signal,
          answer: async (page) => {
            if (page instanceof Error) reject(page);
            else resolve({ events: [], occurring: { users: [], verbs: [] }, ...page });
            await new Promise(setImmediate);
          },
        }),
      ),
    soon: (run) => run(),
  });
  const end = search.start(EVERY_EVENT);
  const feed = (events: readonly ShownAuditEvent[], more: object = {}) => {
    const placed: PlacedAuditEvent[] = events.map((each, i) => ({ sequence: i + 1, event: each }));
    handlers?.events(placed, { events: placed, ...more });
  };
  return {
    search,
    asked,
    feed,
    end,
    stopped: () => stopped,
    ids: () => search.state().rows.map((row) => row.event.auditID),
  };
}
const logged = (...ids: string[]) => ids.map((id) => ({ place: `f:${id}`, json: JSON.stringify(event(id)) }));

it("puts new events first, and continues before the oldest with earlier ones", async () => {
  const { search, asked, feed, ids } = start();
  search.loadEarlier();
  expect(asked).toEqual([]);
  feed([event("3"), event("4")], { begin: "@3", occurring: { users: ["carol"], verbs: ["list"] } });
  search.loadEarlier();
  search.loadEarlier();
  expect([asked.length, asked[0]?.before, search.state().earlier]).toEqual([1, "@3", "loading"]);
  await asked[0]?.answer({ events: logged("2"), before: "f:2", reached: "r2" });
  feed([event("5")]);
  expect([ids(), search.state().earlier, search.state().reached]).toEqual([["5", "4", "3", "2"], "more", "r2"]);
  search.loadEarlier();
  expect(asked[1]?.before).toBe("f:2");
  await asked[1]?.answer({ events: logged("1") });
  search.loadEarlier();
  expect([ids(), search.state().earlier, asked.length]).toEqual([["5", "4", "3", "2", "1"], "end", 2]);
  expect(search.state().users).toEqual(["carol", "user-1", "user-2", "user-3", "user-4", "user-5"]);
});

it("keeps the rows of the query before until the new one is answered, and ignores its late pages", async () => {
  const { search, asked, feed, ids, end, stopped } = start();
  feed([event("1")]);
  search.loadEarlier();
  end();
  search.start({ ...EVERY_EVENT, user: "x" });
  await asked[0]?.answer({ events: logged("0") });
  expect([ids(), search.state().isAnswered, stopped(), asked[0]?.signal.aborted]).toEqual([["1"], false, 1, true]);
  feed([]);
  expect([ids(), search.state().isAnswered]).toEqual([[], true]);
});

it("says why earlier events are missing, and tries again", async () => {
  const { search, asked, feed } = start();
  feed([event("1")]);
  search.loadEarlier();
  await asked[0]?.answer(new Error("the disk is broken"));
  expect(String(search.state().earlier)).toContain("the disk is broken");
  search.loadEarlier();
  expect(search.state().earlier).toBe("loading");
});

it("drops the oldest events when they are too many, and never continues behind a gap", async () => {
  const { search, asked, feed, ids } = start();
  const large = 7 * 1024 * 1024;
  feed([event("2", large)]);
  search.loadEarlier();
  feed([event("3", large), event("4", large)]);
  expect([ids(), search.state().earlier]).toEqual([["4", "3"], "full"]);
  await asked[0]?.answer({ events: logged("1") });
  expect([ids(), search.state().earlier]).toEqual([["4", "3"], "full"]);
});
