import { describe, expect, it } from "vitest";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { applyDefaults } from "./applyDefaults.ts";
import { decodeStrict } from "./decode.ts";
import { loadSchema } from "./schema.ts";

const schema = loadSchema();

function defaulted(group: string, version: string, kind: string, value: object): Record<string, unknown> {
  const node = schema.forKind(group, version, kind);
  if (node === undefined) throw new Error(`no kind ${kind}`);
  return decodeAndDefault(node, value);
}

const decodeAndDefault = (node: StructNode, value: object): Record<string, unknown> =>
  applyDefaults(node, decodeStrict(node, value).value as Record<string, unknown>);

const container = { name: "c", image: "nginx" };
const template = { metadata: { labels: { app: "a" } }, spec: { containers: [container] } };

const fullContainer = {
  name: "c",
  image: "nginx",
  resources: {},
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
  imagePullPolicy: "Always",
};

const fullPodSpec = {
  containers: [fullContainer],
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  dnsPolicy: "ClusterFirst",
  securityContext: {},
  schedulerName: "default-scheduler",
};

describe("Workloads", () => {
  it("Deployment: sets every default in declared order", () => {
    const value = defaulted("apps", "v1", "Deployment", { spec: { selector: {}, template } });
    expect(JSON.stringify(value)).toBe(
      JSON.stringify({
        metadata: { creationTimestamp: null },
        spec: {
          replicas: 1,
          selector: {},
          template: { metadata: { creationTimestamp: null, labels: { app: "a" } }, spec: fullPodSpec },
          strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
          revisionHistoryLimit: 10,
          progressDeadlineSeconds: 600,
        },
        status: {},
      }),
    );
  });

  it("Deployment: keeps given values and adds no rolling update to Recreate", () => {
    const value = defaulted("apps", "v1", "Deployment", {
      spec: { replicas: 0, selector: {}, template, strategy: { type: "Recreate" } },
    });
    expect(value["spec"]).toMatchObject({ replicas: 0, strategy: { type: "Recreate" } });
    expect((value["spec"] as { strategy: object }).strategy).not.toHaveProperty("rollingUpdate");
  });

  it("StatefulSet: sets update strategy, retention policy and claim defaults", () => {
    const claim = { metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"] } };
    const value = defaulted("apps", "v1", "StatefulSet", {
      spec: { selector: {}, template, serviceName: "s", volumeClaimTemplates: [claim] },
    });
    expect(value["spec"]).toMatchObject({
      replicas: 1,
      podManagementPolicy: "OrderedReady",
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
      volumeClaimTemplates: [
        {
          kind: "PersistentVolumeClaim",
          apiVersion: "v1",
          spec: { volumeMode: "Filesystem" },
          status: { phase: "Pending" },
        },
      ],
    });
  });

  it("StatefulSet: adds no rolling update to other strategies", () => {
    const value = defaulted("apps", "v1", "StatefulSet", {
      spec: { selector: {}, template, serviceName: "s", updateStrategy: { type: "RollingUpdate" } },
    });
    expect((value["spec"] as { updateStrategy: object }).updateStrategy).toEqual({ type: "RollingUpdate" });
  });

  it("DaemonSet: keeps the template generation in an annotation", () => {
    const key = "deprecated.daemonset.template.generation";
    const of = (annotations: object): unknown =>
      defaulted("apps", "v1", "DaemonSet", { metadata: { annotations }, spec: { selector: {}, template } })["metadata"];
    expect(of({})).toMatchObject({ annotations: { [key]: "0" } });
    expect(of({ [key]: "7" })).toMatchObject({ annotations: { [key]: "7" } });
    expect(of({ [key]: "+7" })).toMatchObject({ annotations: { [key]: "7" } });
    expect(() => of({ [key]: "x" })).toThrow('strconv.ParseInt: parsing "x": invalid syntax');
  });

  it("Job and CronJob", () => {
    expect(defaulted("batch", "v1", "Job", { spec: { template } })).toMatchObject({
      metadata: { labels: { app: "a" } },
      spec: {
        parallelism: 1,
        completions: 1,
        backoffLimit: 6,
        completionMode: "NonIndexed",
        suspend: false,
        manualSelector: false,
        podReplacementPolicy: "TerminatingOrFailed",
      },
    });
    expect(defaulted("batch", "v1", "Job", { spec: { parallelism: 2, template } })["spec"]).not.toHaveProperty(
      "completions",
    );
    const indexed = { backoffLimitPerIndex: 1, podFailurePolicy: { rules: [] }, template };
    expect(defaulted("batch", "v1", "Job", { spec: indexed })["spec"]).toMatchObject({
      backoffLimit: 2147483647,
      podReplacementPolicy: "Failed",
    });
    expect(
      defaulted("batch", "v1", "CronJob", { spec: { schedule: "* * * * *", jobTemplate: { spec: { template } } } })[
        "spec"
      ],
    ).toMatchObject({
      concurrencyPolicy: "Allow",
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
  });

  it.each([
    ["", 80],
    ["{", 80],
    ["{}", 80],
    ["[]", 80],
    ['[{"type":"Pods"}]', undefined],
  ])("HorizontalPodAutoscaler of version 1 whose annotation for metrics is '%s'", (text, utilization) => {
    const metadata = { annotations: { "autoscaling.alpha.kubernetes.io/metrics": text } };
    const spec = { scaleTargetRef: { kind: "Deployment", name: "d" }, maxReplicas: 3 };
    const made = defaulted("autoscaling", "v1", "HorizontalPodAutoscaler", { metadata, spec });
    expect(made["spec"]).toHaveProperty("minReplicas", 1);
    expect((made["spec"] as Record<string, unknown>)["targetCPUUtilizationPercentage"]).toBe(utilization);
  });

  it("HorizontalPodAutoscaler in both versions", () => {
    const scaleTargetRef = { kind: "Deployment", name: "d" };
    const spec = { scaleTargetRef, maxReplicas: 3 };
    expect(defaulted("autoscaling", "v1", "HorizontalPodAutoscaler", { spec })["spec"]).toMatchObject({
      minReplicas: 1,
      targetCPUUtilizationPercentage: 80,
    });
    expect(
      defaulted("autoscaling", "v2", "HorizontalPodAutoscaler", { spec: { ...spec, behavior: {} } })["spec"],
    ).toMatchObject({
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
      ],
      behavior: { scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: "Max" }, scaleDown: { selectPolicy: "Max" } },
    });
  });
});

describe("Pods", () => {
  const podSpec = (spec: object): Record<string, unknown> =>
    defaulted("", "v1", "Pod", { spec: { containers: [container], ...spec } })["spec"] as Record<string, unknown>;

  it("set enableServiceLinks in pods but not in templates", () => {
    expect(podSpec({})).toEqual({ ...fullPodSpec, enableServiceLinks: true });
  });

  it.each([
    ["nginx", "Always"],
    ["nginx:latest", "Always"],
    ["host:5000/nginx", "Always"],
    ["nginx:1.27", "IfNotPresent"],
    ["nginx@sha256:abc", "IfNotPresent"],
  ])("with image %s set imagePullPolicy %s", (image, policy) => {
    expect(podSpec({ containers: [{ name: "c", image }] })["containers"]).toMatchObject([{ imagePullPolicy: policy }]);
  });

  it("default requests to limits", () => {
    const resources = { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "500m" } };
    expect(podSpec({ containers: [{ ...container, resources }] })["containers"]).toMatchObject([
      { resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "500m", memory: "1Gi" } } },
    ]);
  });

  it("round quantities up to thousandths", () => {
    const resources = { limits: { cpu: "0.0001" } };
    expect(podSpec({ containers: [{ ...container, resources }] })["containers"]).toMatchObject([
      { resources: { limits: { cpu: "1m" } } },
    ]);
  });

  it("set defaults of probes, ports and every kind of volume", () => {
    const volumes = [
      { name: "empty" },
      { name: "secret", secret: { secretName: "s" } },
      { name: "config", configMap: { name: "c" } },
      { name: "host", hostPath: { path: "/" } },
      { name: "down", downwardAPI: { items: [{ path: "p", fieldRef: { fieldPath: "metadata.name" } }] } },
      { name: "proj", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } },
      { name: "iscsi", iscsi: { targetPortal: "t", iqn: "i", lun: 0 } },
      { name: "rbd", rbd: { monitors: ["m"], image: "i" } },
      { name: "azure", azureDisk: { diskName: "d", diskURI: "u" } },
      { name: "scale", scaleIO: { gateway: "g", system: "s", secretRef: {} } },
      { name: "pvc", persistentVolumeClaim: { claimName: "c" } },
    ];
    const probed = {
      ...container,
      ports: [{ containerPort: 80 }],
      livenessProbe: { httpGet: { port: 80 } },
      readinessProbe: { grpc: { port: 1 } },
    };
    const spec = podSpec({ volumes, containers: [probed], hostNetwork: true });
    expect(spec["containers"]).toMatchObject([
      {
        ports: [{ hostPort: 80, containerPort: 80, protocol: "TCP" }],
        livenessProbe: {
          httpGet: { path: "/", port: 80, scheme: "HTTP" },
          timeoutSeconds: 1,
          periodSeconds: 10,
          successThreshold: 1,
          failureThreshold: 3,
        },
        readinessProbe: { grpc: { port: 1, service: "" } },
      },
    ]);
    expect(spec["volumes"]).toMatchObject([
      { emptyDir: {} },
      { secret: { defaultMode: 420 } },
      { configMap: { defaultMode: 420 } },
      { hostPath: { type: "" } },
      { downwardAPI: { defaultMode: 420, items: [{ fieldRef: { apiVersion: "v1" } }] } },
      { projected: { defaultMode: 420, sources: [{ serviceAccountToken: { expirationSeconds: 3600 } }] } },
      { iscsi: { iscsiInterface: "default" } },
      { rbd: { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" } },
      { azureDisk: { cachingMode: "ReadWrite", fsType: "ext4", readOnly: false, kind: "Shared" } },
      { scaleIO: { storageMode: "ThinProvisioned", fsType: "xfs" } },
      { persistentVolumeClaim: { claimName: "c" } },
    ]);
    expect((spec["volumes"] as object[])[10]).not.toHaveProperty("emptyDir");
  });

  it("synchronize serviceAccount and serviceAccountName", () => {
    expect(podSpec({ serviceAccount: "a" })).toMatchObject({ serviceAccount: "a", serviceAccountName: "a" });
    expect(podSpec({ serviceAccountName: "b", serviceAccount: "a" })).toMatchObject({
      serviceAccount: "b",
      serviceAccountName: "b",
    });
    expect(podSpec({})).not.toHaveProperty("serviceAccount");
  });
});

describe("Other kinds", () => {
  it("Service", () => {
    expect(defaulted("", "v1", "Service", { spec: { ports: [{ port: 80 }] } })["spec"]).toEqual({
      ports: [{ protocol: "TCP", port: 80, targetPort: 80 }],
      type: "ClusterIP",
      sessionAffinity: "None",
      internalTrafficPolicy: "Cluster",
    });
    expect(
      defaulted("", "v1", "Service", {
        spec: { type: "LoadBalancer", sessionAffinity: "ClientIP", ports: [{ port: 1, targetPort: "x" }] },
      })["spec"],
    ).toMatchObject({
      ports: [{ targetPort: "x" }],
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } },
      externalTrafficPolicy: "Cluster",
      allocateLoadBalancerNodePorts: true,
    });
  });

  it("Secret: merges stringData into data", () => {
    expect(defaulted("", "v1", "Secret", { data: { b: "Yg==", a: "eA==" }, stringData: { a: "hello" } })).toEqual({
      metadata: { creationTimestamp: null },
      data: { a: "aGVsbG8=", b: "Yg==" },
      type: "Opaque",
    });
  });

  it("Namespace: sets the name label of the vocabulary", () => {
    const orch = loadSchema(createVocabulary("orch"));
    const named = { metadata: { name: "n" } };
    expect(defaulted("", "v1", "Namespace", named)).toMatchObject({
      metadata: { labels: { "kubernetes.io/metadata.name": "n" } },
      status: { phase: "Active" },
    });
    expect(decodeAndDefault(orch.definition("api.core.v1.Namespace"), named)).toMatchObject({
      metadata: { labels: { "orch.io/metadata.name": "n" } },
    });
  });

  it("PersistentVolume, PersistentVolumeClaim and StorageClass", () => {
    expect(defaulted("", "v1", "PersistentVolumeClaim", { spec: {} })).toMatchObject({
      spec: { volumeMode: "Filesystem" },
      status: { phase: "Pending" },
    });
    expect(defaulted("", "v1", "PersistentVolume", { spec: { capacity: { storage: "1024Mi" } } })).toMatchObject({
      spec: { capacity: { storage: "1Gi" }, persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" },
    });
    expect(defaulted("storage.k8s.io", "v1", "StorageClass", { provisioner: "p" })).toMatchObject({
      reclaimPolicy: "Delete",
      volumeBindingMode: "Immediate",
    });
  });

  it("roles and bindings", () => {
    const value = defaulted("rbac.authorization.k8s.io", "v1", "RoleBinding", {
      subjects: [
        { kind: "User", name: "u" },
        { kind: "ServiceAccount", name: "s" },
      ],
      roleRef: { kind: "Role", name: "r" },
    });
    expect(value).toMatchObject({ roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" } });
    expect(value["subjects"]).toEqual([
      { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "u" },
      { kind: "ServiceAccount", name: "s" },
    ]);
  });

  it("webhooks, including embedded rules", () => {
    const webhook = {
      name: "w",
      rules: [{ operations: ["CREATE"] }],
      clientConfig: { service: { name: "s", namespace: "n" } },
    };
    expect(
      defaulted("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration", { webhooks: [webhook] })[
        "webhooks"
      ],
    ).toMatchObject([
      {
        rules: [{ scope: "*" }],
        clientConfig: { service: { port: 443 } },
        failurePolicy: "Fail",
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        timeoutSeconds: 10,
        reinvocationPolicy: "Never",
      },
    ]);
  });

  it("NetworkPolicy and Ingress", () => {
    const group = "networking.k8s.io";
    expect(defaulted(group, "v1", "NetworkPolicy", { spec: {} })["spec"]).toMatchObject({ policyTypes: ["Ingress"] });
    expect(
      defaulted(group, "v1", "NetworkPolicy", { spec: { egress: [{ ports: [{ port: 1 }] }] } })["spec"],
    ).toMatchObject({ policyTypes: ["Ingress", "Egress"], egress: [{ ports: [{ protocol: "TCP", port: 1 }] }] });
  });

  it("CustomResourceDefinition", () => {
    const value = defaulted("apiextensions.k8s.io", "v1", "CustomResourceDefinition", {
      spec: {
        group: "g",
        names: { plural: "foos", kind: "Foo" },
        versions: [{ name: "v1", served: true, storage: true }],
      },
    });
    expect(value).toMatchObject({
      spec: { names: { singular: "foo", listKind: "FooList" }, conversion: { strategy: "None" } },
      status: { storedVersions: ["v1"] },
    });
  });

  it("feature gates", () => {
    const node = schema.definition("api.apps.v1.StatefulSet");
    const value = decodeStrict(node, { spec: { selector: {}, template } }).value as { spec: object };
    applyDefaults(node, value, (name) => (name === "StatefulSetAutoDeletePVC" ? false : undefined));
    expect(value.spec).not.toHaveProperty("persistentVolumeClaimRetentionPolicy");
  });
});

describe("Invariants", () => {
  it("defaulting is idempotent, and defaulted objects are in output form", () => {
    for (const name of schema.names()) {
      if (schema.published(name) !== undefined) continue;
      const node = schema.definition(name);
      const once = JSON.stringify(decodeAndDefault(node, {}));
      const again = decodeStrict(node, JSON.parse(once));
      expect(again.unknown, name).toEqual([]);
      expect(JSON.stringify(applyDefaults(node, again.value as object)), name).toBe(once);
    }
  });
});
