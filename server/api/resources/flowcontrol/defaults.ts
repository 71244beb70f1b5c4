/**
 * Flow schemas and priority levels of a new server. Its flow control requires the mandatory ones. The suggested ones,
 * which operators may change, keep the system's own traffic apart from that of workloads.
 */
import type { ApiObject } from "../../../../shared/object.ts";

type Subject = { readonly kind: string; readonly [member: string]: unknown };

const API_VERSION = "flowcontrol.apiserver.{domain}/v1";
const ANNOTATIONS = { "apf.{labelDomain}/autoupdate-spec": "true" };

const user = (name: string): Subject => ({ kind: "User", user: { name } });
const group = (name: string): Subject => ({ kind: "Group", group: { name } });
const systemAccount = (name: string): Subject => ({
  kind: "ServiceAccount",
  serviceAccount: { name, namespace: "{prefix}-system" },
});

const ALL_RESOURCES = { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] };
const ALL_PATHS = { verbs: ["*"], nonResourceURLs: ["*"] };
const EVERYTHING = { resourceRules: [ALL_RESOURCES], nonResourceRules: [ALL_PATHS] };

const schema = (
  name: string,
  precedence: number,
  level: string,
  rules: readonly { readonly [member: string]: unknown }[],
  distinguisher?: "ByUser" | "ByNamespace",
): ApiObject => ({
  apiVersion: API_VERSION,
  kind: "FlowSchema",
  metadata: { name, annotations: { ...ANNOTATIONS } },
  spec: {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    ...(distinguisher === undefined ? {} : { distinguisherMethod: { type: distinguisher } }),
    rules: rules.map((rule) => ({ ...rule })),
  },
});

interface Queues {
  readonly queues: number;
  readonly handSize: number;
  readonly queueLengthLimit: number;
}

const level = (name: string, shares: number, lendable: number, queuing?: Queues): ApiObject => ({
  apiVersion: API_VERSION,
  kind: "PriorityLevelConfiguration",
  metadata: { name, annotations: { ...ANNOTATIONS } },
  spec: {
    type: "Limited",
    limited: {
      nominalConcurrencyShares: shares,
      limitResponse: queuing === undefined ? { type: "Reject" } : { type: "Queue", queuing: { ...queuing } },
      lendablePercent: lendable,
    },
  },
});

const SMALL_HAND: Queues = { queues: 64, handSize: 6, queueLengthLimit: 50 };

/** Priority levels that a new server creates. */
export const defaultPriorityLevels: readonly ApiObject[] = [
  {
    apiVersion: API_VERSION,
    kind: "PriorityLevelConfiguration",
    metadata: { name: "exempt", annotations: { ...ANNOTATIONS } },
    spec: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  },
  level("catch-all", 5, 0),
  level("system", 30, 33, SMALL_HAND),
  level("node-high", 40, 25, SMALL_HAND),
  level("leader-election", 10, 0, { queues: 16, handSize: 4, queueLengthLimit: 50 }),
  level("workload-high", 40, 50, { queues: 128, handSize: 6, queueLengthLimit: 50 }),
  level("workload-low", 100, 90, { queues: 128, handSize: 6, queueLengthLimit: 50 }),
  level("global-default", 20, 50, { queues: 128, handSize: 6, queueLengthLimit: 50 }),
];

const anonymousAndKnown = [group("system:unauthenticated"), group("system:authenticated")];
const leaderWrites = ["get", "create", "update"];
const systemLeases = {
  verbs: leaderWrites,
  apiGroups: ["coordination.{domain}"],
  resources: ["leases"],
  namespaces: ["*"],
};

/** Flow schemas that a new server creates. */
export const defaultFlowSchemas: readonly ApiObject[] = [
  schema("exempt", 1, "exempt", [{ subjects: [group("system:masters")], ...EVERYTHING }]),
  schema("probes", 2, "exempt", [
    {
      subjects: anonymousAndKnown,
      nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }],
    },
  ]),
  schema(
    "system-leader-election",
    100,
    "leader-election",
    [
      {
        subjects: [user("system:{prefix}-controller-manager"), user("system:{prefix}-scheduler"), systemAccount("*")],
        resourceRules: [systemLeases],
      },
    ],
    "ByUser",
  ),
  schema(
    "endpoint-controller",
    150,
    "workload-high",
    [
      {
        subjects: [
          user("system:{prefix}-controller-manager"),
          systemAccount("endpoint-controller"),
          systemAccount("endpointslicemirroring-controller"),
        ],
        resourceRules: [
          { verbs: ["get", "create", "update"], apiGroups: [""], resources: ["endpoints"], namespaces: ["*"] },
        ],
      },
    ],
    "ByUser",
  ),
  schema(
    "workload-leader-election",
    200,
    "leader-election",
    [{ subjects: [systemAccount("*")], resourceRules: [systemLeases] }],
    "ByUser",
  ),
  schema(
    "system-node-high",
    400,
    "node-high",
    [
      {
        subjects: [group("system:nodes")],
        resourceRules: [
          {
            verbs: ["*"],
            apiGroups: [""],
            resources: ["nodes", "nodes/status"],
            clusterScope: true,
            namespaces: ["*"],
          },
          { verbs: ["*"], apiGroups: ["coordination.{domain}"], resources: ["leases"], namespaces: ["*"] },
        ],
      },
    ],
    "ByUser",
  ),
  schema("system-nodes", 500, "system", [{ subjects: [group("system:nodes")], ...EVERYTHING }], "ByUser"),
  schema(
    "{prefix}-controller-manager",
    800,
    "workload-high",
    [{ subjects: [user("system:{prefix}-controller-manager")], ...EVERYTHING }],
    "ByNamespace",
  ),
  schema(
    "{prefix}-scheduler",
    800,
    "workload-high",
    [{ subjects: [user("system:{prefix}-scheduler")], ...EVERYTHING }],
    "ByNamespace",
  ),
  schema(
    "{prefix}-system-service-accounts",
    900,
    "workload-high",
    [{ subjects: [systemAccount("*")], ...EVERYTHING }],
    "ByNamespace",
  ),
  schema(
    "service-accounts",
    9000,
    "workload-low",
    [{ subjects: [group("system:serviceaccounts")], ...EVERYTHING }],
    "ByUser",
  ),
  schema("global-default", 9900, "global-default", [{ subjects: anonymousAndKnown, ...EVERYTHING }], "ByUser"),
  schema("catch-all", 10_000, "catch-all", [{ subjects: anonymousAndKnown, ...EVERYTHING }], "ByUser"),
];
