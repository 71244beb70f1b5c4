import type { Service } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Features } from "../../api/registry/features.ts";
import type { EventRecorder } from "../events/eventRecorder.ts";
import type { Informers } from "../informers/informers.ts";
import type { Network } from "./machines/machines.ts";
import type { Shells } from "./machines/shells.ts";
import type { Measuring } from "./metrics/podUsage.ts";
import type { NodePlace } from "./nodeNames.ts";
import type { NodeProfile } from "./nodeProfile.ts";
import type { NodePod } from "./pods/podParts.ts";
import type { ProgramTime } from "./programs/program.ts";

/** The dependencies of a simulated node's agent. */
export interface NodeAgentParts {
  /** A client that acts as the node. */
  readonly client: ApiClient;
  readonly informers: Informers;
  readonly recorder: EventRecorder;
  readonly vocabulary: Vocabulary;
  readonly time: ProgramTime;
  /** Feature gates. Default: their defaults. */
  readonly features?: Features | undefined;
  readonly place: NodePlace;
  /** The DNS server of the cluster, for pods. */
  readonly nameServer: string;
  readonly profile: NodeProfile;
  readonly shells: Shells;
  readonly network: Network;
  /** The record of the work that containers do for requests. */
  readonly work: Measuring["work"];
  /** Whether the registry no longer has an image, by its full name. */
  isMissing(image: string): boolean;
  /** Whether the probes of a pod must fail. @param key `namespace/name` */
  probesFail(key: string): boolean;
  /** The pods that the API has on the node. */
  pods(): readonly ApiObject[];
  /** The services in a pod's environment variables. */
  servicesFor(pod: NodePod): readonly Service[];
  /** Asks for the delivery of changes of config maps and secrets from now on. */
  followSources(): void;
  onError(error: unknown, key: string): void;
}
