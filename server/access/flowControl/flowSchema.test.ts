import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { parseRequestInfo } from "../../../shared/requestInfo.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { defaultFlowSchemas } from "../../api/resources/flowcontrol/defaults.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { compileFlowSchemas } from "./flowSchema.ts";
import { estimateWork } from "./workEstimate.ts";

const vocabulary = createVocabulary();
const schemas = compileFlowSchemas(defaultFlowSchemas.map((object) => vocabulary.renderValue(object)));
const user = (username: string, ...groups: string[]): Identity => ({
  username,
  groups: [...groups, "system:authenticated"],
  extra: {},
});
const info = (method: string, path: string) => parseRequestInfo(method, path, new URLSearchParams());
const chosen = (who: Identity, method: string, path: string): string[] => {
  const schema = schemas.find((each) => each.matches(who, info(method, path)));
  return [schema?.name ?? "", schema?.level ?? "", schema?.distinguisher(who, info(method, path)) ?? ""];
};

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const account = user("system:serviceaccount:kube-system:node-controller", "system:serviceaccounts");

describe("Flow schema", () => {
  it.each([
    [user("root", "system:masters"), "GET", "/api/v1/pods", ["exempt", "exempt", "root"].slice(0, 2)],
    [user("probe"), "GET", "/livez", ["probes", "exempt"]],
    [user("system:kube-scheduler"), "PUT", `${LEASES}/s`, ["system-leader-election", "leader-election"]],
    [account, "PUT", `${LEASES}/s`, ["system-leader-election", "leader-election"]],
    [account, "GET", "/api/v1/pods", ["kube-system-service-accounts", "workload-high"]],
    [user("system:node:n", "system:nodes"), "PATCH", "/api/v1/nodes/n/status", ["system-node-high", "node-high"]],
    [user("system:node:n", "system:nodes"), "GET", "/api/v1/pods", ["system-nodes", "system"]],
    [
      user("system:serviceaccount:dev:app", "system:serviceaccounts"),
      "GET",
      "/api/v1/pods",
      ["service-accounts", "workload-low"],
    ],
    [user("jane"), "GET", "/api/v1/namespaces/a/pods", ["global-default", "global-default"]],
    [user("jane"), "GET", "/version", ["global-default", "global-default"]],
  ])("for %j %s %s is %j", (who, method, path, expected) =>
    expect(chosen(who, method, path).slice(0, 2)).toEqual(expected),
  );

  it("distinguishes flows by user or by namespace", () => {
    expect(chosen(user("jane"), "GET", "/api/v1/pods")[2]).toBe("jane");
    expect(chosen(user("system:kube-scheduler"), "GET", "/api/v1/namespaces/a/pods")[2]).toBe("a");
  });
});

it("matches rules by verb, group, resource, namespace and cluster scope", () => {
  const [schema] = compileFlowSchemas([
    {
      metadata: { name: "s" },
      spec: {
        priorityLevelConfiguration: { name: "l" },
        rules: [
          {
            subjects: [{ kind: "ServiceAccount", serviceAccount: { namespace: "n", name: "a" } }],
            resourceRules: [
              { verbs: ["get"], apiGroups: ["apps"], resources: ["deployments/scale"], namespaces: ["n"] },
            ],
            nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/debug/*"] }],
          },
        ],
      },
    } as unknown as ApiObject,
  ]);
  const who = user("system:serviceaccount:n:a");
  const matches = (method: string, path: string) => schema?.matches(who, info(method, path));
  expect(matches("GET", "/apis/apps/v1/namespaces/n/deployments/d/scale")).toBe(true);
  expect(matches("PUT", "/apis/apps/v1/namespaces/n/deployments/d/scale")).toBe(false);
  expect(matches("GET", "/apis/apps/v1/namespaces/n/deployments/d")).toBe(false);
  expect(matches("GET", "/apis/apps/v1/namespaces/m/deployments/d/scale")).toBe(false);
  expect(matches("GET", "/debug/pprof/heap")).toBe(true);
  expect(matches("GET", "/debug")).toBe(false);
});

describe("Seats of a request", () => {
  const of = (method: string, path: string, query: string, objects: number, watchers = 0) => {
    const parsed = new URLSearchParams(query);
    return estimateWork({ info: parseRequestInfo(method, path, parsed), query: parsed }, () => ({ objects, watchers }));
  };
  it.each([
    ["a GET request takes one seat", "GET", "/api/v1/namespaces/a/pods/b", "", 5000, 1],
    ["a list takes one seat per hundred objects", "GET", "/api/v1/pods", "", 350, 4],
    ["a list takes at most ten seats", "GET", "/api/v1/pods", "", 100_000, 10],
    ["a list with a limit takes the seats of one page", "GET", "/api/v1/pods", "limit=100", 100_000, 2],
    [
      "a list with a label selector takes the seats of all objects despite its limit",
      "GET",
      "/api/v1/pods",
      "limit=100&labelSelector=a",
      100_000,
      10,
    ],
    ["a watch takes one seat", "GET", "/api/v1/pods", "watch=true", 100_000, 1],
    [
      "a watch with initial events takes the seats of a list",
      "GET",
      "/api/v1/pods",
      "watch=true&sendInitialEvents=true",
      450,
      5,
    ],
  ])("%s", (_what, method, path, query, objects, seats) => expect(of(method, path, query, objects).seats).toBe(seats));

  it("include final seats for the watch events it causes", () => {
    expect(of("PUT", "/api/v1/namespaces/a/pods/b", "", 1, 35)).toEqual({ seats: 1, finalSeats: 4, finalTime: 20 });
    expect(of("PUT", "/api/v1/namespaces/a/pods/b", "", 1, 3).finalSeats).toBe(0);
  });
});
