import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { cloneOf } from "./cloneOf.ts";

const clone = (object: object): ApiObject => cloneOf(object as ApiObject, createVocabulary());
const KEPT_BY_SERVER = {
  uid: "u",
  resourceVersion: "7",
  generation: 3,
  creationTimestamp: "2026-01-01T00:00:00Z",
  managedFields: [],
  ownerReferences: [{ apiVersion: "v1", kind: "X", name: "x", uid: "x" }],
  finalizers: ["f"],
};

describe("cloneOf", () => {
  it("keeps fields that users set and drops those that the server sets", () => {
    const annotations = { note: "kept", "deployment.kubernetes.io/revision": "3" };
    const deployment = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...KEPT_BY_SERVER, name: "web", namespace: "dev", labels: { app: "web" }, annotations },
      spec: { replicas: 3 },
      status: { replicas: 3 },
    };
    expect(clone(deployment)).toEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web-copy", namespace: "dev", labels: { app: "web" }, annotations: { note: "kept" } },
      spec: { replicas: 3 },
    });
  });

  it("drops allocated addresses and ports", () => {
    const spec = {
      type: "NodePort",
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      ports: [{ port: 80, nodePort: 30080 }],
    };
    expect(clone({ apiVersion: "v1", kind: "Service", metadata: { name: "s" }, spec })["spec"]).toEqual({
      type: "NodePort",
      ports: [{ port: 80 }],
    });
  });

  it("does not tie a job to the pods of the original", () => {
    const labels = { "batch.kubernetes.io/job-name": "j", "controller-uid": "u", team: "a" };
    const spec = { selector: { matchLabels: { "controller-uid": "u" } }, template: { metadata: { labels }, spec: {} } };
    const job = clone({ apiVersion: "batch/v1", kind: "Job", metadata: { name: "j", labels }, spec });
    expect([job.metadata.labels, job["spec"]]).toEqual([
      { team: "a" },
      { template: { metadata: { labels: { team: "a" } }, spec: {} } },
    ]);
  });

  it("drops the node assignment and the token volume of the original", () => {
    const mount = { name: "kube-api-access-abc", mountPath: "/var/run" };
    const spec = {
      nodeName: "n1",
      volumes: [{ name: "kube-api-access-abc" }, { name: "data" }],
      containers: [{ name: "c", volumeMounts: [mount, { name: "data", mountPath: "/data" }] }],
    };
    expect(clone({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec })["spec"]).toEqual({
      volumes: [{ name: "data" }],
      containers: [{ name: "c", volumeMounts: [{ name: "data", mountPath: "/data" }] }],
    });
  });
});
