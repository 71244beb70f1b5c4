import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Use } from "./use.ts";
import { REFERRING_KINDS, referrersOf, referringOf } from "./uses.ts";

const usesOf = (key: string, fields: object): Use[] =>
  referringOf(key)?.uses({ metadata: { name: "x", namespace: "dev" }, ...fields } as ApiObject) ?? [];
/** Role, target and place of each use, one per line. */
const linesOf = (key: string, fields: object): string[] =>
  usesOf(key, fields).map(({ role, key: target, kind, namespace, name, where }) =>
    [role, target ?? kind, [namespace, name].filter(Boolean).join("/"), where].filter(Boolean).join(" "),
  );

describe("References of an object", () => {
  it.each(REFERRING_KINDS)("%s: none for an empty object", (key) => {
    expect(usesOf(key, {}).filter(({ name }) => name !== "x")).toEqual([]);
    expect(usesOf(key, { spec: null, metadata: {} }).filter(({ name }) => name !== "")).toEqual([]);
  });

  it("of a pod include volumes, environment, pull secrets and service account, each once per container", () => {
    const keyOf = (name: string, key: string) => ({ name: key, valueFrom: { secretKeyRef: { name, key } } });
    const spec = {
      serviceAccountName: "web",
      priorityClassName: "high",
      runtimeClassName: "gvisor",
      imagePullSecrets: [{ name: "registry" }],
      volumes: [
        { name: "settings", configMap: { name: "web" } },
        { name: "data", persistentVolumeClaim: { claimName: "data" } },
        { name: "all", projected: { sources: [{ secret: { name: "cert" } }, { configMap: { name: "extra" } }] } },
        { name: "share", csi: { driver: "d.example", nodePublishSecretRef: { name: "share" } } },
        { name: "kube-api-access-x", projected: { sources: [{ configMap: { name: "root-ca" } }] } },
      ],
      initContainers: [{ name: "prepare", envFrom: [{ configMapRef: { name: "web" } }] }],
      containers: [{ name: "app", env: [keyOf("db", "user"), keyOf("db", "password"), { name: "plain", value: "1" }] }],
      ephemeralContainers: [{ name: "debug", env: [keyOf("debug", "token")] }],
    };
    const expected = [
      "runsAs /serviceaccounts dev/web",
      "pullsWith /secrets dev/registry",
      "mounts /configmaps dev/web settings",
      "mounts /persistentvolumeclaims dev/data data",
      "mounts /secrets dev/cert all",
      "mounts /configmaps dev/extra all",
      "mounts /secrets dev/share share",
      "envOf /configmaps dev/web prepare",
      "envOf /secrets dev/db app",
      "envOf /secrets dev/debug debug",
      "priority scheduling/priorityclasses high",
      "runtime node/runtimeclasses gvisor",
    ];
    expect(linesOf("/pods", { spec })).toEqual(expected);
    expect(linesOf("apps/deployments", { spec: { template: { spec } } })).toEqual(expected);
    expect(linesOf("batch/cronjobs", { spec: { jobTemplate: { spec: { template: { spec } } } } })).toEqual(expected);
  });

  it("of storage lead from claim to volume, class and driver, and back", () => {
    const claim = {
      spec: {
        volumeName: "pv-1",
        storageClassName: "fast",
        dataSourceRef: { apiGroup: "snapshot.storage.example", kind: "VolumeSnapshot", name: "monday" },
      },
    };
    expect(linesOf("/persistentvolumeclaims", claim)).toEqual([
      "boundTo /persistentvolumes pv-1",
      "ofClass storage/storageclasses fast",
      "source VolumeSnapshot dev/monday",
    ]);
    const volume = {
      spec: {
        claimRef: { namespace: "dev", name: "data" },
        storageClassName: "fast",
        csi: { driver: "d.example", nodeStageSecretRef: { name: "keys", namespace: "infra" } },
      },
    };
    expect(linesOf("/persistentvolumes", volume)).toEqual([
      "boundTo /persistentvolumeclaims dev/data",
      "ofClass storage/storageclasses fast",
      "driver storage/csidrivers d.example",
      "credentials /secrets infra/keys nodeStageSecretRef",
    ]);
    expect(linesOf("storage/storageclasses", { provisioner: "d.example" })).toEqual([
      "driver storage/csidrivers d.example",
    ]);
    expect(
      linesOf("storage/volumeattachments", {
        spec: { nodeName: "n1", attacher: "d.example", source: { persistentVolumeName: "pv-1" } },
      }),
    ).toEqual(["attachedTo /nodes n1", "source /persistentvolumes pv-1", "driver storage/csidrivers d.example"]);
  });

  it("of an Ingress include each backend with its rule, and certificates", () => {
    const to = (name: string) => ({ service: { name, port: { number: 80 } } });
    const spec = {
      ingressClassName: "edge",
      defaultBackend: to("fallback"),
      rules: [
        {
          host: "a.example",
          http: {
            paths: [
              { path: "/x", backend: to("web") },
              { path: "/y", backend: to("api") },
            ],
          },
        },
      ],
      tls: [{ hosts: ["a.example"], secretName: "cert" }],
    };
    expect(linesOf("networking/ingresses", { spec })).toEqual([
      "ofClass networking/ingressclasses edge",
      "routesTo /services dev/fallback",
      "routesTo /services dev/web a.example/x",
      "routesTo /services dev/api a.example/y",
      "tlsFrom /secrets dev/cert a.example",
    ]);
  });

  it("of a binding include its role and service accounts, also of other namespaces", () => {
    const subjects = [
      { kind: "User", name: "alice" },
      { kind: "ServiceAccount", name: "web" },
      { kind: "ServiceAccount", name: "ci", namespace: "build" },
    ];
    expect(linesOf("rbac/rolebindings", { roleRef: { kind: "Role", name: "reader" }, subjects })).toEqual([
      "grants rbac/roles dev/reader",
      "subject /serviceaccounts dev/web",
      "subject /serviceaccounts build/ci",
    ]);
    expect(linesOf("rbac/rolebindings", { roleRef: { kind: "ClusterRole", name: "view" } })).toEqual([
      "grants rbac/clusterroles view",
    ]);
  });

  it("of webhook configurations and API services include their services", () => {
    const service = { namespace: "infra", name: "hooks" };
    expect(
      linesOf("admissionregistration/validatingwebhookconfigurations", {
        webhooks: [
          { name: "a.example", clientConfig: { service } },
          { name: "b.example", clientConfig: { url: "https://b" } },
        ],
      }),
    ).toEqual(["calls /services infra/hooks a.example"]);
    expect(linesOf("apiregistration/apiservices", { spec: { service } })).toEqual(["calls /services infra/hooks"]);
    expect(
      linesOf("apiextensions/customresourcedefinitions", {
        spec: { conversion: { webhook: { clientConfig: { service } } } },
      }),
    ).toEqual(["calls /services infra/hooks conversion"]);
    expect(linesOf("flowcontrol/flowschemas", { spec: { priorityLevelConfiguration: { name: "low" } } })).toEqual([
      "level flowcontrol/prioritylevelconfigurations low",
    ]);
    expect(linesOf("admissionregistration/validatingadmissionpolicybindings", { spec: { policyName: "p" } })).toEqual([
      "enforces admissionregistration/validatingadmissionpolicies p",
    ]);
    expect(
      linesOf("autoscaling/horizontalpodautoscalers", {
        spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
      }),
    ).toEqual(["scales Deployment dev/web"]);
  });

  it("of a token secret include the service account, from metadata alone", () => {
    const metadata = { name: "x", namespace: "dev", annotations: { "kubernetes.io/service-account.name": "ci" } };
    expect(linesOf("/secrets", { metadata })).toEqual(["tokenOf /serviceaccounts dev/ci"]);
    expect(referringOf("/secrets")?.metadataOnly).toBe(true);
  });
});

it("lists for each kind which others may refer to it", () => {
  expect(referrersOf("/services")).toEqual(
    expect.arrayContaining(["networking/ingresses", "apps/statefulsets", "apiregistration/apiservices"]),
  );
  expect(referrersOf("apps/deployments")).toEqual([
    "/services",
    "policy/poddisruptionbudgets",
    "networking/networkpolicies",
    "autoscaling/horizontalpodautoscalers",
  ]);
  expect(referrersOf("storage/storageclasses")).toEqual([
    "/persistentvolumeclaims",
    "/persistentvolumes",
    "storage/csistoragecapacities",
  ]);
  expect(referrersOf("/events")).toEqual([]);
});
