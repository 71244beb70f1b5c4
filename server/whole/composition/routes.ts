import type { ServiceAccountTokens } from "../../access/authentication/serviceAccounts/serviceAccountToken.ts";
import type { Services } from "../../api/registry/services.ts";
import { ping } from "../../ground/observability/healthCheck.ts";
import type { Metrics } from "../../ground/observability/metrics.ts";
import type { Aggregation } from "../../serving/aggregation/aggregation.ts";
import { type HealthChecks, health } from "../../serving/endpoints/nonResource/health.ts";
import { exactly, type PathHandler } from "../../serving/endpoints/nonResource/nonResource.ts";
import { openIdRoutes } from "../../serving/endpoints/nonResource/openIdRoutes.ts";
import { versionRoute } from "../../serving/endpoints/nonResource/version.ts";
import { openApiRoutes } from "../../serving/endpoints/openapi/openApi.ts";

/** What the paths outside the resource tree show. */
export interface RouteParts {
  readonly services: Services;
  readonly aggregation: Aggregation;
  readonly serviceAccounts: ServiceAccountTokens;
  /** How relying parties find the keys of service account tokens. */
  readonly discovery: { readonly keySetUrl?: string | undefined; serverUrl(): string };
  readonly metrics: Metrics;
  /** `ready` turns true once the default objects exist, and false when the server stops. */
  readonly state: { readonly ready: boolean };
  /** How long a readiness check waits for the store, in milliseconds. */
  readonly readinessPatience: number;
}

/** What has to have happened before a server is ready, under the names by which probes ask for it. */
const START_HOOKS = [
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
];

/** Every path outside `/api` and `/apis`. */
export function setUpRoutes(parts: RouteParts): Map<string, PathHandler> {
  const { services, metrics, state, readinessPatience } = parts;
  const storage = { name: "etcd", healthy: () => services.storage.healthy() };
  const log = { name: "log", healthy: () => true };
  // What has started stays started: a server that stops is alive, and only no longer ready.
  let wasReady = false;
  const started = (): boolean => {
    wasReady ||= state.ready;
    return wasReady;
  };
  const hooks = START_HOOKS.map((name) => ({ name: `poststarthook/${name}`, healthy: started }));
  const checks: HealthChecks = {
    livez: [ping, log, storage, ...hooks],
    healthz: [ping, log, storage, ...hooks],
    readyz: [
      ping,
      log,
      storage,
      { name: "etcd-readiness", healthy: () => services.storage.healthy(readinessPatience) },
      { name: "storage-writable", healthy: () => services.storage.writable() },
      { name: "informer-sync", healthy: started },
      ...hooks,
      { name: "shutdown", healthy: () => state.ready || !started() },
    ],
  };
  const answer: PathHandler = (context) => health(checks, context, services.quirks);
  return new Map<string, PathHandler>([
    ...(["livez", "readyz", "healthz"] as const).flatMap((endpoint) => [
      exactly(`/${endpoint}`, answer),
      ...checks[endpoint].map(({ name }) => exactly(`/${endpoint}/${name}`, answer)),
    ]),
    versionRoute,
    exactly("/metrics", async () => ({
      status: 200,
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      body: await metrics.text(),
    })),
    ...openIdRoutes(parts.serviceAccounts, parts.discovery),
    ...openApiRoutes(services),
  ]);
}
