import { availabilityController } from "../../acting/controllers/apiServices/availability.ts";
import { availabilityMetrics } from "../../acting/controllers/apiServices/availabilityMetrics.ts";
import { danglingFlowSchemaController } from "../../acting/controllers/danglingFlowSchemas.ts";
import { type ServiceReader, serviceRangeRepair } from "../../acting/controllers/serviceRanges/serviceRanges.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import type { SharedAllocators } from "../../api/resources/core/services/allocators.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import type { ApiServices } from "../../serving/aggregation/apiServices.ts";
import type { CacheHub } from "../../store/cache/cacheHub.ts";
import type { Foundation } from "./foundation.ts";

/**
 * Repairs what is given out to services, once before it resolves and then from time to time. Part of the API server itself.
 * @throws Error when the store gives out other ranges than this server is to give out
 */
export async function startRangeRepair(
  { vocabulary, now, log, lifetime }: Foundation,
  parts: {
    readonly ranges: SharedAllocators["ranges"];
    readonly client: ApiClient;
    readonly hub: ServiceReader;
  },
): Promise<void> {
  const running = serviceRangeRepair({
    ...parts,
    vocabulary,
    now,
    timers: systemTimers,
    log: (message) => log.warn(message),
    onError: (err) => log.error({ err }, "repair of service addresses and node ports failed"),
  });
  lifetime.add(() => running.stop());
  await running.first;
}

export interface OwnControllerParts {
  readonly client: ApiClient;
  readonly catalog: Catalog;
  readonly apiServices: ApiServices;
  readonly hub: CacheHub;
}

/** Starts the loops that are part of the API server itself, whichever controllers are selected. */
export function startOwnControllers(foundation: Foundation, parts: OwnControllerParts): void {
  startFlowSchemaStatus(foundation, parts);
  startAvailability(foundation, parts);
}

/** Looks after the servers behind this one. */
function startAvailability(
  { vocabulary, now, log, lifetime, metrics }: Foundation,
  { client, catalog, apiServices, hub }: OwnControllerParts,
): void {
  if (!catalog.hasGroupVersion(vocabulary.render("apiregistration.{domain}"), "v1")) return;
  const running = availabilityController({
    client,
    apiServices,
    reader: hub,
    metrics: availabilityMetrics(metrics.registry),
    vocabulary,
    timers: systemTimers,
    now,
    onError: (err, key) => log.warn({ err, controller: "api-service-availability", key }, "controller failed"),
  });
  lifetime.add(() => running.stop());
}

function startFlowSchemaStatus(
  { vocabulary, now, log, lifetime }: Foundation,
  { client, catalog }: OwnControllerParts,
): void {
  if (!catalog.hasGroupVersion(vocabulary.render("flowcontrol.apiserver.{domain}"), "v1")) return;
  const onError = (err: unknown, key: string): void =>
    log.warn({ err, controller: "flow-schema-status", key }, "controller failed");
  const running = danglingFlowSchemaController({ client, vocabulary, timers: systemTimers, now, onError });
  lifetime.add(() => running.stop());
}
