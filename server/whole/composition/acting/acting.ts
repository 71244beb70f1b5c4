import { isApiError } from "../../../../shared/status.ts";
import type { ManagerOptions } from "../../../acting/controllers/controllerEntry.ts";
import { startControllers } from "../../../acting/controllers/manager.ts";
import { startSimulatedDisks } from "../../../acting/disks/disks.ts";
import type { Term } from "../../../acting/election/leaderElector.ts";
import { Informers } from "../../../acting/informers/informers.ts";
import type { WorkLedger } from "../../../acting/nodes/load/requestedWork.ts";
import type { NodeProfile } from "../../../acting/nodes/nodeProfile.ts";
import { SimulatedNodes } from "../../../acting/nodes/simulatedNodes.ts";
import type { SchedulerConfig } from "../../../acting/scheduler/config/schedulerConfig.ts";
import type { Troubles } from "../../../acting/trouble/troubles.ts";
import type { DoorKeeper } from "../../../api/registry/podDoors.ts";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { type PlacingOptions, placePods } from "./placePods.ts";

export interface ActingParts extends Omit<ManagerOptions, "informers"> {
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
  readonly nodes: { readonly count: number; readonly profile: NodeProfile };
}

/**
 * Starts the components that act by themselves: controllers, the scheduler and simulated nodes. They share what they
 * know of the cluster.
 */
export function startActing(
  options: PlacingOptions,
  { nodes, reader, doors, work, scheduling, troubles, ...managed }: ActingParts,
): Term {
  const placing = placePods(options, { ...managed, reader, config: scheduling });
  const informers = new Informers(reader, managed.causes?.telling);
  const controllers = startControllers({ ...managed, informers });
  const simulated = new SimulatedNodes({
    ...nodes,
    work,
    informers,
    vocabulary: managed.vocabulary,
    timers: managed.timers ?? systemTimers,
    features: managed.features,
    clientFor: managed.clientFor,
    now: managed.now,
    troubles,
    onError: (err, node, key) => managed.log.warn({ err, node, key }, "simulated node failed"),
  });
  doors.open(simulated);
  const disks = nodes.count > 0 ? [simulatedDisks({ ...managed, informers })] : [];
  return {
    async stop() {
      doors.open(undefined);
      troubles?.clear();
      await simulated.stop();
      await Promise.all(disks.map((each) => each.stop()));
      await Promise.all(placing.map((scheduler) => scheduler.stop()));
      await controllers.stop();
      informers.stop();
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
      if (!isApiError(err, "Conflict")) log.warn({ err, key }, "simulated disks failed");
    },
  });
