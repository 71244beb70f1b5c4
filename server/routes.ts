import type { Authentication } from "./authentication/setup.ts";
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
  readonly authentication: Authentication;
  readonly metrics: Metrics;
  /** `ready` turns true once the default objects exist, and false when the server stops. */
  readonly state: { readonly ready: boolean };
}

/** Every path outside `/api` and `/apis`. */
export function setUpRoutes({ services, authentication, metrics, state }: RouteParts): Map<string, PathHandler> {
  const storage = { name: "etcd", healthy: async () => (await services.storage.size()) > 0 };
  const log = { name: "log", healthy: () => true };
  const started = { name: "poststarthook/start-default-objects", healthy: () => state.ready };
  const live = [ping, log, storage];
  const checks: HealthChecks = {
    livez: live,
    healthz: [...live, started],
    readyz: [...live, { name: "shutdown", healthy: () => true }, started],
  };
  const json = (body: unknown) => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
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
    [
      "/.well-known/openid-configuration",
      () =>
        json({
          issuer: authentication.serviceAccounts.issuer,
          jwks_uri: `${authentication.serviceAccounts.issuer}/openid/v1/jwks`,
          response_types_supported: ["id_token"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        }),
    ],
    ["/openid/v1/jwks", async () => json(await authentication.serviceAccounts.keySet())],
    ...openApiRoutes(services),
  ]);
}
