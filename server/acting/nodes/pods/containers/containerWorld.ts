import type { Container } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import type { EventRecorder } from "../../../events/eventRecorder.ts";
import type { ContainerMachine } from "../../machines/containerMachine.ts";
import type { ProgramTime } from "../../programs/program.ts";
import type { Credentials, ImageStore } from "../images/imageStore.ts";
import type { NodePod } from "../podParts.ts";
import type { NodeNetwork } from "../probes/askElsewhere.ts";

/** What containers need of the pod and the node around them. */
export interface ContainerWorld {
  readonly pod: () => NodePod;
  readonly images: ImageStore;
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  readonly vocabulary: Vocabulary;
  /** Milliseconds from creation to start. */
  startTime(): number;
  /** Whether a probe's command that does not end in time has failed. */
  readonly commandsEnd: boolean;
  /** Whether statuses tell how volumes are mounted. */
  readonly tellsMounts: boolean;
  /** Whether probes are to fail, whatever the program answers. */
  probesFail(): boolean;
  /** Of the pod. */
  address(): string;
  /** What the pod brings for registries. */
  readonly credentials: Credentials;
  /** @throws ConfigError */
  environment(container: Container): Map<string, string>;
  /** Where commands of the container run. */
  machine(container: Container, env: ReadonlyMap<string, string>): ContainerMachine;
  /** Of the node, one of each family. */
  readonly hostAddresses: readonly string[];
  /** Asks as the node. */
  fetch: NodeNetwork["fetch"];
  connect: NodeNetwork["connect"];
  /** Something that the pod's status tells has changed. */
  changed(): void;
}
