import { expect, it } from "vitest";
import type { ShownAuditEvent } from "./auditFeed.ts";
import {
  type AuditQuery,
  auditMatcher,
  auditParams,
  CHANGES,
  DELETIONS,
  EVERY_EVENT,
  isEveryEvent,
  objectQuery,
  PEOPLE,
  readAuditQuery,
} from "./auditQuery.ts";

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
const forbidden = event({
  verb: "list",
  user: { username: "admin" },
  impersonatedUser: { username: "bob" },
  responseStatus: { code: 403 },
  annotations: { "authorization.k8s.io/reason": "no rule" },
  stageTimestamp: "2026-01-02T04:00:00.000000Z",
});
const system = event({ user: { username: "system:apiserver" }, verb: "update" });
const unknown = event({ user: {}, responseStatus: { code: 401 } });
const EVENTS = { event: event(), forbidden, system, unknown };

it.each<[Partial<AuditQuery>, string[]]>([
  [{}, ["event", "forbidden", "system", "unknown"]],
  [{ deniedOnly: true }, ["forbidden", "unknown"]],
  [{ verb: CHANGES }, ["system"]],
  [{ user: "bob" }, ["forbidden"]],
  [{ user: PEOPLE }, ["event", "forbidden", "unknown"]],
  [{ verb: "get", user: "alice" }, ["event"]],
  [{ text: "DEV/web alice" }, ["event"]],
  [{ text: "admin" }, ["forbidden"]],
  [{ text: "403 rule" }, ["forbidden"]],
  [{ text: "nothing" }, []],
  [{ since: "2026-01-02T03:30:00Z" }, ["forbidden"]],
  [{ until: "2026-01-02T03:30:00Z", user: "alice" }, ["event"]],
])("%j finds %j", (query, names) => {
  const matches = auditMatcher({ ...EVERY_EVENT, ...query });
  expect(Object.entries(EVENTS).flatMap(([name, each]) => (matches(each) ? [name] : []))).toEqual(names);
});

it("finds every request that may have deleted an object, and no others", () => {
  const of = (verb: string, objectRef: object) => event({ verb, objectRef });
  const object = { resource: "configmaps", namespace: "shop", name: "prices" };
  const requests = {
    itself: of("delete", object),
    collection: of("deletecollection", { resource: "configmaps", namespace: "shop" }),
    everywhere: of("deletecollection", { resource: "configmaps" }),
    read: of("get", object),
    longerName: of("delete", { ...object, name: "prices-2" }),
    elsewhere: of("delete", { ...object, namespace: "dev" }),
    otherCollection: of("deletecollection", { resource: "secrets", namespace: "shop" }),
  };
  const query = { ...EVERY_EVENT, verb: DELETIONS, object: "configmaps shop/prices" };
  const found = Object.entries(requests).filter(([, each]) => auditMatcher(query)(each));
  expect(found.map(([name]) => name)).toEqual(["itself", "collection", "everywhere"]);
});

it("finds evictions of a pod, and deletions of a namespace or a node", () => {
  const finds = (object: string, verb: string, objectRef: object) =>
    auditMatcher({ ...EVERY_EVENT, verb: DELETIONS, object })(event({ verb, objectRef }));
  const pod = { resource: "pods", namespace: "shop", name: "web-1" };
  expect(finds("pods shop/web-1", "create", { ...pod, subresource: "eviction" })).toBe(true);
  expect(finds("pods shop/web-1", "create", { ...pod, subresource: "binding" })).toBe(false);
  expect(finds("namespaces shop", "delete", { resource: "namespaces", namespace: "shop", name: "shop" })).toBe(true);
  expect(finds("nodes n1", "delete", { resource: "nodes", name: "n1" })).toBe(true);
});

it("names an object with its group and namespace, if it has them", () => {
  const apps = { group: "apps", resource: "deployments" };
  expect(objectQuery(apps, { namespace: "shop", name: "web" })).toBe("deployments.apps shop/web");
  expect(objectQuery({ group: "", resource: "nodes" }, { name: "n1" })).toBe("nodes n1");
  const query = { ...EVERY_EVENT, object: objectQuery(apps, { namespace: "shop", name: "web" }) };
  const objectRef = { resource: "deployments", apiGroup: "apps", namespace: "shop", name: "web", subresource: "scale" };
  expect(auditMatcher(query)(event({ objectRef }))).toBe(true);
});

it("survives an address", () => {
  const query: AuditQuery = { ...EVERY_EVENT, text: "a b", object: "pods dev/web", deniedOnly: true };
  expect(readAuditQuery(new URLSearchParams(auditParams(query).toString()))).toEqual(query);
  expect([isEveryEvent(EVERY_EVENT), isEveryEvent(query)]).toEqual([true, false]);
});
