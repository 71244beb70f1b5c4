import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { UsageIndex } from "../../access/admission/quota/usageIndex.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Features } from "../../api/registry/features.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import type { QueueObserver } from "../../ground/timing/workQueue.ts";
import type { Actors } from "../actors/actors.ts";
import type { Causes } from "../causes/causes.ts";
import type { ObjectFeed } from "../client/objectFeed.ts";
import type { PathReader } from "../client/pathReader.ts";
import type { ServersBehind } from "../client/serversBehind.ts";
import type { Informers } from "../informers/informers.ts";
import type { ClusterSigning } from "./certificates/signing.ts";
import type { InformedParts, RunningController } from "./controller.ts";
import type { NodeRanges } from "./nodeAddresses/nodeRanges.ts";
import type { NodeLifecycleOptions } from "./nodeLifecycle/flags.ts";
import type { PodAutoscalingOptions } from "./podAutoscaling/flags.ts";
import type { ServedKinds } from "./policyStatus/typeChecking.ts";
import type { TokenMaker } from "./serviceAccountTokens/tokenSecrets.ts";

export interface ManagerOptions {
  /** `*`, `name`, `-name`; empty for none. */
  readonly spec: readonly string[];
  readonly vocabulary: Vocabulary;
  /** A client that acts under an identity. */
  clientFor(identity: Identity, userAgent: string): ApiClient;
  /** The same for paths that other servers may serve. Without it, no controller reads metrics. */
  readerFor?(identity: Identity, userAgent: string): PathReader;
  /** The servers behind this one, for clients that act under an identity. Without it, namespaces keep what is there. */
  behindFor?(identity: Identity, userAgent: string): ServersBehind;
  now(): number;
  readonly log: { warn(data: object, message: string): void };
  /** PEM that pods verify the server by. */
  readonly rootCa: string;
  /** Abilities that only a few controllers need; those whose ability is missing do not start. */
  readonly abilities?: ControllerAbilities;
  readonly informers: Informers;
  /**
   * Objects straight from the server's caches. Without it, a controller that needs all of them watches every resource.
   */
  readonly feed?: ObjectFeed;
  /**
   * What namespaces with quotas use, counted as objects change. Without it, no controller writes the status of quotas.
   */
  readonly quotaUsage?: UsageIndex;
  /** The kinds that are served, with their types. Without it, no controller checks the types in policies. */
  readonly kinds?: ServedKinds;
  readonly timers?: Timers;
  /** Gives the observer of a controller's queue, by the controller's name. */
  readonly observerOf?: (controller: string) => QueueObserver;
  /** Where each controller can be stopped. Default: nowhere. */
  readonly actors?: Actors;
  /** Records which action caused which. Default: nothing is recorded. */
  readonly causes?: Causes | undefined;
  /** The number of ended pods that are kept, 0 for any number. Default: 12,500. */
  readonly terminatedPods?: number;
  /** The most endpoints that an EndpointSlice of a service holds. Default: 100. */
  readonly maxEndpointsPerSlice?: number;
  /** Which features are on. Default: what they are by default. */
  readonly features?: Features;
  /** Whether services get simulated addresses of load balancers. Default: no controller gives them any. */
  readonly simulatesBalancers?: boolean;
  /** The ranges from which nodes get addresses for their pods. Without it, no controller gives them any. */
  readonly nodeRanges?: NodeRanges;
  /** The most addresses of one subset of Endpoints that are mirrored. Default: 1000. */
  readonly mirroringMaxEndpointsPerSubset?: number;
  /** How nodes are watched. Without it, they are not. */
  readonly nodeLifecycle?: NodeLifecycleOptions;
  /** How pods are scaled by metrics. Without it, they are not. */
  readonly podAutoscaling?: PodAutoscalingOptions;
}

/** Keys and settings of the server that no API exposes. */
export interface ControllerAbilities {
  readonly signing: ClusterSigning;
  readonly signToken: TokenMaker["sign"];
  /** How long tokens in secrets may lie unused, in milliseconds. */
  readonly legacyTokenPeriod: number;
}

/** A controller that can be started. */
export interface ControllerEntry {
  /** As `--controllers` names it. */
  readonly name: string;
  /**
   * Service account in the system namespace; the default role of that name holds its permissions. Without one, the controller
   * works under the controller manager's own identity.
   */
  readonly account?: string;
  /** As its Events name it. Default: its name. */
  readonly component?: string;
  /** Undefined when the server lacks what the controller needs. */
  start(parts: InformedParts, options: ManagerOptions): RunningController | undefined;
}
