import { describe, expect, it } from "vitest";
import type { ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import {
  type AuditFilter,
  type AuditRow,
  actorOf,
  askedSubjectOfEvent,
  auditLines,
  CHANGES,
  choices,
  decisionOf,
  filterAudit,
  methodOf,
  objectText,
  PEOPLE,
  reasonOf,
  refusalOf,
  rowOf,
  toneOf,
} from "./auditView.ts";

const event = (more: Partial<ShownAuditEvent> = {}): ShownAuditEvent => ({
  auditID: "a-1",
  stage: "ResponseComplete",
  verb: "get",
  requestURI: "/api/v1/namespaces/dev/pods/web",
  user: { username: "alice" },
  objectRef: { resource: "pods", namespace: "dev", name: "web" },
  responseStatus: { code: 200 },
  stageTimestamp: "2026-01-02T03:04:05.678000Z",
  ...more,
});
const rows = (...events: ShownAuditEvent[]): AuditRow[] =>
  events.map((one, i) => rowOf({ sequence: i + 1, event: one }));
const ALL: AuditFilter = { text: "", user: "", verb: "", deniedOnly: false };

const forbidden = event({
  verb: "list",
  user: { username: "admin" },
  impersonatedUser: { username: "bob", groups: ["dev"] } as ShownAuditEvent["user"],
  responseStatus: {
    code: 403,
    reason: "Forbidden",
    message: 'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "dev"',
  },
  annotations: { "authorization.k8s.io/decision": "forbid", "authorization.k8s.io/reason": "no rule" },
});
const system = event({ user: { username: "system:apiserver" }, verb: "update" });

describe("what a row shows", () => {
  it("names the acting user, and the object", () => {
    expect([actorOf(event()), actorOf(forbidden), actorOf(event({ user: {} }))]).toEqual(["alice", "bob", ""]);
    expect(objectText(event())).toBe("pods dev/web");
    expect(objectText(event({ objectRef: { resource: "deployments", apiGroup: "apps", subresource: "scale" } }))).toBe(
      "deployments.apps/scale",
    );
    const { objectRef: _, ...path } = event({ requestURI: "/healthz" });
    expect(objectText(path)).toBe("/healthz");
  });

  it("shows how the request was authorized, in any vocabulary", () => {
    expect([decisionOf(forbidden), reasonOf(forbidden)]).toEqual(["forbid", "no rule"]);
    expect(decisionOf(event({ annotations: { "authorization.orch.io/decision": "allow" } }))).toBe("allow");
    expect(decisionOf(event())).toBe("");
  });

  it("has a colour for every outcome", () => {
    const tone = (code: number, stage = "ResponseComplete") => toneOf(event({ responseStatus: { code }, stage }));
    expect([tone(0), tone(200), tone(200, "ResponseStarted"), tone(404), tone(500)]).toEqual([
      "neutral",
      "good",
      "accent",
      "warn",
      "bad",
    ]);
  });
});

it("names the HTTP method behind a verb", () => {
  const methods = ["get", "watch", "create", "update", "apply", "deletecollection", "put"].map((verb) =>
    methodOf({ verb }),
  );
  expect(methods).toEqual(["GET", "GET", "POST", "PUT", "PATCH", "DELETE", "PUT"]);
});

describe("filterAudit", () => {
  const all = rows(event(), forbidden, system);
  const left = (filter: Partial<AuditFilter>) =>
    filterAudit(all, { ...ALL, ...filter }).map(({ sequence }) => sequence);
  it.each<[Partial<AuditFilter>, number[]]>([
    [{}, [3, 2, 1]],
    [{ deniedOnly: true }, [2]],
    [{ verb: CHANGES }, [3]],
    [{ user: "bob" }, [2]],
    [{ user: PEOPLE }, [2, 1]],
    [{ verb: "get" }, [1]],
    [{ text: "DEV/web alice" }, [1]],
    [{ text: "admin" }, [2]],
    [{ text: "403 rule" }, [2]],
    [{ text: "nothing" }, []],
  ])("%j leaves %j", (filter, places) => {
    expect(left(filter)).toEqual(places);
  });

  it("counts unauthenticated requests among the refused", () => {
    const unknown = rows(event({ user: {}, responseStatus: { code: 401 } }), event({ responseStatus: { code: 404 } }));
    expect(filterAudit(unknown, { ...ALL, deniedOnly: true }).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it("offers the values that occur", () => {
    expect(choices(all, actorOf)).toEqual(["alice", "bob", "system:apiserver"]);
    expect(choices(rows(event({ user: {} })), actorOf)).toEqual([]);
  });
});

it("exports one event per line, oldest first, unchanged", () => {
  const lines = auditLines(filterAudit(rows(event(), forbidden), ALL))
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([event(), forbidden]);
});

it("links to the explanation of a refusal, for the refused user", () => {
  expect(refusalOf(event())).toBeUndefined();
  expect(refusalOf(forbidden)).toMatchObject({ code: 403, message: forbidden.responseStatus?.message });
  expect(askedSubjectOfEvent(forbidden)).toMatchObject({ kind: "user", name: "bob", groups: ["dev"] });
});

it("weighs an event by the bodies that a policy recorded", () => {
  const sizeOf = (more: object) => rowOf({ sequence: 1, event: { ...event(), ...more } }).size;
  const body = { data: { text: "x".repeat(50_000) } };
  expect(sizeOf({ requestObject: body }) - sizeOf({})).toBe(JSON.stringify(body).length);
  expect(sizeOf({ requestObject: body, responseObject: body }) - sizeOf({ responseObject: body })).toBeGreaterThan(
    50_000,
  );
});

it("keeps no values of secrets that a policy recorded, neither on the page nor in the export", () => {
  const planted = "cGxhbnRlZA==";
  const bodies = {
    objectRef: { resource: "secrets", namespace: "dev", name: "s" },
    requestObject: { data: { k: planted } },
    responseObject: { kind: "Secret", data: { k: planted } },
  };
  const row = rowOf({ sequence: 1, event: event(bodies) });
  expect(JSON.stringify(row) + auditLines([row])).not.toContain(planted);
  expect(objectText(row.event)).toBe("secrets dev/s");
});
