import { danglingFlowSchemaController } from "../../acting/controllers/danglingFlowSchemas.ts";
import { type ServiceReader, serviceRangeRepair } from "../../acting/controllers/serviceRanges/serviceRanges.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import type { SharedAllocators } from "../../api/resources/core/services/allocators.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
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

/** Starts the loops that are part of the API server itself, whichever controllers are selected. */
export function startOwnControllers(
  { vocabulary, now, log, lifetime }: Foundation,
  { client, catalog }: { readonly client: ApiClient; readonly catalog: Catalog },
): void {
  if (!catalog.hasGroupVersion(vocabulary.render("flowcontrol.apiserver.{domain}"), "v1")) return;
  const onError = (err: unknown, key: string): void =>
    log.warn({ err, controller: "flow-schema-status", key }, "controller failed");
  const running = danglingFlowSchemaController({ client, vocabulary, timers: systemTimers, now, onError });
  lifetime.add(() => running.stop());
}
