import { expect, it } from "vitest";
import type { ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { type ChangeLine, goneFrom, lineOfDeletion, lineOfEvent, newestLines } from "./changeLines.ts";

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
  ["is known from the watched object", event("patch", web)],
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
  expect(lineOfDeletion({ object: object("a"), kind: "Pod", time: 7 })).toMatchObject({
    verb: "deleted",
    author: { is: "user", name: "" },
    time: 7,
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
