import type { Container } from "kubernetes-types/core/v1";
import { isOn } from "../../../api/registry/features.ts";
import { keyOf } from "../../informers/objectKey.ts";
import type { NodeStorage } from "../disks/nodeStorage.ts";
import type { Machines } from "../machines/machines.ts";
import { resolverOf } from "../machines/resolverConfig.ts";
import type { NodeAgentParts } from "../nodeAgentParts.ts";
import type { ResizeStatus, ResizingWorld } from "../resizing/podResizing.ts";
import { filesOfNode } from "../shell/files/nodeFiles.ts";
import type { ContainerWorld } from "./containers/containerWorld.ts";
import { environmentOf } from "./environment/environment.ts";
import type { ImageStore } from "./images/imageStore.ts";
import { type PullCredentials, pullCredentials } from "./images/pullSecrets.ts";
import type { PodAddresses } from "./podAddresses.ts";
import type { NodePod } from "./podParts.ts";
import { sandboxProblem } from "./sandboxProblem.ts";
import type { SandboxParts } from "./untilSandbox.ts";
import { unfitPaths } from "./volumes/hostPaths.ts";
import type { MountParts } from "./volumes/mountVolumes.ts";
import { missingVolumes, type VolumeSources } from "./volumes/volumes.ts";

/** What a pod finds on its node. */
export interface PodWorld
  extends Omit<
      ContainerWorld,
      "pod" | "address" | "probesFail" | "environment" | "machine" | "changed" | "credentials"
    >,
    MountParts,
    SandboxParts {
  /** Whether statuses tell of the time before containers can start. */
  readonly tellsOfSandbox: boolean;
  /** Undefined where pods keep the resources that they begin with. */
  readonly resizing: ResizingWorld | undefined;
  /** Addresses for the pod, one of each family; the node's own for pods of the node's network. */
  takeAddresses(pod: NodePod): readonly string[];
  environment(pod: NodePod, container: Container, podAddresses: readonly string[]): Map<string, string>;
  machines: Machines;
  /** What a pod brings for registries. */
  credentials(pod: NodePod): PullCredentials;
  probesFail(pod: NodePod): boolean;
  /** The status has changed: it is to be written. */
  changed(): void;
}

/** What of a node its pods live on. */
export interface PodWorldParts {
  readonly machines: Machines;
  readonly images: ImageStore;
  readonly storage: NodeStorage;
  readonly addresses: PodAddresses;
  /** What the node can give to pods, as quantities by resource. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** The objects of a pod's namespace that it is made of. */
  sources(pod: NodePod): VolumeSources;
  /** Whether the pod may have the resources that it asks for now, where nodes resize pods. */
  mayResize(pod: NodePod): ResizeStatus;
  /** How many times as long as usual everything takes. */
  slowness(): number;
  /** Aborts when the node stops. */
  readonly signal: AbortSignal;
}

/** @param changed is called when the pod's status has changed */
export function podWorld(node: NodeAgentParts, parts: PodWorldParts, changed: () => void): PodWorld {
  const { features, informers, network, place, profile, recorder, shells, time, vocabulary } = node;
  const { machines, images, storage, addresses, allocatable, sources, slowness, signal, mayResize } = parts;
  const tellsAllocated = isOn(features, "InPlacePodVerticalScalingAllocatedStatus");
  return {
    ...{ machines, images, time, recorder, vocabulary, changed },
    startTime: () => profile.startTime * slowness(),
    probesFail: (pod) => node.probesFail(keyOf(pod)),
    hostAddresses: place.addresses,
    commandsEnd: isOn(features, "ExecProbeTimeout"),
    tellsMounts: isOn(features, "RecursiveReadOnlyMounts"),
    tellsOfSandbox: isOn(features, "PodReadyToStartContainersCondition"),
    resizing: isOn(features, "InPlacePodVerticalScaling") ? { judge: mayResize, tellsAllocated } : undefined,
    takeAddresses: (pod) => (pod.spec.hostNetwork === true ? place.addresses : addresses.take()),
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
    missingVolumes: async (pod) => [
      ...missingVolumes(pod, sources(pod)),
      ...(await unfitPaths(pod, (path, wanted) => shells.look(filesOfNode(place.name), path, wanted))),
    ],
  };
}
