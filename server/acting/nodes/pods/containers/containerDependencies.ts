import type { Container } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import type { EventRecorder } from "../../../events/eventRecorder.ts";
import type { ContainerMachine } from "../../machines/containerMachine.ts";
import type { ProgramTime } from "../../programs/program.ts";
import type { Credentials, ImageStore } from "../images/imageStore.ts";
import type { NodePod } from "../podParts.ts";
import type { NodeNetwork } from "../probes/probeOtherHost.ts";

/** What containers need from their pod and node. */
export interface ContainerDependencies {
  readonly pod: () => NodePod;
  readonly images: ImageStore;
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  readonly vocabulary: Vocabulary;
  /** Milliseconds from a container's creation to its start. */
  startTime(): number;
  /** Whether an exec probe whose command exceeds the timeout has failed. */
  readonly commandsEnd: boolean;
  /** Whether statuses include how volumes are mounted. */
  readonly includesVolumeMounts: boolean;
  /** Whether probes must fail, whatever the program answers. */
  probesFail(): boolean;
  /** The pod's address. */
  address(): string;
  /** The pod's credentials for registries. */
  readonly credentials: Credentials;
  /** @throws ConfigError */
  environment(container: Container): Map<string, string>;
  /** The machine for the container's commands. */
  machine(container: Container, env: ReadonlyMap<string, string>): ContainerMachine;
  /** The node's addresses, one per IP family. */
  readonly hostAddresses: readonly string[];
  /** Sends requests from the node. */
  fetch: NodeNetwork["fetch"];
  connect: NodeNetwork["connect"];
  /** Called when something that the pod's status reports has changed. */
  changed(): void;
}
