import { isApiError } from "../../../../shared/status.ts";
import type { ManagerOptions } from "../../../acting/controllers/controllerEntry.ts";
import { managerClient, startControllers } from "../../../acting/controllers/manager.ts";
import { startSimulatedDisks } from "../../../acting/disks/disks.ts";
import type { Term } from "../../../acting/election/leaderElector.ts";
import type { Informers } from "../../../acting/informers/informers.ts";
import { SharedInformers } from "../../../acting/informers/sharedInformers.ts";
import type { WorkLedger } from "../../../acting/nodes/load/requestedWork.ts";
import type { ApiServerEndpoint } from "../../../acting/nodes/network/apiServerEndpoint.ts";
import { SimulatedNodes, type SimulatedNodesParts } from "../../../acting/nodes/simulatedNodes.ts";
import type { SchedulerConfig } from "../../../acting/scheduler/config/schedulerConfig.ts";
import { schedulerClient, startScheduler } from "../../../acting/scheduler/startScheduler.ts";
import type { Troubles } from "../../../acting/trouble/troubles.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { DelegatingPodAccess } from "../../../api/registry/podAccess.ts";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { type PlacingOptions, schedules } from "./planScheduling.ts";

export interface ActingParts extends Omit<ManagerOptions, "informers"> {
  /** The API server's own client. */
  readonly client: ApiClient;
  /** The server's caches. */
  readonly reader: ObjectReader;
  /** Registry of access to what runs on the nodes. */
  readonly podAccess: DelegatingPodAccess;
  /** Records what containers do for others. */
  readonly work: WorkLedger;
  /** The scheduler's configuration. */
  readonly scheduling: SchedulerConfig;
  /** Registers the faults that can be injected into the nodes. */
  readonly troubles?: Troubles;
  readonly nodes: Pick<SimulatedNodesParts, "count" | "families" | "nameServer" | "profile">;
  /** Real time in milliseconds since the epoch. */
  realNow(): number;
  /** Access to this server for pods on the nodes. */
  readonly apiServer: ApiServerEndpoint;
}

/** A part of the server that acts on its own. Among servers that share a store, only one runs it at a time. */
export interface ActingComponent {
  /** The program that it corresponds to: `kube-scheduler`. */
  readonly name: string;
  /** The lease of its leader. */
  readonly lease: string;
  /** Reads and writes that lease. */
  readonly client: ApiClient;
  start(): Term;
}

export type ActingOptions = PlacingOptions & { readonly leaderElectResourceName: string };

/**
 * The components that this server should run: controllers, the scheduler, simulated nodes. Each has a separate leader
 * election, so that an external program can replace any of them. They share their informers.
 */
export function actingComponents(options: ActingOptions, parts: ActingParts): ActingComponent[] {
  const { vocabulary } = parts;
  const shared = new SharedInformers(parts.reader, parts.causes?.telling);
  const manager = vocabulary.render("{prefix}-controller-manager");
  const controllers: ActingComponent = {
    name: manager,
    lease: options.leaderElectResourceName || manager,
    client: managerClient(parts),
    start: () => shared.during((informers) => startControllers({ ...parts, informers })),
  };
  const placing = vocabulary.render("{prefix}-scheduler");
  const scheduler: ActingComponent = {
    name: placing,
    lease: placing,
    client: schedulerClient(parts),
    start: () => startScheduler({ ...parts, config: parts.scheduling }),
  };
  const nodes: ActingComponent = {
    name: "simulated-nodes",
    lease: "simulated-nodes",
    // None of the reference's roles has a lease for the simulated nodes, because they are part of the API server.
    client: parts.client,
    start: () => shared.during((informers) => startNodes(parts, informers)),
  };
  return [
    ...(options.controllers.length > 0 ? [controllers] : []),
    ...(schedules(options) ? [scheduler] : []),
    ...(parts.nodes.count > 0 ? [nodes] : []),
  ];
}

/** Starts the simulated nodes with their disks, and registers the access to what runs on them. */
function startNodes({ nodes, podAccess, apiServer, troubles, ...parts }: ActingParts, informers: Informers): Term {
  const simulated = new SimulatedNodes({
    ...nodes,
    server: apiServer,
    work: parts.work,
    informers,
    vocabulary: parts.vocabulary,
    timers: parts.timers ?? systemTimers,
    features: parts.features,
    clientFor: parts.clientFor,
    now: parts.now,
    realNow: parts.realNow,
    troubles,
    onError: (err, node, key) => parts.log.warn({ err, node, object: key }, "simulated node failed"),
  });
  podAccess.delegateTo(simulated);
  const disks = simulatedDisks({ ...parts, informers });
  return {
    async stop() {
      podAccess.delegateTo(undefined);
      troubles?.clear();
      await simulated.stop();
      await disks.stop();
    },
  };
}

const simulatedDisks = ({
  informers,
  vocabulary,
  features,
  timers = systemTimers,
  clientFor,
  now,
  log,
}: ManagerOptions) =>
  startSimulatedDisks({
    informers,
    vocabulary,
    features,
    timers,
    clientFor,
    now,
    onError(err, key) {
      if (!isApiError(err, "Conflict")) log.warn({ err, object: key }, "simulated disks failed");
    },
  });
