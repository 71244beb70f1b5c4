import type { NodeCondition } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { timestamp } from "../../../shared/time.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { AGENT_PORT } from "../../api/registry/podAccess.ts";
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";
import type { NodePlace } from "./nodeNames.ts";
import type { NodeProfile } from "./nodeProfile.ts";

/** The object with which the agent registers its node. */
export function nodeObject(place: NodePlace, profile: NodeProfile, vocabulary: Vocabulary): ApiObject {
  const label = (name: string): string => vocabulary.render(`{labelDomain}/${name}`);
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: place.name,
      labels: {
        [vocabulary.render("beta.{labelDomain}/arch")]: "amd64",
        [vocabulary.render("beta.{labelDomain}/os")]: "linux",
        [label("arch")]: "amd64",
        [label("hostname")]: place.name,
        [label("os")]: "linux",
        // Marks the node as one on which nothing real runs.
        type: "simulated",
        ...profile.labels,
      },
      annotations: { [vocabulary.render("volumes.{labelDomain}/controller-managed-attach-detach")]: "true" },
    },
    spec: {
      podCIDR: place.podRanges[0],
      podCIDRs: [...place.podRanges],
      ...(profile.taints.length === 0 ? {} : { taints: profile.taints }),
    },
  };
}

/** The state of a node, for its status. */
export interface NodeHealth {
  /** The conditions that were reported before. */
  readonly known: readonly NodeCondition[];
  readonly pressures: { readonly memory: boolean; readonly disk: boolean };
  /** Changes each time the machine boots. */
  readonly bootID: string;
  /** Whether the status includes the version of the proxy. */
  readonly includesProxyVersion: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The status that an agent reports for its node. */
export function nodeStatus(place: NodePlace, profile: NodeProfile, health: NodeHealth): Record<string, unknown> {
  return {
    capacity: profile.capacity,
    allocatable: { ...profile.capacity, ...profile.allocatable },
    conditions: conditions(health),
    addresses: [
      ...place.addresses.map((address) => ({ type: "InternalIP", address })),
      { type: "Hostname", address: place.name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: AGENT_PORT } },
    nodeInfo: {
      machineID: place.name,
      systemUUID: place.name,
      bootID: health.bootID,
      kernelVersion: "simulated",
      osImage: "Simulated node",
      containerRuntimeVersion: "simulated://1.0.0",
      kubeletVersion: API_VERSION.gitVersion,
      kubeProxyVersion: health.includesProxyVersion ? API_VERSION.gitVersion : "",
      operatingSystem: "linux",
      architecture: "amd64",
    },
  };
}

type Condition = Pick<NodeCondition, "type" | "status" | "reason" | "message">;

const HEALTHY: readonly Condition[] = [
  {
    type: "MemoryPressure",
    status: "False",
    reason: "KubeletHasSufficientMemory",
    message: "kubelet has sufficient memory available",
  },
  {
    type: "DiskPressure",
    status: "False",
    reason: "KubeletHasNoDiskPressure",
    message: "kubelet has no disk pressure",
  },
  {
    type: "PIDPressure",
    status: "False",
    reason: "KubeletHasSufficientPID",
    message: "kubelet has sufficient PID available",
  },
  { type: "Ready", status: "True", reason: "KubeletReady", message: "kubelet is posting ready status" },
];

const SHORT_OF_MEMORY: Condition = {
  type: "MemoryPressure",
  status: "True",
  reason: "KubeletHasInsufficientMemory",
  message: "kubelet has insufficient memory available",
};
const SHORT_OF_DISK: Condition = {
  type: "DiskPressure",
  status: "True",
  reason: "KubeletHasDiskPressure",
  message: "kubelet has disk pressure",
};

/** The node's own conditions. */
function conditions({ known, pressures, now }: NodeHealth): NodeCondition[] {
  const time = timestamp(now);
  return HEALTHY.map((condition) => {
    if (condition.type === "MemoryPressure" && pressures.memory) return SHORT_OF_MEMORY;
    return condition.type === "DiskPressure" && pressures.disk ? SHORT_OF_DISK : condition;
  }).map((condition): NodeCondition => {
    const before = known.find(({ type }) => type === condition.type);
    const since = before?.status === condition.status ? before.lastTransitionTime : undefined;
    return { ...condition, lastHeartbeatTime: time, lastTransitionTime: since ?? time };
  });
}
