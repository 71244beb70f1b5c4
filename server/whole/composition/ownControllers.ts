import { danglingFlowSchemaController } from "../../acting/controllers/danglingFlowSchemas.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import type { Foundation } from "./foundation.ts";

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
