import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

/** A field that belongs to a feature: it must be present when the feature is on, and dropped when it is off. */
interface Gated {
  readonly gate: string;
  readonly path: string;
  /** Body of the object that is created as a dry run. */
  readonly body: object;
  /** Path of the field, in the segments of a JSON pointer. */
  readonly field: readonly (string | number)[];
}

const container = { name: "c", image: "i" };
const pod = (gate: string, spec: object, ...field: (string | number)[]): Gated => ({
  gate,
  path: "/api/v1/namespaces/default/pods",
  body: { metadata: { name: "p" }, spec: { automountServiceAccountToken: false, containers: [container], ...spec } },
  field: ["spec", ...field],
});
const job = (gate: string, spec: object, ...field: string[]): Gated => ({
  gate,
  path: "/apis/batch/v1/namespaces/default/jobs",
  body: {
    metadata: { name: "j" },
    spec: {
      completionMode: "Indexed",
      completions: 3,
      ...spec,
      template: { spec: { restartPolicy: "Never", containers: [container] } },
    },
  },
  field: ["spec", ...field],
});
const labels = { matchLabels: { app: "a" } };
const spread = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: labels };
const near = { topologyKey: "zone", labelSelector: labels, matchLabelKeys: ["k"] };
const claim = "/api/v1/namespaces/default/persistentvolumeclaims";
const claimSpec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

const set = {
  serviceName: "s",
  selector: { matchLabels: { app: "a" } },
  template: { metadata: { labels: { app: "a" } }, spec: { containers: [container] } },
};

const SELINUX: Gated = {
  gate: "SELinuxMountReadWriteOncePod",
  path: "/apis/storage.k8s.io/v1/csidrivers",
  body: { metadata: { name: "d" }, spec: { seLinuxMount: true } },
  field: ["spec", "seLinuxMount"],
};

/** Fields of features that are on by default. */
const ON: readonly Gated[] = [
  SELINUX,
  pod(
    "SidecarContainers",
    { initContainers: [{ ...container, name: "s", restartPolicy: "Always" }] },
    "initContainers",
    0,
    "restartPolicy",
  ),
  pod(
    "RecursiveReadOnlyMounts",
    {
      volumes: [{ name: "v", emptyDir: {} }],
      containers: [
        { ...container, volumeMounts: [{ name: "v", mountPath: "/v", readOnly: true, recursiveReadOnly: "Enabled" }] },
      ],
    },
    "containers",
    0,
    "volumeMounts",
    0,
    "recursiveReadOnly",
  ),
  pod(
    "MatchLabelKeysInPodAffinity",
    { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near] } } },
    "affinity",
    "podAffinity",
    "requiredDuringSchedulingIgnoredDuringExecution",
    0,
    "matchLabelKeys",
  ),
  pod(
    "MatchLabelKeysInPodTopologySpread",
    { topologySpreadConstraints: [{ ...spread, matchLabelKeys: ["k"] }] },
    "topologySpreadConstraints",
    0,
    "matchLabelKeys",
  ),
  pod(
    "NodeInclusionPolicyInPodTopologySpread",
    { topologySpreadConstraints: [{ ...spread, nodeTaintsPolicy: "Honor" }] },
    "topologySpreadConstraints",
    0,
    "nodeTaintsPolicy",
  ),
  pod(
    "PodLifecycleSleepAction",
    { containers: [{ ...container, lifecycle: { preStop: { sleep: { seconds: 3 } } } }] },
    "containers",
    0,
    "lifecycle",
    "preStop",
  ),
  job("JobBackoffLimitPerIndex", { backoffLimitPerIndex: 1 }, "backoffLimitPerIndex"),
  job("JobManagedBy", { managedBy: "example.com/other" }, "managedBy"),
  job("JobPodReplacementPolicy", { podReplacementPolicy: "Failed" }, "podReplacementPolicy"),
  job("JobSuccessPolicy", { successPolicy: { rules: [{ succeededCount: 1 }] } }, "successPolicy"),
  {
    gate: "ServiceTrafficDistribution",
    path: "/api/v1/namespaces/default/services",
    body: { metadata: { name: "s" }, spec: { trafficDistribution: "PreferClose", ports: [{ port: 80 }] } },
    field: ["spec", "trafficDistribution"],
  },
  {
    gate: "TopologyAwareHints",
    path: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    body: {
      metadata: { name: "e" },
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.1.1.1"], hints: { forZones: [{ name: "z" }] } }],
    },
    field: ["endpoints", 0, "hints"],
  },
  {
    gate: "AnyVolumeDataSource",
    path: claim,
    body: {
      metadata: { name: "c" },
      spec: { ...claimSpec, dataSourceRef: { apiGroup: "x.example", kind: "Image", name: "i" } },
    },
    field: ["spec", "dataSourceRef"],
  },
];

const image = { name: "v", image: { reference: "registry.example/i:1" } };
const imageVolume = pod("ImageVolume", { volumes: [image] }, "volumes", 0, "image");

/** Fields of features that are off by default. */
const OFF: readonly Gated[] = [
  pod("UserNamespacesSupport", { hostUsers: false }, "hostUsers"),
  pod(
    "SupplementalGroupsPolicy",
    { securityContext: { supplementalGroupsPolicy: "Strict" } },
    "securityContext",
    "supplementalGroupsPolicy",
  ),
  pod("PodLevelResources", { resources: { limits: { cpu: "1" } } }, "resources"),
  pod(
    "SELinuxChangePolicy",
    { securityContext: { seLinuxChangePolicy: "Recursive" } },
    "securityContext",
    "seLinuxChangePolicy",
  ),
  pod(
    "InPlacePodVerticalScaling",
    { containers: [{ ...container, resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] }] },
    "containers",
    0,
    "resizePolicy",
  ),
  pod("DynamicResourceAllocation", { resourceClaims: [{ name: "r", resourceClaimName: "c" }] }, "resourceClaims"),
  pod(
    "ClusterTrustBundleProjection",
    { volumes: [{ name: "v", projected: { sources: [{ clusterTrustBundle: { name: "b", path: "p" } }] } }] },
    "volumes",
    0,
    "projected",
    "sources",
    0,
    "clusterTrustBundle",
  ),
  {
    gate: "CrossNamespaceVolumeDataSource",
    path: claim,
    body: {
      metadata: { name: "c" },
      spec: { ...claimSpec, dataSourceRef: { apiGroup: "x.example", kind: "Image", name: "i", namespace: "other" } },
    },
    field: ["spec", "dataSourceRef"],
  },
  {
    gate: "MaxUnavailableStatefulSet",
    path: "/apis/apps/v1/namespaces/default/statefulsets",
    body: {
      metadata: { name: "s" },
      spec: {
        ...set,
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0, maxUnavailable: 2 } },
      },
    },
    field: ["spec", "updateStrategy", "rollingUpdate", "maxUnavailable"],
  },
  {
    gate: "VolumeAttributesClass",
    path: claim,
    body: { metadata: { name: "c" }, spec: { ...claimSpec, volumeAttributesClassName: "fast" } },
    field: ["spec", "volumeAttributesClassName"],
  },
];

let byDefault: TestServer;
let without: TestServer;
let withMore: TestServer;
beforeAll(async () => {
  const start = (fields: readonly Gated[], on: boolean) =>
    startTestServer({
      disableAdmissionPlugins: ["ServiceAccount"],
      featureGates: {
        APIServerIdentity: "false",
        ...Object.fromEntries(fields.map(({ gate }) => [gate, String(on)])),
      },
    });
  byDefault = await start([], true);
  without = await start(ON, false);
  withMore = await start([...OFF, imageVolume], true);
});
afterAll(async () => {
  await byDefault?.stop();
  await without?.stop();
  await withMore?.stop();
});

/** Defaults that belong to features: the answer without the feature and with it. */
const DEFAULTS: readonly (Gated & { readonly is: unknown })[] = [
  {
    ...pod("PodLevelResources", { resources: { limits: { cpu: "1" } } }, "resources", "requests"),
    is: { cpu: "1" },
  },
  {
    ...pod(
      "InPlacePodVerticalScaling",
      { containers: [{ ...container, resources: { requests: { cpu: "1" } } }] },
      "containers",
      0,
      "resizePolicy",
    ),
    is: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
  },
  {
    gate: "MaxUnavailableStatefulSet",
    path: "/apis/apps/v1/namespaces/default/statefulsets",
    body: { metadata: { name: "s" }, spec: set },
    field: ["spec", "updateStrategy", "rollingUpdate", "maxUnavailable"],
    is: 1,
  },
];

/** The field in the server's answer to a dry run. */
async function answered({ request }: TestServer, { path, body, field }: Gated): Promise<unknown> {
  const { status, text } = await request("POST", `${path}?dryRun=All`, { body });
  expect({ status, text: status === 201 ? "" : text }).toEqual({ status: 201, text: "" });
  return field.reduce<unknown>(
    (value, word) => (value as Record<string | number, unknown> | undefined)?.[word],
    JSON.parse(text),
  );
}

describe("fields of feature gates", () => {
  it.each(ON)("$gate: fields that are on by default are dropped when it is off", async (gated) => {
    expect(await answered(byDefault, gated)).toBeDefined();
    expect(await answered(without, gated)).toBeUndefined();
  });

  it.each(OFF)("$gate: fields that are off by default are kept when it is on", async (gated) => {
    expect(await answered(byDefault, gated)).toBeUndefined();
    expect(await answered(withMore, gated)).toBeDefined();
  });

  it.each(DEFAULTS)("$gate: defaults are set when it is on", async ({ is, ...gated }) => {
    expect(await answered(byDefault, gated)).toBeUndefined();
    expect(await answered(withMore, gated)).toEqual(is);
  });

  it.each([
    job("JobPodReplacementPolicy", {}, "podReplacementPolicy"),
    { ...SELINUX, body: { metadata: { name: "d" }, spec: {} } },
  ])("$gate: the default is not set when it is off", async (gated) => {
    expect(await answered(byDefault, gated)).toBeDefined();
    expect(await answered(without, gated)).toBeUndefined();
  });

  it("ImageVolume: volumes and their mounts are dropped when it is off", async () => {
    const volumeMounts = ["v", "w"].map((name) => ({ name, mountPath: `/${name}` }));
    const { path, body } = pod("ImageVolume", {
      volumes: [image, { name: "w", emptyDir: {} }],
      containers: [{ ...container, volumeMounts }],
    });
    const { body: answer } = await byDefault.request("POST", path, { body });
    expect(answer).toMatchObject({
      spec: { volumes: [{ name: "w", emptyDir: {} }], containers: [{ volumeMounts: [volumeMounts[1]] }] },
    });
    expect(await answered(withMore, imageVolume)).toEqual({ ...image.image, pullPolicy: "IfNotPresent" });
  });

  it("ImageVolume: volumes are validated", async () => {
    const volumes = [
      { name: "v", image: { pullPolicy: "Now" } },
      { ...image, name: "w" },
    ];
    const volumeMounts = [{ name: "w", mountPath: "/w", subPath: "s" }];
    const { body } = pod("ImageVolume", { volumes, containers: [{ ...container, volumeMounts }] });
    const { status, body: answer } = await withMore.request("POST", imageVolume.path, { body });
    expect(status).toBe(422);
    expect(answer.details?.causes).toEqual([
      {
        reason: "FieldValueNotSupported",
        field: "spec.volumes[0].image.pullPolicy",
        message: 'Unsupported value: "Now": supported values: "Always", "IfNotPresent", "Never"',
      },
      { reason: "FieldValueRequired", field: "spec.volumes[0].image.reference", message: "Required value" },
      {
        reason: "FieldValueInvalid",
        field: "spec.containers[0].volumeMounts[0].subPath",
        message: 'Invalid value: "s": not allowed in image volume sources',
      },
    ]);
  });
});
