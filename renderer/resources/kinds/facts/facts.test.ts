import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { factsFor, KINDS_WITH_FACTS } from "./factsFor.ts";
import type { FactValue } from "./kindFacts.ts";
import { podSpecFacts } from "./podSpecFacts.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const read = (key: string, fields: object) =>
  factsFor(key)?.({ metadata: { name: "x", namespace: "dev" }, ...fields } as ApiObject, NOW) ?? {
    facts: [],
    tables: [],
  };
const textsOf = (key: string, fields: object): Record<string, string> =>
  Object.fromEntries(
    read(key, fields)
      .facts.filter(({ values }) => values.length > 0)
      .map(({ name, values }) => [name, values.map(({ text }) => text).join(" | ")]),
  );
const rowsOf = (key: string, fields: object, table = 0): string[][] =>
  (read(key, fields).tables[table]?.rows ?? []).map((row) => row.map(({ text }: FactValue) => text));

describe("Facts", () => {
  it.each(KINDS_WITH_FACTS)("%s: tolerate an empty object", (key) => {
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

  it("of a NetworkPolicy list the allowed peers or that there are none", () => {
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

  it("of an autoscaler list each metric with its target", () => {
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

  it("of a disruption budget show whether a pod may be evicted", () => {
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

  it("of webhooks show endpoint, rules and limits", () => {
    const hook = {
      name: "check.example",
      clientConfig: { service: { namespace: "infra", name: "hooks", path: "/check" } },
      rules: [
        {
          operations: ["CREATE"],
          apiGroups: ["apps"],
          apiVersions: ["v1"],
          resources: ["deployments"],
          scope: "Namespaced",
        },
      ],
      failurePolicy: "Fail",
      timeoutSeconds: 5,
      namespaceSelector: { matchLabels: { team: "web" } },
      matchConditions: [{ name: "big", expression: "object.spec.replicas > 3" }],
      sideEffects: "None",
      matchPolicy: "Equivalent",
    };
    const key = "admissionregistration/validatingwebhookconfigurations";
    expect(rowsOf(key, { webhooks: [hook] })).toEqual([
      ["check.example", "infra/hooks/check", "CREATE deployments of apps/v1 (Namespaced)", "Fail", "5 s"],
    ]);
    expect(rowsOf(key, { webhooks: [hook] }, 1)).toEqual([
      ["check.example", "team=web", "*", "object.spec.replicas > 3", "Equivalent, None"],
    ]);
  });

  it("of a policy show variables, conditions, validations, and type-checking results", () => {
    const spec = {
      matchConstraints: {
        resourceRules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
      },
      variables: [{ name: "images", expression: "object.spec.containers" }],
      validations: [{ expression: "size(variables.images) < 5", message: "too many", reason: "Invalid" }],
    };
    const status = {
      typeChecking: { expressionWarnings: [{ fieldRef: "spec.validations[0]", warning: "no such key" }] },
    };
    const tables = read("admissionregistration/validatingadmissionpolicies", { spec, status }).tables;
    const shown = Object.fromEntries(
      tables
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => [name, rows.map((row) => row.map(({ text }) => text))]),
    );
    expect(shown).toEqual({
      "type check": [["spec.validations[0]", "no such key"]],
      matchConstraints: [["CREATE", "core", "v1", "pods"]],
      variables: [["images", "object.spec.containers"]],
      validations: [["size(variables.images) < 5", "too many", "Invalid"]],
    });
  });

  it("of workloads show what blocks them and how they roll out", () => {
    const annotations = { "deployment.kubernetes.io/revision": "7" };
    const deployment = { metadata: { name: "x", annotations }, spec: { paused: true, progressDeadlineSeconds: 600 } };
    expect(textsOf("apps/deployments", deployment)).toEqual({
      paused: "true",
      revision: "7",
      progressDeadline: "10m",
    });
    const claim = {
      metadata: { name: "data" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    };
    const set = {
      spec: { serviceName: "db", volumeClaimTemplates: [claim] },
      status: { currentRevision: "db-1", updateRevision: "db-2" },
    };
    expect(textsOf("apps/statefulsets", set)).toEqual({
      serviceName: "db",
      currentRevision: "db-1",
      updateRevision: "db-2",
    });
    expect(rowsOf("apps/statefulsets", set)).toEqual([["data", "1Gi", "ReadWriteOnce", ""]]);
    const rule = { action: "FailJob", onExitCodes: { operator: "In", values: [42] } };
    const job = {
      spec: { suspend: false, backoffLimit: 6, podFailurePolicy: { rules: [rule] } },
      status: { startTime: "2030-01-01T00:00:00Z", completionTime: "2030-01-01T00:01:05Z" },
    };
    expect(textsOf("batch/jobs", job)).toMatchObject({ duration: "65 s", backoffLimit: "6" });
    expect(textsOf("batch/jobs", job)).not.toHaveProperty("suspend");
    expect(rowsOf("batch/jobs", job)).toEqual([["FailJob", "exit codes In 42"]]);
  });

  it("of endpoints distinguish ready addresses from others", () => {
    const subsets = [
      {
        addresses: [{ ip: "10.0.0.1", nodeName: "n1", targetRef: { kind: "Pod", name: "web-1", namespace: "dev" } }],
        notReadyAddresses: [{ ip: "10.0.0.2" }],
        ports: [{ name: "http", port: 80 }],
      },
    ];
    expect(rowsOf("/endpoints", { subsets })).toEqual([
      ["10.0.0.1", "ready", "web-1", "n1", "http 80/TCP"],
      ["10.0.0.2", "not ready", "", "", "http 80/TCP"],
    ]);
    const conditions = { ready: false, terminating: true, serving: true };
    expect(rowsOf("discovery/endpointslices", { endpoints: [{ addresses: ["10.0.0.3"], conditions }] })).toEqual([
      ["10.0.0.3", "terminating, still serving", "", "", ""],
    ]);
  });

  it("of an autoscaler show its scaling behavior", () => {
    const scaleDown = {
      stabilizationWindowSeconds: 300,
      policies: [{ type: "Percent", value: 10, periodSeconds: 60 }],
    };
    const spec = { maxReplicas: 5, behavior: { scaleDown, scaleUp: { selectPolicy: "Disabled" } } };
    expect(textsOf("autoscaling/horizontalpodautoscalers", { spec })).toMatchObject({
      scaleDown: "stabilized over 300 s | 10 % in 60 s",
      scaleUp: "select Disabled",
    });
  });
});

describe("Pod scheduling facts", () => {
  const shown = (spec: object): Record<string, string> =>
    Object.fromEntries(
      podSpecFacts(spec, "dev")
        .filter(({ values }) => values.length > 0)
        .map(({ name, values }) => [name, values.map(({ text }) => text).join(" | ")]),
    );

  it("omit defaults", () => {
    const usual = {
      restartPolicy: "Always",
      schedulerName: "default-scheduler",
      dnsPolicy: "ClusterFirst",
      priority: 0,
      terminationGracePeriodSeconds: 30,
      tolerations: [
        { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 },
      ],
    };
    expect(shown({ ...usual, containers: [] })).toEqual({});
  });

  it("format selectors, affinities, tolerations and spread constraints in one line each", () => {
    const term = { labelSelector: { matchLabels: { app: "web" } }, topologyKey: "kubernetes.io/hostname" };
    const zone = { matchExpressions: [{ key: "zone", operator: "In", values: ["a", "b"] }] };
    expect(
      shown({
        nodeSelector: { disk: "ssd" },
        tolerations: [{ operator: "Exists" }, { key: "gpu", value: "yes", effect: "NoExecute", tolerationSeconds: 60 }],
        topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [zone] },
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, preference: zone }],
          },
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [term],
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }],
          },
        },
        hostNetwork: true,
        securityContext: { runAsUser: 1000, supplementalGroups: [1, 2] },
        schedulingGates: [{ name: "quota" }],
      }),
    ).toEqual({
      schedulingGates: "quota",
      nodeSelector: "disk=ssd",
      nodeAffinity: "zone In a, b",
      preferredNodes: "zone In a, b (weight 5)",
      podAntiAffinity: "app=web per kubernetes.io/hostname | app=web per kubernetes.io/hostname (preferred, weight 1)",
      topologySpread: "zone: skew 1, DoNotSchedule",
      tolerations: "* | gpu=yes:NoExecute for 60s",
      sharesWithHost: "hostNetwork",
      securityContext: "runAsUser 1000 | supplementalGroups 1, 2",
    });
  });
});

describe("Next run of a CronJob", () => {
  const nextRun = (spec: object): string | undefined => textsOf("batch/cronjobs", { spec })["nextRun"];

  it("is shown in the cron job's time zone", () => {
    // Saturday noon: the next working day is Monday, and Berlin is one hour ahead of UTC in winter.
    const spec = { schedule: "30 2 * * 1-5", timeZone: "Europe/Berlin" };
    expect(nextRun(spec)).toBe("2026-11-30T01:30:00.000Z");
    expect(nextRun({ schedule: "@hourly" })).toBe("2026-11-28T13:00:00.000Z");
  });

  it.each([{ schedule: "@hourly", suspend: true }, { schedule: "odd" }, { schedule: "0 0 30 2 *" }, {}])(
    "is undefined for %j",
    (spec) => expect(nextRun(spec)).toBeUndefined(),
  );
});

describe("CertificateSigningRequest state", () => {
  const state = (status: object): string | undefined =>
    textsOf("certificates/certificatesigningrequests", { status })["state"];

  it.each([
    ["Pending", {}],
    ["Denied", { conditions: [{ type: "Denied" }] }],
    ["Failed", { conditions: [{ type: "Approved" }, { type: "Failed" }] }],
    ["Approved, not issued", { conditions: [{ type: "Approved" }] }],
    ["Approved, issued", { conditions: [{ type: "Approved" }], certificate: "LS0t" }],
  ])("is %s", (word, status) => expect(state(status)).toBe(word));
});
