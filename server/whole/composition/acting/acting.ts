import { isApiError } from "../../../../shared/status.ts";
import type { ManagerOptions } from "../../../acting/controllers/controllerEntry.ts";
import { managerClient, startControllers } from "../../../acting/controllers/manager.ts";
import { startSimulatedDisks } from "../../../acting/disks/disks.ts";
import type { Term } from "../../../acting/election/leaderElector.ts";
import type { Informers } from "../../../acting/informers/informers.ts";
import { SharedInformers } from "../../../acting/informers/sharedInformers.ts";
import type { WorkLedger } from "../../../acting/nodes/load/requestedWork.ts";
import type { ApiServerDoor } from "../../../acting/nodes/network/apiServerDoor.ts";
import { SimulatedNodes, type SimulatedNodesParts } from "../../../acting/nodes/simulatedNodes.ts";
import type { SchedulerConfig } from "../../../acting/scheduler/config/schedulerConfig.ts";
import { schedulerClient, startScheduler } from "../../../acting/scheduler/startScheduler.ts";
import type { Troubles } from "../../../acting/trouble/troubles.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { DoorKeeper } from "../../../api/registry/podDoors.ts";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { type PlacingOptions, schedules } from "./planScheduling.ts";

export interface ActingParts extends Omit<ManagerOptions, "informers"> {
  /** The API server's own client. */
  readonly client: ApiClient;
  /** The server's caches. */
  readonly reader: ObjectReader;
  /** Where the way to what runs on the nodes is opened. */
  readonly doors: DoorKeeper;
  /** Where what containers do for others is noted. */
  readonly work: WorkLedger;
  /** How pods are placed. */
  readonly scheduling: SchedulerConfig;
  /** Registers what can go wrong on the nodes. */
  readonly troubles?: Troubles;
  readonly nodes: Pick<SimulatedNodesParts, "count" | "families" | "nameServer" | "profile">;
  /** Milliseconds since the epoch, by the world's clock. */
  world(): number;
  /** How pods on the nodes reach this server. */
  readonly door: ApiServerDoor;
}

/** A part of the server that acts by itself. Of servers that share a store, one at a time runs it. */
export interface ActingComponent {
  /** The program that it stands for: `kube-scheduler`. */
  readonly name: string;
  /** The lease that its leader holds. */
  readonly lease: string;
  /** Reads and writes that lease. */
  readonly client: ApiClient;
  start(): Term;
}

export type ActingOptions = PlacingOptions & { readonly leaderElectResourceName: string };

/**
 * The components that this server is to run: controllers, the scheduler, simulated nodes. Each is led apart from the others,
 * so that a program outside can take the place of any of them. They share what they know of the cluster.
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
    // No role of the reference's has a lease for them: they are part of the API server.
    client: parts.client,
    start: () => shared.during((informers) => startNodes(parts, informers)),
  };
  return [
    ...(options.controllers.length > 0 ? [controllers] : []),
    ...(schedules(options) ? [scheduler] : []),
    ...(parts.nodes.count > 0 ? [nodes] : []),
  ];
}

/** Starts the simulated nodes with their disks, and opens the way to what runs on them. */
function startNodes({ nodes, doors, door, troubles, ...parts }: ActingParts, informers: Informers): Term {
  const simulated = new SimulatedNodes({
    ...nodes,
    server: door,
    work: parts.work,
    informers,
    vocabulary: parts.vocabulary,
    timers: parts.timers ?? systemTimers,
    features: parts.features,
    clientFor: parts.clientFor,
    now: parts.now,
    world: parts.world,
    troubles,
    onError: (err, node, key) => parts.log.warn({ err, node, object: key }, "simulated node failed"),
  });
  doors.open(simulated);
  const disks = simulatedDisks({ ...parts, informers });
  return {
    async stop() {
      doors.open(undefined);
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
