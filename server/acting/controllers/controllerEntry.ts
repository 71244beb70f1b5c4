import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { UsageIndex } from "../../access/admission/quota/usageIndex.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Features } from "../../api/registry/features.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import type { Quirks } from "../../ground/settings/quirks.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import type { QueueObserver } from "../../ground/timing/workQueue.ts";
import type { Actors } from "../actors/actors.ts";
import type { Causes } from "../causes/causes.ts";
import type { AggregatedServers } from "../client/aggregatedServers.ts";
import type { ObjectFeed } from "../client/objectFeed.ts";
import type { PathReader } from "../client/pathReader.ts";
import type { Informers } from "../informers/informers.ts";
import type { ClusterSigning } from "./certificates/signing.ts";
import type { InformedParts, RunningController } from "./controller.ts";
import type { NodeRanges } from "./nodeAddresses/nodeRanges.ts";
import type { NodeLifecycleOptions } from "./nodeLifecycle/flags.ts";
import type { PodAutoscalingOptions } from "./podAutoscaling/flags.ts";
import type { ServedKinds } from "./policyStatus/typeChecking.ts";
import type { TokenSigner } from "./serviceAccountTokens/tokenSecrets.ts";

export interface ManagerOptions {
  /** `*`, `name`, `-name`; empty for no controllers. */
  readonly spec: readonly string[];
  readonly vocabulary: Vocabulary;
  /** Returns a client that acts as an identity. */
  clientFor(identity: Identity, userAgent: string): ApiClient;
  /** The same for paths that other servers may serve. Without it, controllers do not read metrics. */
  readerFor?(identity: Identity, userAgent: string): PathReader;
  /**
   * Returns the servers behind this one, for clients with an identity. Without it, namespaces keep the objects of such
   * servers.
   */
  behindFor?(identity: Identity, userAgent: string): AggregatedServers;
  now(): number;
  readonly log: { warn(data: object, message: string): void };
  /** The PEM certificates by which pods verify the server. */
  readonly rootCa: string;
  /** Abilities that only a few controllers need; a controller without the ability that it needs does not start. */
  readonly abilities?: ControllerAbilities;
  readonly informers: Informers;
  /**
   * Objects straight from the server's caches. Without it, a controller that needs all objects watches every resource.
   */
  readonly feed?: ObjectFeed;
  /**
   * The usage of namespaces with quotas, counted as objects change. Without it, no controller writes the status of
   * quotas.
   */
  readonly quotaUsage?: UsageIndex;
  /** The served kinds, with their types. Without it, no controller checks the types in policies. */
  readonly kinds?: ServedKinds;
  readonly timers?: Timers;
  /** Returns the observer of a controller's queue, by the controller's name. */
  readonly observerOf?: (controller: string) => QueueObserver;
  /** The registry in which each controller can be stopped. Default: none. */
  readonly actors?: Actors;
  /** Records which action caused which. Default: nothing is recorded. */
  readonly causes?: Causes | undefined;
  /** Maximum number of ended pods that are kept; 0 means no limit. Default: 12,500. */
  readonly terminatedPods?: number;
  /** Maximum number of endpoints in an EndpointSlice of a service. Default: 100. */
  readonly maxEndpointsPerSlice?: number;
  /** Feature gates. Default: their defaults. */
  readonly features?: Features;
  /** Default: as specified. */
  readonly quirks?: Quirks;
  /** Whether services get simulated load balancer addresses. Default: no. */
  readonly simulatesBalancers?: boolean;
  /** The pod CIDR ranges for nodes. Without it, no controller assigns any. */
  readonly nodeRanges?: NodeRanges;
  /** Maximum number of addresses of one mirrored Endpoints subset. Default: 1000. */
  readonly mirroringMaxEndpointsPerSubset?: number;
  /** The settings of the node lifecycle controller. Without it, the controller does not run. */
  readonly nodeLifecycle?: NodeLifecycleOptions;
  /** The settings of pod autoscaling. Without it, the controller does not run. */
  readonly podAutoscaling?: PodAutoscalingOptions;
}

/** Keys and settings of the server that no API exposes. */
export interface ControllerAbilities {
  readonly signing: ClusterSigning;
  readonly signToken: TokenSigner["sign"];
  /** Milliseconds after which an unused token in a secret is invalidated. */
  readonly legacyTokenPeriod: number;
}

/** A controller that can be started. */
export interface ControllerEntry {
  /** The name in `--controllers`. */
  readonly name: string;
  /**
   * Service account in the system namespace; the default role of the same name has its permissions. Without one, the
   * controller acts as the controller manager itself.
   */
  readonly account?: string;
  /** The name in its Events. Default: its name. */
  readonly component?: string;
  /** Starts the controller; returns undefined when the server lacks what it needs. */
  start(parts: InformedParts, options: ManagerOptions): RunningController | undefined;
}
