import { describe, expect, it } from "vitest";
import { actorOf, decisionOf, objectText, reasonOf } from "../../../shared/console/auditEvent.ts";
import type { ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import { type AuditRow, askedSubjectOfEvent, auditLines, methodOf, refusalOf, rowOf, toneOf } from "./auditView.ts";

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

describe("Audit row", () => {
  it("shows the user, the impersonated user and the object", () => {
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

it("maps a verb to its HTTP method", () => {
  const methods = ["get", "watch", "create", "update", "apply", "deletecollection", "put"].map((verb) =>
    methodOf({ verb }),
  );
  expect(methods).toEqual(["GET", "GET", "POST", "PUT", "PATCH", "DELETE", "PUT"]);
});

it("exports one event per line, oldest first, unchanged", () => {
  const lines = auditLines(rows(event(), forbidden).reverse()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([event(), forbidden]);
});

it("links to the explanation of a denial for the denied user", () => {
  expect(refusalOf(event())).toBeUndefined();
  expect(refusalOf(forbidden)).toMatchObject({ code: 403, message: forbidden.responseStatus?.message });
  expect(askedSubjectOfEvent(forbidden)).toMatchObject({ kind: "user", name: "bob", groups: ["dev"] });
});

it("includes recorded bodies in the size of an event", () => {
  const sizeOf = (more: object) => rowOf({ sequence: 1, event: { ...event(), ...more } }).size;
  const body = { data: { text: "x".repeat(50_000) } };
  expect(sizeOf({ requestObject: body }) - sizeOf({})).toBe(JSON.stringify(body).length);
  expect(sizeOf({ requestObject: body, responseObject: body }) - sizeOf({ responseObject: body })).toBeGreaterThan(
    50_000,
  );
});

it("hides recorded values of secrets on the page and in the export", () => {
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
