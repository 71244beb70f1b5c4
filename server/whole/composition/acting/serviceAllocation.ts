/** Keeps the allocations of services consistent. Part of the API server itself, whichever controllers are selected. */
import { hostname } from "node:os";
import {
  DEFAULT_RANGE_COMPONENT,
  keepDefaultRange,
} from "../../../acting/controllers/serviceAddresses/defaultRange.ts";
import {
  ADDRESS_REPAIR_COMPONENT,
  addressRepair,
} from "../../../acting/controllers/serviceAddresses/repairAddresses.ts";
import { serviceRangeRepair } from "../../../acting/controllers/serviceRanges/serviceRanges.ts";
import { EventRecorder } from "../../../acting/events/eventRecorder.ts";
import { SeriesRecorder } from "../../../acting/events/seriesRecorder.ts";
import { Informers } from "../../../acting/informers/informers.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { normalizedRanges } from "../../../api/resources/core/services/clusterRanges.ts";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import type { Foundation } from "../foundation.ts";
import type { Allocation } from "../setUpAllocation.ts";

export interface AllocationKeepers {
  readonly allocation: Allocation;
  readonly client: ApiClient;
  readonly hub: CacheHub;
}

/**
 * Repairs the allocations of services, once before it resolves and then periodically. If addresses are objects, the
 * ranges named by the flag are first created as an object.
 * @throws Error when the store has other ranges than this server's
 */
export async function startAllocation(foundation: Foundation, parts: AllocationKeepers): Promise<void> {
  const { keepsObjects, ranges } = parts.allocation;
  if (keepsObjects) await startDefaultRange(foundation, parts);
  if (ranges !== undefined) {
    const { vocabulary, now, log, lifetime } = foundation;
    const running = serviceRangeRepair({
      ...parts,
      ranges,
      keepsObjects,
      vocabulary,
      now,
      timers: systemTimers,
      log: (message) => log.warn(message),
      onError: (err) => log.error({ err }, "repair of service addresses and node ports failed"),
    });
    lifetime.add(() => running.stop());
    await running.first;
  }
  if (keepsObjects) await startAddressRepair(foundation, parts);
}

async function startDefaultRange(
  { options, vocabulary, simulation, log, lifetime }: Foundation,
  { client }: AllocationKeepers,
): Promise<void> {
  const { now } = simulation.clock;
  const onError = (err: unknown): void => log.warn({ err }, "default range of services");
  const component = vocabulary.render(DEFAULT_RANGE_COMPONENT);
  const recorder = new EventRecorder({ client, component, now, onError });
  const running = keepDefaultRange({
    client,
    vocabulary,
    timers: systemTimers,
    now,
    cidrs: normalizedRanges(options.serviceClusterIpRange),
    recorder,
    log: (message) => log.warn(message),
    onError,
  });
  lifetime.add(async () => {
    await running.stop();
    await recorder.stop();
  });
  await running.first;
}

async function startAddressRepair(
  { vocabulary, simulation, log, lifetime, metrics }: Foundation,
  { client, hub }: AllocationKeepers,
): Promise<void> {
  const { now } = simulation.clock;
  const controller = ADDRESS_REPAIR_COMPONENT;
  const onError = (err: unknown, key: string): void => log.warn({ err, controller, object: key }, "controller failed");
  const informers = new Informers(hub);
  const recorder = new SeriesRecorder({
    client,
    vocabulary,
    controller,
    host: hostname(),
    now,
    timers: systemTimers,
    onError,
  });
  const running = addressRepair({
    client,
    vocabulary,
    timers: systemTimers,
    now,
    informers,
    recorder,
    log: (message) => log.warn(message),
    onError,
    observer: metrics.observeQueue(controller),
  });
  lifetime.add(async () => {
    await running.stop();
    await recorder.stop();
    informers.stop();
  });
  await running.settled();
}
