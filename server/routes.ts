import { openIdRoutes } from "./authentication/openIdRoutes.ts";
import type { ServiceAccountTokens } from "./authentication/serviceAccountToken.ts";
import type { PathHandler } from "./endpoints/nonResource.ts";
import { openApiRoutes } from "./endpoints/openApi.ts";
import type { Services } from "./endpoints/services.ts";
import { version } from "./endpoints/version.ts";
import { type HealthChecks, health } from "./observability/health.ts";
import { ping } from "./observability/healthCheck.ts";
import type { Metrics } from "./observability/metrics.ts";

/** What the paths outside the resource tree show. */
export interface RouteParts {
  readonly services: Services;
  readonly serviceAccounts: ServiceAccountTokens;
  /** How relying parties find the keys of service account tokens. */
  readonly discovery: { readonly keySetUrl?: string | undefined; serverUrl(): string };
  readonly metrics: Metrics;
  /** `ready` turns true once the default objects exist, and false when the server stops. */
  readonly state: { readonly ready: boolean };
}

/** Every path outside `/api` and `/apis`. */
export function setUpRoutes(parts: RouteParts): Map<string, PathHandler> {
  const { services, metrics, state } = parts;
  const storage = { name: "etcd", healthy: async () => (await services.storage.size()) > 0 };
  const log = { name: "log", healthy: () => true };
  const started = { name: "poststarthook/start-default-objects", healthy: () => state.ready };
  const live = [ping, log, storage];
  const checks: HealthChecks = {
    livez: live,
    healthz: [...live, started],
    readyz: [...live, { name: "shutdown", healthy: () => true }, started],
  };
  return new Map<string, PathHandler>([
    ["/livez", (context) => health(checks, context)],
    ["/readyz", (context) => health(checks, context)],
    ["/healthz", (context) => health(checks, context)],
    ["/version", version],
    [
      "/metrics",
      async () => ({
        status: 200,
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        body: await metrics.text(),
      }),
    ],
    ...openIdRoutes(parts.serviceAccounts, parts.discovery),
    ...openApiRoutes(services),
  ]);
}
