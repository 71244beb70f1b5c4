import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { factsFor, KINDS_WITH_FACTS } from "./factsFor.ts";
import type { FactValue } from "./kindFacts.ts";

const read = (key: string, fields: object) =>
  factsFor(key)?.({ metadata: { name: "x", namespace: "dev" }, ...fields } as ApiObject) ?? { facts: [], tables: [] };
const textsOf = (key: string, fields: object): Record<string, string> =>
  Object.fromEntries(
    read(key, fields)
      .facts.filter(({ values }) => values.length > 0)
      .map(({ name, values }) => [name, values.map(({ text }) => text).join(" | ")]),
  );
const rowsOf = (key: string, fields: object, table = 0): string[][] =>
  (read(key, fields).tables[table]?.rows ?? []).map((row) => row.map(({ text }: FactValue) => text));

describe("facts", () => {
  it.each(KINDS_WITH_FACTS)("%s: do not fail for an empty object", (key) => {
    expect(read(key, {}).tables.flatMap(({ rows }) => rows)).toEqual([]);
    expect(read(key, { spec: null, status: "odd", metadata: {} })).toBeDefined();
  });

  it("of an Ingress link to services and secrets", () => {
    const backend = { service: { name: "web", port: { number: 80 } } };
    const spec = {
      ingressClassName: "edge",
      rules: [{ host: "a.example", http: { paths: [{ path: "/x", pathType: "Prefix", backend }] } }],
      tls: [{ hosts: ["a.example"], secretName: "cert" }],
    };
    expect(rowsOf("networking/ingresses", { spec })).toEqual([["a.example", "/x", "Prefix", "web:80"]]);
    expect(read("networking/ingresses", { spec }).tables[0]?.rows[0]?.[3]?.to).toMatchObject({
      resource: "services",
      namespace: "dev",
      name: "web",
    });
    expect(rowsOf("networking/ingresses", { spec }, 1)).toEqual([["a.example", "cert"]]);
  });

  it("of a NetworkPolicy name the allowed peers, or say that there are none", () => {
    const spec = {
      podSelector: { matchLabels: { app: "web" } },
      policyTypes: ["Ingress", "Egress"],
      ingress: [
        {
          from: [
            { podSelector: { matchLabels: { app: "edge" } } },
            { namespaceSelector: {}, podSelector: { matchExpressions: [{ key: "tier", operator: "Exists" }] } },
            { ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } },
          ],
          ports: [{ port: 80 }, { protocol: "UDP", port: 5000, endPort: 5010 }],
        },
        {},
      ],
    };
    expect(textsOf("networking/networkpolicies", { spec })).toEqual({
      podSelector: "app=web",
      policyTypes: "Ingress | Egress: none is allowed",
    });
    expect(rowsOf("networking/networkpolicies", { spec })).toEqual([
      ["app=edge", "TCP 80, UDP 5000–5010"],
      ["pods tier in namespaces *", "TCP 80, UDP 5000–5010"],
      ["10.0.0.0/8 except 10.1.0.0/16", "TCP 80, UDP 5000–5010"],
      ["*", "*"],
    ]);
  });

  it("of a claim and its volume link to each other", () => {
    const claim = {
      spec: { volumeName: "pv-1", storageClassName: "fast", resources: { requests: { storage: "1Gi" } } },
      status: { phase: "Bound", capacity: { storage: "2Gi" } },
    };
    expect(textsOf("/persistentvolumeclaims", claim)).toEqual({
      phase: "Bound",
      storage: "2Gi (asked for 1Gi)",
      storageClassName: "fast",
      volumeName: "pv-1",
    });
    const volume = {
      spec: {
        capacity: { storage: "2Gi" },
        csi: { driver: "d.example" },
        claimRef: { namespace: "dev", name: "data" },
      },
      status: { phase: "Released" },
    };
    const { facts } = read("/persistentvolumes", volume);
    expect(facts.find(({ name }) => name === "claimRef")?.values[0]).toMatchObject({
      text: "dev/data",
      to: { name: "data", namespace: "dev" },
    });
    expect(textsOf("/persistentvolumes", volume)).toMatchObject({ source: "csi d.example", phase: "Released" });
  });

  it("of an autoscaler name each metric with its target", () => {
    const spec = {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      maxReplicas: 5,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
      ],
    };
    const status = {
      currentReplicas: 2,
      desiredReplicas: 3,
      currentMetrics: [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: 95 } } }],
    };
    expect(rowsOf("autoscaling/horizontalpodautoscalers", { spec, status })).toEqual([["cpu", "95 %", "80 %"]]);
    expect(textsOf("autoscaling/horizontalpodautoscalers", { spec, status })).toMatchObject({
      scaleTargetRef: "Deployment/web",
      replicas: "2 now, 3 wanted",
      bounds: "1 to 5",
    });
  });

  it("of a quota mark exhausted resources, in any unit", () => {
    const quota = { spec: { hard: { pods: "3", memory: "1Gi" } }, status: { used: { pods: "2", memory: "1024Mi" } } };
    const rows = read("/resourcequotas", quota).tables[0]?.rows ?? [];
    expect(rows.map(([name, used]) => [name?.text, used?.tone])).toEqual([
      ["pods", "good"],
      ["memory", "bad"],
    ]);
  });

  it("of a budget say whether a pod may go", () => {
    const budget = {
      spec: { minAvailable: 2, selector: { matchLabels: { app: "web" } } },
      status: { currentHealthy: 1, desiredHealthy: 2, expectedPods: 2 },
    };
    expect(textsOf("policy/poddisruptionbudgets", budget)).toEqual({
      disruptionsAllowed: "0",
      minAvailable: "2",
      healthy: "1 of 2, 2 needed",
      selector: "app=web",
    });
  });
});
