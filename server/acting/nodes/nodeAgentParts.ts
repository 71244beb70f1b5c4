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

/** What a simulated node's agent works with. */
export interface NodeAgentParts {
  /** Acts as the node. */
  readonly client: ApiClient;
  readonly informers: Informers;
  readonly recorder: EventRecorder;
  readonly vocabulary: Vocabulary;
  readonly time: ProgramTime;
  /** Which features are on. Default: what they are by default. */
  readonly features?: Features | undefined;
  readonly place: NodePlace;
  /** Where pods look for the cluster's name service. */
  readonly nameServer: string;
  readonly profile: NodeProfile;
  readonly shells: Shells;
  readonly network: Network;
  /** Where the work of containers for requests is recorded. */
  readonly work: Measuring["work"];
  /** Whether a registry no longer has an image, by its full name. */
  isMissing(image: string): boolean;
  /** Whether the probes of a pod are to fail. @param key `namespace/name` */
  probesFail(key: string): boolean;
  /** The pods that the API shows on the node. */
  pods(): readonly ApiObject[];
  /** The services that a pod finds in its environment. */
  servicesFor(pod: NodePod): readonly Service[];
  /** From now on, changes of config maps and secrets are to be delivered. */
  followSources(): void;
  onError(error: unknown, key: string): void;
}
