import { describe, expect, it } from "vitest";
import type { ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import {
  type ChangeLine,
  goneFrom,
  joinLines,
  lineOfEvent,
  lineOfSeen,
  newestLines,
  withRemovals,
} from "./changeLines.ts";

const typeOf = (group: string, resource: string, kind: string, namespaced = true) =>
  ({ group, version: "v1", resource, kind, namespaced }) as ResourceType;
const TYPES = [
  typeOf("", "configmaps", "ConfigMap"),
  typeOf("", "namespaces", "Namespace", false),
  typeOf("", "pods", "Pod"),
  typeOf("apps", "deployments", "Deployment"),
  typeOf("authorization.k8s.io", "selfsubjectaccessreviews", "SelfSubjectAccessReview", false),
];

const event = (verb: string, objectRef: object, more: Partial<ShownAuditEvent> = {}): ShownAuditEvent => ({
  auditID: "a",
  stage: "ResponseComplete",
  verb,
  requestURI: "/api",
  user: { username: "alice" },
  objectRef,
  responseStatus: { code: 200 },
  stageTimestamp: "2026-01-02T03:04:05.678000Z",
  ...more,
});
const map = { resource: "configmaps", namespace: "shop", name: "prices" };
const web = { resource: "deployments", apiGroup: "apps", namespace: "shop", name: "web" };

it("reads changes of all kinds, and deletions, from the audit log", () => {
  expect(lineOfEvent(event("patch", map), TYPES)).toMatchObject({
    verb: "changed",
    type: { kind: "ConfigMap" },
    namespace: "shop",
    name: "prices",
    author: { is: "user", name: "alice" },
    time: Date.parse("2026-01-02T03:04:05.678Z"),
  });
  expect(lineOfEvent(event("create", map), TYPES)?.verb).toBe("created");
  expect(lineOfEvent(event("delete", web), TYPES)?.verb).toBe("deleted");
  const pod = { resource: "pods", namespace: "shop", name: "web-1", subresource: "eviction" };
  expect(lineOfEvent(event("create", pod), TYPES)?.verb).toBe("deleted");
  const namespace = { resource: "namespaces", namespace: "shop", name: "shop" };
  expect(lineOfEvent(event("delete", namespace), TYPES)?.namespace).toBe("");
});

it.each<[string, ShownAuditEvent]>([
  ["was refused", event("delete", map, { responseStatus: { code: 403 } })],
  ["was a dry run", event("patch", map, { requestURI: "/api?a=b&dryRun=All" })],
  [
    "only asked a question",
    event("create", { resource: "selfsubjectaccessreviews", apiGroup: "authorization.k8s.io" }),
  ],
  ["changed a status", event("patch", { ...map, subresource: "status" })],
  ["is about a kind that is not served", event("delete", { resource: "widgets", name: "w" })],
  ["has not ended", event("delete", map, { stage: "RequestReceived" })],
])("leaves out a request that %s", (_why, each) => {
  expect(lineOfEvent(each, TYPES)).toBeUndefined();
});

it("notices objects that vanish from a list, but for those that their owners replace", () => {
  const object = (uid: string, more: object = {}): ApiObject => ({
    kind: "Pod",
    metadata: { uid, name: uid, ...more },
  });
  const owned = object("owned", { ownerReferences: [{ uid: "rs", controller: true }] });
  const [gone, ...others] = goneFrom([object("a"), object("b"), owned], [object("b")]);
  expect([gone?.metadata.uid, others]).toEqual(["a", []]);
  expect(lineOfSeen({ verb: "deleted", object: object("a"), kind: "Pod", time: 7 })).toMatchObject({
    verb: "deleted",
    author: { is: "user", name: "" },
    time: 7,
  });
});

describe("a watched object's changes", () => {
  const written = (verb: ChangeLine["verb"], manager: string, time: string): ChangeLine => ({
    key: `${verb} ${manager}`,
    verb,
    type: typeOf("apps", "deployments", "Deployment"),
    namespace: "shop",
    name: "web",
    author: { is: "manager", name: manager },
    time: Date.parse(time),
    summary: "3 ×",
    count: 1,
  });
  const requested = (more: Partial<ShownAuditEvent>): ChangeLine[] => {
    const line = lineOfEvent(event("patch", web, { userAgent: "kubectl/v1.32.0 (linux/amd64)", ...more }), TYPES);
    return line === undefined ? [] : [line];
  };
  const shown = (lines: readonly ChangeLine[]): string[] =>
    lines.map(({ verb, author, time }) => `${new Date(time).toISOString().slice(11, 19)} ${author.name} ${verb}`);

  it("are those that it records, with the requests that it does not record", () => {
    const created = written("created", "kubectl", "2026-01-02T03:00:00Z");
    expect(shown(joinLines([created], requested({})))).toEqual(["03:00:00 kubectl created", "03:04:05 alice changed"]);
    const hpa = written("changed", "hpa", "2026-01-02T03:05:00Z");
    expect(shown(joinLines([hpa], requested({})))).toEqual(["03:05:00 hpa changed", "03:04:05 alice changed"]);
  });

  it("count a request as part of what its manager wrote, with the later time", () => {
    const before = written("changed", "kubectl", "2026-01-02T03:00:00Z");
    expect(shown(joinLines([before], requested({})))).toEqual(["03:04:05 kubectl changed"]);
    const edit = written("changed", "kubectl-edit", "2026-01-02T03:04:06Z");
    const requestURI = "/apis/apps/v1/namespaces/shop/deployments/web?fieldManager=kubectl-edit&fieldValidation=Strict";
    expect(shown(joinLines([edit], requested({ requestURI })))).toEqual(["03:04:06 kubectl-edit changed"]);
  });
});

describe("withRemovals", () => {
  const node = (more: object, at = "2026-01-02T03:04:05Z", metadata: object = {}): ApiObject => ({
    kind: "Node",
    metadata: { uid: "n1", name: "n1", managedFields: [{ manager: "kubectl", time: at }], ...metadata },
    ...more,
  });
  const taint = { key: "a", effect: "NoSchedule" };
  const labels = { tier: "gold" };

  it.each<[string, ApiObject, ApiObject]>([
    [
      "a field",
      node({ spec: { unschedulable: true, podCIDR: "10.0.0.0/24" } }),
      node({ spec: { podCIDR: "10.0.0.0/24" } }),
    ],
    ["all fields", node({ spec: { unschedulable: true } }), node({})],
    ["an item of a list", node({ spec: { taints: [taint, taint] } }), node({ spec: { taints: [taint] } })],
    ["a label", node({}, undefined, { labels }), node({}, undefined, { labels: {} })],
    ["the last annotation", node({}, undefined, { annotations: labels }), node({})],
  ])("finds the removal of %s", (_part, before, after) => {
    expect(withRemovals([before], [after])).toEqual([after]);
  });

  it.each<[string, ApiObject, ApiObject]>([
    ["a status", node({ status: { phase: "a" } }), node({})],
    ["a field that is added without a record, as by a binding", node({ spec: {} }), node({ spec: { nodeName: "n1" } })],
    ["a recorded write", node({ spec: { unschedulable: true } }), node({ spec: {} }, "2026-01-02T03:04:06Z")],
    ["a deletion", node({ spec: { a: 1 } }), node({}, undefined, { deletionTimestamp: "2026-01-02T03:04:06Z" })],
    ["another object", node({ spec: { a: 1 } }), node({}, undefined, { uid: "n2" })],
  ])("leaves out %s", (_part, before, after) => {
    expect(withRemovals([before], [after])).toEqual([]);
  });
});

it("shows the newest lines, each change of an object once", () => {
  const line = (name: string, time: number, verb: ChangeLine["verb"] = "changed"): ChangeLine => ({
    key: `${name}${time}`,
    verb,
    type: typeOf("", "configmaps", "ConfigMap"),
    namespace: "",
    name,
    author: { is: "user", name: "alice" },
    time,
    summary: "",
    count: 1,
  });
  const lines = [line("a", 1), line("a", 5), line("b", 3), line("a", 4, "deleted"), line("c", 2)];
  expect(newestLines(lines, 3).map(({ key }) => key)).toEqual(["a5", "a4", "b3"]);
});
