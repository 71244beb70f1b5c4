import type { Container } from "kubernetes-types/core/v1";
import { isOn } from "../../../api/registry/features.ts";
import { keyOf } from "../../informers/objectKey.ts";
import type { NodeStorage } from "../disks/nodeStorage.ts";
import type { Machines } from "../machines/machines.ts";
import { resolverOf } from "../machines/resolverConfig.ts";
import type { NodeAgentParts } from "../nodeAgentParts.ts";
import type { ResizeStatus, ResizingDependencies } from "../resizing/podResizing.ts";
import { filesOfNode } from "../shell/files/nodeFiles.ts";
import type { ContainerDependencies } from "./containers/containerDependencies.ts";
import { environmentOf } from "./environment/environment.ts";
import type { ImageStore } from "./images/imageStore.ts";
import { type PullCredentials, pullCredentials } from "./images/pullSecrets.ts";
import type { PodAddresses } from "./podAddresses.ts";
import type { NodePod } from "./podParts.ts";
import { sandboxProblem } from "./sandboxProblem.ts";
import type { SandboxParts } from "./untilSandbox.ts";
import { invalidHostPaths } from "./volumes/hostPaths.ts";
import type { MountParts } from "./volumes/mountVolumes.ts";
import { missingVolumes, type VolumeSources } from "./volumes/volumes.ts";

/** What a pod needs from its node. */
export interface PodDependencies
  extends Omit<
      ContainerDependencies,
      "pod" | "address" | "probesFail" | "environment" | "machine" | "changed" | "credentials"
    >,
    MountParts,
    SandboxParts {
  /** Whether statuses include the condition for the pod's sandbox (`PodReadyToStartContainers`). */
  readonly includesSandboxCondition: boolean;
  /** Undefined when the node does not resize pods. */
  readonly resizing: ResizingDependencies | undefined;
  environment(pod: NodePod, container: Container, podAddresses: readonly string[]): Map<string, string>;
  machines: Machines;
  /** The pod's credentials for registries. */
  credentials(pod: NodePod): PullCredentials;
  probesFail(pod: NodePod): boolean;
  /** Called when the status has changed and must be written. */
  changed(): void;
}

/** What the pods of a node need from it. */
export interface PodDependenciesParts {
  readonly machines: Machines;
  readonly images: ImageStore;
  readonly storage: NodeStorage;
  readonly addresses: PodAddresses;
  /** The node's allocatable resources, as quantities by resource. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** The objects of a pod's namespace that the pod refers to. */
  sources(pod: NodePod): VolumeSources;
  /** Whether the pod can get the resources that it now requests, on nodes that resize pods. */
  mayResize(pod: NodePod): ResizeStatus;
  /** The factor by which everything is slower than usual. */
  slowness(): number;
  /** Aborts when the node stops. */
  readonly signal: AbortSignal;
}

/** @param changed called when the pod's status has changed */
export function podDependencies(
  node: NodeAgentParts,
  parts: PodDependenciesParts,
  changed: () => void,
): PodDependencies {
  const { features, informers, network, place, profile, recorder, shells, time, vocabulary } = node;
  const { machines, images, storage, addresses, allocatable, sources, slowness, signal, mayResize } = parts;
  const includesAllocated = isOn(features, "InPlacePodVerticalScalingAllocatedStatus");
  return {
    ...{ machines, images, time, recorder, vocabulary, changed },
    startTime: () => profile.startTime * slowness(),
    probesFail: (pod) => node.probesFail(keyOf(pod)),
    hostAddresses: place.addresses,
    commandsEnd: isOn(features, "ExecProbeTimeout"),
    includesVolumeMounts: isOn(features, "RecursiveReadOnlyMounts"),
    includesSandboxCondition: isOn(features, "PodReadyToStartContainersCondition"),
    resizing: isOn(features, "InPlacePodVerticalScaling")
      ? { judge: mayResize, includesAllocated: includesAllocated }
      : undefined,
    takeAddresses: (pod) => (pod.spec.hostNetwork === true ? place.addresses : addresses.take()),
    addressRange: addresses.range,
    environment: (pod, container, podAddresses) =>
      environmentOf({
        ...{ pod, container, podAddresses, hostAddresses: place.addresses, allocatable },
        services: () => node.servicesFor(pod),
        ...sources(pod),
      }),
    fetch: (request) => network.fetch(undefined, request, signal),
    connect: (host, port) => network.connect(undefined, host, port),
    credentials: (pod) => pullCredentials(pod, sources(pod).secret),
    sandboxProblem: (pod) => sandboxProblem(pod, { informers, vocabulary, runtimeHandlers: profile.runtimeHandlers }),
    resolverProblems: (pod) => resolverOf(pod, node.nameServer).problems,
    untilAttached: (pod, given) => storage.untilReady(pod, given),
    claimFailure: (pod) => storage.claimFailure(pod),
    missingVolumes: async (pod) => [
      ...missingVolumes(pod, sources(pod)),
      ...(await machines.missingTokens(pod)),
      ...(await invalidHostPaths(pod, (path, wanted) => shells.probePath(filesOfNode(place.name), path, wanted))),
    ],
  };
}
