import { describe, expect, test } from "vitest";
import type { Cluster } from "../cluster.ts";
import { refuseReadOnly } from "./readOnly.ts";

const cluster = (readOnly: boolean) => ({ name: "prod", notes: () => ({ readOnly }) }) as unknown as Cluster;
const may = (method: string, path: string): boolean => refuseReadOnly(cluster(true), method, path) === undefined;

describe("a read-only cluster", () => {
  test.each([
    ["GET", "/api/v1/pods?watch=1"],
    ["HEAD", "/api"],
    ["GET", "/api/v1/namespaces/a/pods/exec"],
    ["GET", "/api/v1/namespaces/a/pods/p/log"],
    ["GET", "/apis/example.org/v1/things/exec"],
    ["POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"],
    ["POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews"],
    ["POST", "/apis/authorization.k8s.io/v1/namespaces/a/localsubjectaccessreviews"],
    ["POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews"],
    ["POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews"],
    ["POST", "/apis/authentication.k8s.io/v1/tokenreviews"],
    ["PATCH", "/api/v1/namespaces/a/pods/p?dryRun=All&fieldManager=x"],
  ])("allows %s %s", (method, path) => {
    expect(may(method, path)).toBe(true);
  });

  test.each([
    ["POST", "/api/v1/namespaces/a/pods"],
    ["DELETE", "/api/v1/namespaces/a/pods"],
    ["PATCH", "/api/v1/nodes/n?dryRun="],
    ["PATCH", "/api/v1/nodes/n?dryRun=All&dryRun=None"],
    ["PUT", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"],
    ["POST", "/apis/apps/v1/namespaces/a/deployments/selfsubjectaccessreviews"],
    ["GET", "/api/v1/namespaces/a/pods/p/exec?command=ls"],
    ["GET", "/api/v1/namespaces/a/services/s/proxy/x"],
    ["POST", "/api/v1/namespaces/a/pods/p/attach?dryRun=All"],
    ["ODD", "/api"],
  ])("refuses %s %s", (method, path) => {
    expect(may(method, path)).toBe(false);
  });

  test("other clusters are not restricted, and the refusal says how to allow writes", () => {
    expect(refuseReadOnly(cluster(false), "DELETE", "/api/v1/nodes")).toBeUndefined();
    expect(refuseReadOnly(cluster(true), "DELETE", "/api/v1/nodes")).toMatch(/prod is read-only.*Switch/);
  });
});
