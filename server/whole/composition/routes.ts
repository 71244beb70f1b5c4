import type { ServiceAccountTokens } from "../../access/authentication/serviceAccounts/serviceAccountToken.ts";
import { dumpPriorityLevels, dumpQueues, dumpRequests } from "../../access/flowControl/dumps.ts";
import type { FlowController } from "../../access/flowControl/flowController.ts";
import type { Services } from "../../api/registry/services.ts";
import { ping } from "../../ground/observability/healthCheck.ts";
import type { Metrics } from "../../ground/observability/metrics.ts";
import { plainText } from "../../ground/request/plainText.ts";
import type { Aggregation } from "../../serving/aggregation/aggregation.ts";
import { type HealthChecks, health } from "../../serving/endpoints/nonResource/health.ts";
import { exactly, type PathHandler } from "../../serving/endpoints/nonResource/nonResource.ts";
import { openIdRoutes } from "../../serving/endpoints/nonResource/openIdRoutes.ts";
import { versionRoute } from "../../serving/endpoints/nonResource/version.ts";
import { flagzRoute, statuszRoute, type ZPageParts } from "../../serving/endpoints/nonResource/zPages.ts";
import { openApiRoutes } from "../../serving/endpoints/openapi/openApi.ts";

/** Where a server stands in its life. */
export interface ServerState {
  /** Turns true once the default objects exist. What has started stays started: a server that stops is alive. */
  readonly started: boolean;
  /** The same until the server is told to stop. */
  readonly ready: boolean;
  /** New requests are not wanted any more. */
  readonly closing: boolean;
}

/** What the paths outside the resource tree show. */
export interface RouteParts {
  readonly services: Services;
  readonly aggregation: Aggregation;
  readonly serviceAccounts: ServiceAccountTokens;
  /** How relying parties find the keys of service account tokens. */
  readonly discovery: { readonly keySetUrl?: string | undefined; serverUrl(): string };
  readonly metrics: Metrics;
  readonly state: ServerState;
  /** How long a readiness check waits for the store, in milliseconds. */
  readonly readinessPatience: number;
  /** What people may want to know of the server. */
  readonly pages: ZPageParts;
  /** Absent where plain limits are used. */
  readonly flows?: FlowController;
  /** For so long what has not started yet does not make the server count as dead, in milliseconds. */
  readonly livezGracePeriod: number;
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
  const { services, metrics, state, readinessPatience, livezGracePeriod } = parts;
  const storage = { name: "etcd", healthy: () => services.storage.healthy() };
  const log = { name: "log", healthy: () => true };
  const started = (): boolean => state.started;
  const hooksThat = (healthy: () => boolean) => START_HOOKS.map((name) => ({ name: `poststarthook/${name}`, healthy }));
  const hooks = hooksThat(started);
  // What takes long to start is given time before the server counts as dead.
  const alive = performance.now() + livezGracePeriod;
  const checks: HealthChecks = {
    livez: [ping, log, storage, ...hooksThat(() => started() || performance.now() < alive)],
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
    ...(services.features.enabled("ComponentStatusz") ? [statuszRoute(parts.pages)] : []),
    ...(services.features.enabled("ComponentFlagz") ? [flagzRoute(parts.pages)] : []),
    ...(parts.flows === undefined ? [] : flowRoutes(parts.flows, services.now)),
    exactly("/metrics", async () => ({
      status: 200,
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      body: await metrics.text(),
    })),
    ...openIdRoutes(parts.serviceAccounts, parts.discovery),
    ...openApiRoutes(services),
  ]);
}

/** What priority and fairness does right now. */
function flowRoutes(flows: FlowController, now: () => number): (readonly [string, PathHandler])[] {
  const dump = (name: string, write: () => string) =>
    exactly(`/debug/api_priority_and_fairness/${name}`, async () => plainText(write()));
  return [
    dump("dump_priority_levels", () => dumpPriorityLevels(flows)),
    dump("dump_queues", () => dumpQueues(flows)),
    dump("dump_requests", () => dumpRequests(flows, now())),
  ];
}
