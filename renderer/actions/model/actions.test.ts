import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ApiError } from "../../../shared/status.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { commandLine, drainLine, undoLine } from "./commandLine.ts";
import { drainPlan, isEvicted, isLoss } from "./drain.ts";
import { type DrainParts, type DrainProgress, drainNode } from "./drainNode.ts";
import { actionsFor, type PlainAction, requestOf } from "./plannedAction.ts";
import { revisionsOf, rollBackRequest } from "./rollback.ts";

const vocabulary = createVocabulary();
const object = (apiVersion: string, kind: string, spec: object = {}, metadata: object = {}): ApiObject =>
  ({ apiVersion, kind, metadata: { name: "web", namespace: "shop", uid: "u", ...metadata }, spec }) as ApiObject;
const locator = { group: "apps", version: "v1", resource: "deployments", namespace: "shop", name: "web" };
const NOW = Date.parse("2026-01-02T03:04:05Z");
const planned = (action: PlainAction, of: ApiObject, replicas = 3) =>
  requestOf(action, { object: of, locator, vocabulary, fieldManager: "orrery", now: NOW, replicas });

describe("actionsFor", () => {
  it.each([
    ["apps/v1", "Deployment", {}, ["scale", "setImage", "restart", "rollBack", "pause"]],
    ["apps/v1", "Deployment", { paused: true }, ["scale", "setImage", "rollBack", "unpause"]],
    ["apps/v1", "DaemonSet", {}, ["setImage", "restart", "rollBack"]],
    ["batch/v1", "CronJob", { suspend: true }, ["setImage", "trigger", "unsuspend"]],
    ["batch/v1", "Job", {}, ["suspend"]],
    ["v1", "Node", {}, ["cordon", "drain"]],
    ["v1", "Node", { unschedulable: true }, ["uncordon", "drain"]],
    ["v1", "Pod", {}, ["evict"]],
    ["v1", "ConfigMap", {}, []],
    ["example.com/v1", "Deployment", {}, []],
  ])("%s %s %j: %j", (apiVersion, kind, spec, expected) => {
    expect(actionsFor(object(apiVersion, kind, spec))).toEqual(expected);
  });
});

it("rolls back to a revision as kubectl does", () => {
  expect(undoLine(locator, 3, { context: "prod" })).toBe(
    "kubectl rollout undo deployments/web --to-revision=3 -n shop --context prod",
  );
});

it("drains like kubectl, with shell quoting", () => {
  expect(drainLine("n1", false, {})).toBe("kubectl drain n1 --ignore-daemonsets");
  const viewAs = { username: "Ann Lee", groups: ["system:masters"] };
  expect(drainLine("n1", true, { viewAs, kubeconfig: "/k/my config" })).toBe(
    "kubectl drain n1 --ignore-daemonsets --delete-emptydir-data --force --as 'Ann Lee' --as-group system:masters " +
      "--kubeconfig '/k/my config'",
  );
});

it("scales any kind that has the subresource", () => {
  expect(actionsFor(object("example.com/v1", "Backup"), ["status", "scale"])).toEqual(["scale"]);
  expect(actionsFor(object("example.com/v1", "Backup"), ["status"])).toEqual([]);
});

describe("requestOf", () => {
  const deployment = object("apps/v1", "Deployment");

  it("scales through the sub-resource", () => {
    expect(planned("scale", deployment)).toEqual({
      method: "PATCH",
      path: "/apis/apps/v1/namespaces/shop/deployments/web/scale?fieldManager=orrery",
      contentType: "application/merge-patch+json",
      body: { spec: { replicas: 3 } },
    });
  });

  it("restarts by changing the template", () => {
    const annotations = { "kubectl.kubernetes.io/restartedAt": "2026-01-02T03:04:05.000Z" };
    expect(planned("restart", deployment).body).toEqual({ spec: { template: { metadata: { annotations } } } });
  });

  it("makes a job from a cron job", () => {
    const spec = { jobTemplate: { metadata: { labels: { a: "b" } }, spec: { template: {} } } };
    const request = planned("trigger", object("batch/v1", "CronJob", spec));
    expect(request.path).toBe("/apis/batch/v1/namespaces/shop/jobs?fieldManager=orrery");
    expect(request.body).toMatchObject({
      kind: "Job",
      metadata: {
        name: expect.stringMatching(/^web-manual-[0-9a-z]+$/),
        labels: { a: "b" },
        annotations: { "cronjob.kubernetes.io/instantiate": "manual" },
        ownerReferences: [{ kind: "CronJob", name: "web", uid: "u", controller: true }],
      },
      spec: { template: {} },
    });
  });

  it("evicts only the intended pod, and no other pod of the same name", () => {
    expect(planned("evict", object("v1", "Pod")).body).toMatchObject({
      kind: "Eviction",
      deleteOptions: { preconditions: { uid: "u" } },
    });
  });
});

describe("commandLine", () => {
  it.each([
    ["scale", locator, "kubectl scale deployments/web --replicas=3 -n shop"],
    ["restart", locator, "kubectl rollout restart deployments/web -n shop"],
    ["cordon", { group: "", version: "v1", resource: "nodes", name: "n1" }, "kubectl cordon n1"],
    [
      "trigger",
      { ...locator, group: "batch", resource: "cronjobs" },
      "kubectl create job web-x --from=cronjob/web -n shop",
    ],
    ["evict", locator, undefined],
  ] as const)("%s", (action, at, line) => {
    expect(commandLine(action, at, { replicas: 3, job: "web-x", access: {} })).toBe(line);
  });
});

describe("revisionsOf", () => {
  const workload = object("apps/v1", "Deployment");
  const kept = (number: number, image: string, owner = "u") =>
    object(
      "apps/v1",
      "ReplicaSet",
      { template: { metadata: { labels: { app: "web", "pod-template-hash": `h${number}` } }, spec: { image } } },
      {
        name: `web-${number}`,
        annotations: {
          "deployment.kubernetes.io/revision": String(number),
          "kubernetes.io/change-cause": `to ${image}`,
        },
        ownerReferences: [{ uid: owner, controller: true }],
      },
    );

  it("are those of the workload, latest first, without the labels that a replica set adds", () => {
    const revisions = revisionsOf(workload, [kept(1, "a"), kept(3, "c"), kept(2, "x", "other")], vocabulary);
    expect(revisions.map(({ number, isCurrent, cause }) => [number, isCurrent, cause])).toEqual([
      [3, true, "to c"],
      [1, false, "to a"],
    ]);
    const template = { metadata: { labels: { app: "web" } }, spec: { image: "a" } };
    expect(revisions[1]?.template).toEqual(template);
    expect(rollBackRequest(locator, revisions[1] ?? { template: {} }, "orrery").body).toEqual([
      { op: "replace", path: "/spec/template", value: template },
    ]);
  });

  it("are read from controller revisions as well", () => {
    const revision = {
      ...object("apps/v1", "ControllerRevision", {}, { ownerReferences: [{ uid: "u", controller: true }] }),
      revision: 4,
      data: { spec: { template: { spec: { image: "d" } } } },
    };
    expect(revisionsOf(workload, [revision], vocabulary)).toMatchObject([{ number: 4, isCurrent: true }]);
  });
});

describe("Node drain", () => {
  const pod = (name: string, owner?: string, more: object = {}): ApiObject => ({
    ...object(
      "v1",
      "Pod",
      {},
      { name, uid: name, ...(owner && { ownerReferences: [{ kind: owner, uid: "o", controller: true }] }) },
    ),
    ...more,
  });

  it("decides for each pod how to handle it", () => {
    const plan = drainPlan(
      [
        pod("set", "ReplicaSet"),
        pod("agent", "DaemonSet"),
        pod("alone"),
        pod("scratch", "ReplicaSet", { spec: { volumes: [{ emptyDir: {} }] } }),
        pod("done", "Job", { status: { phase: "Succeeded" } }),
      ],
      vocabulary,
    );
    expect(plan.map(({ name, reason }) => [name, reason])).toEqual([
      ["alone", "unmanaged"],
      ["scratch", "localData"],
      ["set", "moves"],
      ["done", "over"],
      ["agent", "daemonSet"],
    ]);
    expect(plan.filter(isEvicted)).toHaveLength(4);
    expect(plan.filter(isLoss)).toHaveLength(2);
  });

  it("retries where a disruption budget holds a pod back, and reports failures", async () => {
    const plan = drainPlan(
      ["a", "b", "c"].map((name) => pod(name, "ReplicaSet")),
      vocabulary,
    );
    const seen: [string, DrainProgress][] = [];
    let tries = 0;
    const done = await drainNode(
      plan,
      {
        evict: async ({ name }) => {
          if (name === "b" && ++tries < 3) throw statusError(429, "budget");
          if (name === "c") throw statusError(403, "no");
        },
        isThere: async () => false,
        pause: async () => undefined,
        onProgress: ({ name }, progress) => seen.push([name, progress]),
      },
      new AbortController().signal,
    );
    expect(done).toBe(false);
    const of = (wanted: string) => seen.filter(([name]) => name === wanted).map(([, { phase }]) => phase);
    expect(of("a")).toEqual(["asked", "gone"]);
    expect(of("b")).toEqual(["held", "held", "asked", "gone"]);
    expect(of("c")).toEqual(["failed"]);
  });

  it("evicts other pods without waiting for those that a disruption budget blocks", async () => {
    const plan = drainPlan(
      ["a", "b", "c", "d", "e", "f", "last"].map((name) => pod(name, "ReplicaSet")),
      vocabulary,
    );
    const gone = new Set<string>();
    const parts: DrainParts = {
      evict: async ({ name }) => {
        // No other pod may be evicted before the last one.
        if (name !== "last" && !gone.has("last")) throw statusError(429, "budget");
        gone.add(name);
      },
      isThere: async ({ name }) => !gone.has(name),
      pause: async () => undefined,
      onProgress: () => undefined,
    };
    expect(await drainNode(plan, parts, new AbortController().signal)).toBe(true);
    expect(gone.size).toBe(7);
  });

  it("retries only the remaining pods, and none after it was stopped", async () => {
    const plan = drainPlan([pod("a", "ReplicaSet"), pod("b", "ReplicaSet")], vocabulary);
    const seen: string[] = [];
    const there = new Set(["a", "b"]);
    let isAllowed = false;
    let stop = new AbortController();
    const parts: DrainParts = {
      evict: async ({ name }) => {
        seen.push(`evict ${name}`);
        if (name === "b" && !isAllowed) throw statusError(429, "budget");
        there.delete(name);
      },
      isThere: async ({ name }) => there.has(name),
      pause: async () => stop.abort(),
      onProgress: ({ name }, { phase }) => seen.push(`${name} ${phase}`),
    };
    expect(await drainNode(plan, parts, stop.signal)).toBe(false);
    expect(seen).toEqual(["evict a", "evict b", "a asked", "b held"]);
    // The budget now allows the eviction.
    isAllowed = true;
    seen.length = 0;
    stop = new AbortController();
    const left = plan.filter(({ name }) => there.has(name));
    expect(await drainNode(left, parts, stop.signal)).toBe(true);
    expect(seen).toEqual(["evict b", "b asked", "b gone"]);
  });
});

const statusError = (code: number, message: string): ApiError => new ApiError(code, "Test", message);
