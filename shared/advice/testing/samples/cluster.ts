import { type Sample, same, sample } from "./sample.ts";

const selector = { matchLabels: { app: "web" } };

/** Objects of the cluster itself: storage, scheduling, flow control, events … */
export const cluster: readonly Sample[] = [
  same(["storage.k8s.io/v1alpha1", "VolumeAttributesClass"], "storage.k8s.io/v1beta1", {
    driverName: "example.com",
    parameters: { a: "b" },
  }),
  same(["flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema"], "flowcontrol.apiserver.k8s.io/v1", {
    spec: { priorityLevelConfiguration: { name: "exempt" }, matchingPrecedence: 900 },
  }),
  same(["coordination.k8s.io/v1beta1", "Lease"], "coordination.k8s.io/v1", { spec: { holderIdentity: "h" } }),
  same(["scheduling.k8s.io/v1beta1", "PriorityClass"], "scheduling.k8s.io/v1", { value: 10 }),
  same(["node.k8s.io/v1beta1", "RuntimeClass"], "node.k8s.io/v1", { handler: "h" }),
  same(["storage.k8s.io/v1beta1", "CSIDriver"], "storage.k8s.io/v1", { spec: { attachRequired: false } }),
  same(["storage.k8s.io/v1beta1", "CSINode"], "storage.k8s.io/v1", { spec: { drivers: [] } }),
  same(["storage.k8s.io/v1beta1", "StorageClass"], "storage.k8s.io/v1", { provisioner: "example.com/p" }),
  same(["storage.k8s.io/v1beta1", "VolumeAttachment"], "storage.k8s.io/v1", {
    spec: { attacher: "example.com", nodeName: "n", source: { persistentVolumeName: "v" } },
  }),
  same(["storage.k8s.io/v1beta1", "CSIStorageCapacity"], "storage.k8s.io/v1", {
    storageClassName: "s",
    capacity: "1Gi",
    nodeTopology: {},
  }),
  sample(["policy/v1beta1", "PodDisruptionBudget"], "policy/v1", [
    { spec: { minAvailable: 1, selector } },
    { spec: { minAvailable: 1, selector } },
  ]),
  ...["v1beta1", "v1beta2"].flatMap((version) => [
    sample(
      [`flowcontrol.apiserver.k8s.io/${version}`, "PriorityLevelConfiguration"],
      "flowcontrol.apiserver.k8s.io/v1",
      [
        { spec: { type: "Limited", limited: { assuredConcurrencyShares: 7, limitResponse: { type: "Reject" } } } },
        { spec: { type: "Limited", limited: { nominalConcurrencyShares: 7, limitResponse: { type: "Reject" } } } },
      ],
    ),
    same([`flowcontrol.apiserver.k8s.io/${version}`, "FlowSchema"], "flowcontrol.apiserver.k8s.io/v1", {
      spec: { priorityLevelConfiguration: { name: "exempt" }, matchingPrecedence: 900 },
    }),
  ]),
  sample(["flowcontrol.apiserver.k8s.io/v1beta3", "PriorityLevelConfiguration"], "flowcontrol.apiserver.k8s.io/v1", [
    { spec: { type: "Limited", limited: { nominalConcurrencyShares: 0, limitResponse: { type: "Reject" } } } },
    { spec: { type: "Limited", limited: { nominalConcurrencyShares: 30, limitResponse: { type: "Reject" } } } },
  ]),
  {
    before: {
      apiVersion: "apiregistration.k8s.io/v1beta1",
      kind: "APIService",
      metadata: { name: "v1.metrics.example.com" },
      spec: {
        group: "metrics.example.com",
        version: "v1",
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: "default", name: "metrics" },
      },
    },
    after: { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService" },
  },
  sample(["events.k8s.io/v1beta1", "Event"], "events.k8s.io/v1", [
    {
      type: "Odd",
      reason: "Started",
      note: "text",
      regarding: { kind: "Pod", namespace: "default", name: "p" },
      deprecatedSource: { component: "kubelet", host: "n1" },
      deprecatedFirstTimestamp: "2026-01-02T03:04:05Z",
      deprecatedLastTimestamp: "2026-01-02T03:14:05Z",
      deprecatedCount: 3,
    },
    {
      type: "Normal",
      reason: "Started",
      action: "Started",
      reportingController: "kubelet",
      reportingInstance: "n1",
      eventTime: "2026-01-02T03:04:05.000000Z",
      series: { count: 3, lastObservedTime: "2026-01-02T03:14:05.000000Z" },
    },
  ]),
];
