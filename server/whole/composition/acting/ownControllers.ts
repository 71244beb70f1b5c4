import { autoRegistrationController } from "../../../acting/controllers/apiServices/autoRegistration.ts";
import { availabilityController } from "../../../acting/controllers/apiServices/availability.ts";
import { availabilityMetrics } from "../../../acting/controllers/apiServices/availabilityMetrics.ts";
import { danglingFlowSchemaController } from "../../../acting/controllers/danglingFlowSchemas.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import { localApiServices } from "../../../api/resources/apiregistration/defaults.ts";
import { metricsApiService } from "../../../api/resources/metrics/defaults.ts";
import { metricsGroup } from "../../../api/resources/metrics/metrics.ts";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { ApiServices } from "../../../serving/aggregation/apiServices.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import type { Foundation } from "../foundation.ts";

export interface OwnControllerParts {
  readonly client: ApiClient;
  readonly catalog: Catalog;
  readonly apiServices: ApiServices;
  readonly hub: CacheHub;
}

/** Starts the control loops that belong to the API server itself, whichever controllers are selected. */
export function startOwnControllers(foundation: Foundation, parts: OwnControllerParts): void {
  startFlowSchemaStatus(foundation, parts);
  const { catalog } = parts;
  if (!catalog.hasGroupVersion(foundation.vocabulary.render("apiregistration.{domain}"), "v1")) return;
  startAvailability(foundation, parts);
  startAutoRegistration(foundation, parts);
}

/** Creates APIServices for what this server serves itself. */
function startAutoRegistration(
  { vocabulary, now, log, lifetime, metrics }: Foundation,
  { client, catalog, hub }: OwnControllerParts,
): void {
  const served = localApiServices((group, version) => catalog.hasGroupVersion(vocabulary.render(group), version));
  const builtIn = served.map((template) => vocabulary.renderValue(template));
  const hasMetrics = catalog.hasGroupVersion(vocabulary.render(metricsGroup.group), metricsGroup.version);
  const metricsService = vocabulary.renderValue(metricsApiService);
  const running = autoRegistrationController({
    client,
    reader: hub,
    builtIn: new Map(builtIn.map((object) => [object.metadata.name ?? "", object])),
    giving: new Map([[metricsService.metadata.name ?? "", hasMetrics ? metricsService : undefined]]),
    vocabulary,
    timers: systemTimers,
    now,
    onError: (err, key) => log.warn({ err, controller: "api-service-registration", object: key }, "controller failed"),
    observer: metrics.observeQueue("api-service-registration"),
  });
  lifetime.add(() => running.stop());
}

/** Monitors the availability of extension servers. */
function startAvailability(
  { vocabulary, now, log, lifetime, metrics }: Foundation,
  { client, apiServices, hub }: OwnControllerParts,
): void {
  const running = availabilityController({
    client,
    apiServices,
    reader: hub,
    metrics: availabilityMetrics(metrics.registry),
    vocabulary,
    timers: systemTimers,
    now,
    onError: (err, key) => log.warn({ err, controller: "api-service-availability", object: key }, "controller failed"),
    observer: metrics.observeQueue("api-service-availability"),
  });
  lifetime.add(() => running.stop());
}

function startFlowSchemaStatus(
  { vocabulary, now, log, lifetime, metrics }: Foundation,
  { client, catalog }: OwnControllerParts,
): void {
  if (!catalog.hasGroupVersion(vocabulary.render("flowcontrol.apiserver.{domain}"), "v1")) return;
  const onError = (err: unknown, key: string): void =>
    log.warn({ err, controller: "flow-schema-status", object: key }, "controller failed");
  const observer = metrics.observeQueue("flow-schema-status");
  const running = danglingFlowSchemaController({ client, vocabulary, timers: systemTimers, now, onError, observer });
  lifetime.add(() => running.stop());
}
