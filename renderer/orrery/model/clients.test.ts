import { describe, expect, it } from "vitest";
import type { ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Change } from "./action.ts";
import { actionOf, admittedBy, clientOf, delivers, openWatches, storedBy } from "./clients.ts";
import { fieldChanges } from "./fieldChanges.ts";
import { createRequests } from "./requests.ts";
import { ringOf } from "./ring.ts";
import { WatchedActions } from "./watched.ts";

const ADMIN = { username: "admin", groups: ["system:masters"] };
const STORED = { "simulation.orrery/stored": "apps/deployments/shop/web@12" };
const event = (more: Partial<ShownAuditEvent> = {}): ShownAuditEvent => ({
  auditID: "id",
  stage: "ResponseComplete",
  verb: "create",
  requestURI: "/apis/apps/v1/namespaces/shop/deployments",
  user: ADMIN,
  userAgent: "kubectl/v1.32.0 (linux/amd64)",
  objectRef: { resource: "deployments", apiGroup: "apps", namespace: "shop" },
  responseStatus: { code: 201 },
  stageTimestamp: "2026-01-01T00:00:01Z",
  annotations: STORED,
  ...more,
});
const row = (more: Partial<ShownAuditEvent> = {}, sequence = 7) => ({
  sequence,
  id: String(sequence),
  event: event(more),
  size: 1_000,
});
const WEB: Change = { group: "apps", resource: "deployments", namespace: "shop", name: "web", revision: "12" };

describe("Audited request", () => {
  it("becomes an action of its client with the stored change", () => {
    expect(actionOf(row())).toMatchObject({
      ...{ sequence: -7, actor: "client:admin|kubectl", label: "kubectl", kind: "client", request: "id" },
      writes: [{ ...WEB, verb: "create", subresource: "" }],
    });
    const annotations = { "admission.simulation.orrery/Priority": "spec.priority spec.preemptionPolicy" };
    expect(admittedBy(event({ annotations }))).toEqual([
      { plugin: "Priority", fields: ["spec.priority", "spec.preemptionPolicy"] },
    ]);
    expect(storedBy(event({ annotations }))).toBeUndefined();
  });

  it("becomes an action if denied, and none for reads, reviews and components", () => {
    const denied = row({ responseStatus: { code: 403, reason: "Forbidden" }, annotations: {} });
    expect(actionOf(denied)).toMatchObject({
      refusal: { code: 403, reason: "Forbidden" },
      writes: [{ resource: "deployments", revision: "" }],
    });
    const none: Partial<ShownAuditEvent>[] = [
      { verb: "list" },
      { stage: "ResponseStarted" },
      { objectRef: { resource: "leases", apiGroup: "coordination.k8s.io" } },
      { objectRef: { resource: "selfsubjectaccessreviews", apiGroup: "authorization.k8s.io" } },
      { user: { username: "system:node:n1" } },
      { user: { username: "system:serviceaccount:kube-system:deployment-controller" } },
      { user: { username: "system:apiserver" }, annotations: {} },
    ];
    for (const each of none) expect(actionOf(row(each)), JSON.stringify(each)).toBeUndefined();
    expect(actionOf(row({ user: { username: "system:apiserver" } }))?.kind).toBe("server");
  });

  it("names the client program of administrators and other users by name", () => {
    const labels = [
      event(),
      event({ userAgent: "Mozilla/5.0 (X11)" }),
      event({ user: { username: "alice" } }),
      event({ impersonatedUser: { username: "bob" } }),
      event({ user: { username: "system:serviceaccount:shop:deployer" } }),
    ].map((each) => clientOf(each).label);
    expect(labels).toEqual(["kubectl", "console", "alice", "bob", "shop:deployer"]);
  });

  it("is found by its stored change among a limited number", () => {
    const requests = createRequests((run) => run());
    requests.add([row(), row({ auditID: "other", annotations: {} }, 8)]);
    expect(requests.maker(WEB)?.sequence).toBe(7);
    const objectRef = { resource: "pods", namespace: "shop", name: "web", subresource: "binding" };
    requests.add([row({ auditID: "bound", objectRef, annotations: {} }, 8)]);
    const binding = { group: "", resource: "pods", namespace: "shop", name: "web", revision: "14" };
    expect(requests.maker({ ...binding, subresource: "binding" })?.event.auditID).toBe("bound");
    expect(requests.maker({ ...binding, subresource: "status" })).toBeUndefined();
    expect(requests.byAuditId("other")?.sequence).toBe(8);
    requests.add(Array.from({ length: 5_000 }, (_, i) => row({ auditID: `n${i}`, annotations: {} }, i + 9)));
    expect(requests.byAuditId("id")).toBeUndefined();
    expect(requests.rows.items()).toHaveLength(5_000);
  });
});

it("watches are open until they end and deliver the changes of their collection", () => {
  const watch = (auditID: string, more: Partial<ShownAuditEvent> = {}) =>
    row({ auditID, verb: "watch", stage: "ResponseStarted", responseStatus: { code: 200 }, ...more });
  const open = openWatches([
    watch("a"),
    watch("b", { objectRef: { resource: "deployments", apiGroup: "apps" } }),
    watch("c"),
    watch("c", { stage: "ResponseComplete" }),
    watch("d", { responseStatus: { code: 403 } }),
    watch("e", { objectRef: { resource: "pods" } }),
  ]);
  expect(open.map(({ id }) => id)).toEqual(["a", "b", "e"]);
  expect(open.filter((each) => delivers(each, WEB)).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(open.filter((each) => delivers(each, { ...WEB, namespace: "x" })).map(({ id }) => id)).toEqual(["b"]);
});

it("field changes show their values without server bookkeeping", () => {
  const object = (replicas: number, resourceVersion: string): ApiObject => ({
    metadata: { name: "web", resourceVersion, managedFields: [] },
    spec: { replicas, ...(replicas > 1 ? { paused: true } : { "a/b": "x".repeat(60) }) },
  });
  expect(fieldChanges(object(1, "1"), object(2, "2"))).toEqual([
    { path: "spec.replicas", before: "1", after: "2" },
    { path: "spec.a/b", before: `${"x".repeat(39)}…`, after: undefined },
    { path: "spec.paused", before: undefined, after: "true" },
  ]);
});

it("the ring has a mark for each of the last revisions written by a known action", () => {
  const action = actionOf(row());
  const node = { ...action, kind: "node", writes: [{ ...WEB, revision: "14", verb: "patch", subresource: "status" }] };
  const actions = [action, node, { ...node, writes: [{ ...WEB, revision: "99" }] }] as Parameters<typeof ringOf>[0];
  expect(ringOf(actions, 2, 10)).toEqual({ revision: 14, kinds: ["node", "people"] });
  expect(ringOf(actions, 2, 1)).toEqual({ revision: 14, kinds: ["node"] });
  expect(ringOf(actions, 0, 10)).toEqual({ revision: 0, kinds: [] });
});

describe("Watched changes of a cluster that records no causes", () => {
  const DEPLOYMENTS = { group: "apps", resource: "deployments" };
  const SETS = { group: "apps", resource: "replicasets" };
  const PODS = { group: "", resource: "pods" };
  const object = (
    kind: string,
    uid: string,
    revision: string,
    manager: string,
    owner?: [string, string],
    nodeName?: string,
  ): ApiObject => ({
    kind,
    metadata: {
      ...{ name: uid, namespace: "shop", uid, resourceVersion: revision },
      managedFields: [
        {
          manager: "older",
          operation: "Update",
          apiVersion: "v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
        },
        { manager, operation: "Update", apiVersion: "v1", time: "2026-01-01T00:00:01Z", fieldsType: "FieldsV1" },
      ],
      ...(owner === undefined
        ? {}
        : {
            ownerReferences: [
              { apiVersion: "apps/v1", kind: owner[0], name: owner[1], uid: owner[1], controller: true },
            ],
          }),
    },
    spec: nodeName === undefined ? {} : { nodeName },
  });

  it("have the last writing manager as actor, and a change of the owner or the previous change as cause", () => {
    const watched = new WatchedActions();
    const shown = [
      watched.observe("create", DEPLOYMENTS, object("Deployment", "web", "1", "kubectl-create"), 0),
      watched.observe(
        "create",
        SETS,
        object("ReplicaSet", "set", "2", "kube-controller-manager", ["Deployment", "web"]),
        0,
      ),
      watched.observe("create", PODS, object("Pod", "pod", "3", "kube-controller-manager", ["ReplicaSet", "set"]), 0),
      watched.observe(
        "update",
        PODS,
        object("Pod", "pod", "4", "kube-controller-manager", ["ReplicaSet", "set"], "n1"),
        0,
      ),
      watched.observe("update", PODS, object("Pod", "pod", "5", "kubelet", ["ReplicaSet", "set"], "n1"), 0),
    ].map(({ actor, kind, causes }) => [actor, kind, causes.map(({ revision }) => revision).join()]);
    expect(shown).toEqual([
      ["client:kubectl-create", "client", ""],
      ["deployment-controller", "controller", "1"],
      ["replicaset-controller", "controller", "2"],
      ["system:kube-scheduler", "scheduler", "3"],
      ["system:node:n1", "node", "4"],
    ]);
  });
});
