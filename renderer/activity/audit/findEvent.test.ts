import { expect, it } from "vitest";
import type { AuditPage, ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import type { AuditQuery } from "../../../shared/console/auditQuery.ts";
import { findEvent } from "./findEvent.ts";

const TIME = "2026-01-02T03:04:05.000001Z";
const event = (auditID: string, stage = "ResponseComplete"): ShownAuditEvent => ({
  auditID,
  stage,
  verb: "get",
  requestURI: "/",
  user: {},
  stageTimestamp: TIME,
});

/** A log of two pages, and what was requested of it. */
function logOf(...pages: ShownAuditEvent[][]) {
  const requested: { query: AuditQuery; before: string }[] = [];
  const request = async (query: AuditQuery, before: string): Promise<AuditPage> => {
    requested.push({ query, before });
    const at = before === "" ? 0 : Number(before);
    const events = (pages[at] ?? []).map((each, i) => ({ place: `f:${at}.${i}`, json: JSON.stringify(each) }));
    const more = at + 1 < pages.length ? { before: String(at + 1) } : {};
    return { events, ...more, occurring: { users: [], verbs: [] } };
  };
  return { request, requested };
}
const { signal } = new AbortController();

it("finds an event by its time, stage and audit ID, on any page", async () => {
  const { request, requested } = logOf([event("a/1", "ResponseStarted"), event("b")], [event("a/1")], [event("c")]);
  expect((await findEvent(request, `${TIME}/ResponseComplete/a/1`, signal))?.event).toEqual(event("a/1"));
  expect(requested.map(({ before }) => before)).toEqual(["", "1"]);
  expect(requested[0]?.query).toMatchObject({ since: TIME, until: TIME });
});

it("reports an event that the log does not contain, and asks nothing for an address that names none", async () => {
  const { request, requested } = logOf([event("a")], [event("b")]);
  expect(await findEvent(request, `${TIME}/ResponseComplete/gone`, signal)).toBeUndefined();
  expect(requested).toHaveLength(2);
  expect(await findEvent(request, "17.a", signal)).toBeUndefined();
  expect(requested).toHaveLength(2);
});
