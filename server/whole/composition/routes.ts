import { methodNotAllowed } from "../../../shared/status.ts";
import type { ServiceAccountTokens } from "../../access/authentication/serviceAccounts/serviceAccountToken.ts";
import { dumpPriorityLevels, dumpQueues, dumpRequests } from "../../access/flowControl/dumps.ts";
import type { FlowController } from "../../access/flowControl/flowController.ts";
import type { Services } from "../../api/registry/services.ts";
import { type HealthCheck, ping } from "../../ground/observability/healthCheck.ts";
import type { Metrics } from "../../ground/observability/metrics/metrics.ts";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import { plainText } from "../../ground/request/plainText.ts";
import type { Aggregation } from "../../serving/aggregation/aggregation.ts";
import { JOURNAL } from "../../serving/endpoints/journal/journalInfo.ts";
import { journalStatus, type Past } from "../../serving/endpoints/journal/readPast.ts";
import { type HealthChecks, health } from "../../serving/endpoints/nonResource/health.ts";
import { exactly, type PathHandler } from "../../serving/endpoints/nonResource/nonResource.ts";
import { openIdRoutes } from "../../serving/endpoints/nonResource/openIdRoutes.ts";
import { profilingRoute } from "../../serving/endpoints/nonResource/profilingRoute.ts";
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
  /** The documents by which relying parties find the keys of service account tokens. */
  readonly discovery: { readonly keySetUrl?: string | undefined; serverUrl(): string };
  readonly metrics: Metrics;
  readonly state: ServerState;
  /** What happened before the store's own history. */
  readonly past: Past;
  /** How a sandbox is steered; empty where there is none. */
  readonly steering: readonly (readonly [string, PathHandler])[];
  /** How long a readiness check waits for the store, in milliseconds. */
  readonly readinessPatience: number;
  /** What people may want to know of the server. */
  readonly pages: ZPageParts;
  /** Whether there are API services for what this server serves itself; absent where no component makes them. */
  readonly registered?: () => boolean;
  /** Whether profiles of the server can be taken. */
  readonly profiling: boolean;
  /** Absent where plain limits are used. */
  readonly flows?: FlowController;
  /** Whether the plug-ins that keys come from are well; empty where there is nothing to look at. */
  readonly pluginChecks: readonly HealthCheck[];
  /** Whether the configuration of encryption is followed. */
  readonly followsEncryption: boolean;
  /** For so long, in milliseconds, parts that have not started yet do not make the server count as dead. */
  readonly livezGracePeriod: number;
}

/** The conditions for a server to be ready, under the names by which probes ask for them. */
const START_HOOKS = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "start-cluster-authentication-info-controller",
  "start-{prefix}-apiserver-identity-lease-controller",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "bootstrap-controller",
  "aggregator-reload-proxy-client-cert",
  "start-{prefix}-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "{prefix}-apiserver-autoregistration",
  "apiservice-openapi-controller",
  "apiservice-openapiv3-controller",
];
/** The same, where priority and fairness is on. */
const FLOW_HOOKS = [
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "priority-and-fairness-config-producer",
];

/** The same, where the configuration of encryption is followed. */
const ENCRYPTION_HOOK = "start-encryption-provider-config-automatic-reload";

/** The step that makes the range of services that the flag names, where ranges are objects. */
const RANGE_HOOK = "start-{product}-service-cidr-controller";

/** Every path outside `/api` and `/apis`. */
export function setUpRoutes(parts: RouteParts): Map<string, PathHandler> {
  const { services, metrics, state, readinessPatience, livezGracePeriod } = parts;
  const { storage } = services;
  // A server that cannot write is not dead: it reads, and deletions make room.
  const read = { name: "etcd", healthy: () => storage.healthy() };
  const readAndWrite = (patience?: number) => async () =>
    (await storage.healthy(patience)) && (await storage.writable());
  const log = { name: "log", healthy: () => true };
  const started = (): boolean => state.started;
  const names = [
    ...START_HOOKS,
    ...(parts.flows === undefined ? [] : FLOW_HOOKS),
    ...(services.features.enabled("MultiCIDRServiceAllocator") ? [RANGE_HOOK] : []),
    ...(parts.followsEncryption ? [ENCRYPTION_HOOK] : []),
  ];
  const hooksThat = (healthy: () => boolean) =>
    names.map((name) => ({ name: services.vocabulary.render(`poststarthook/${name}`), healthy }));
  const hooks = hooksThat(started);
  // A restart would not heal a plug-in: it does not count for whether the server is alive.
  // Parts that take long to start get time before the server counts as dead.
  const alive = performance.now() + livezGracePeriod;
  const checks: HealthChecks = {
    livez: [ping, log, read, ...hooksThat(() => started() || performance.now() < alive)],
    healthz: [ping, log, { name: "etcd", healthy: readAndWrite() }, ...parts.pluginChecks, ...hooks],
    readyz: [
      ping,
      log,
      { name: "etcd", healthy: readAndWrite() },
      { name: "etcd-readiness", healthy: readAndWrite(readinessPatience) },
      ...parts.pluginChecks,
      { name: "storage-writable", healthy: () => storage.writable() },
      { name: "informer-sync", healthy: started },
      ...hooks,
      ...(parts.registered === undefined ? [] : [{ name: "autoregister-completion", healthy: parts.registered }]),
      { name: "shutdown", healthy: () => state.ready || !started() },
    ],
  };
  const answer: PathHandler = (context) => health(checks, context, services.quirks, metrics.healthChecked);
  return new Map<string, PathHandler>([
    ...(["livez", "readyz", "healthz"] as const).flatMap((endpoint) => [
      exactly(`/${endpoint}`, answer),
      ...checks[endpoint].map(({ name }) => exactly(`/${endpoint}/${name}`, answer)),
    ]),
    versionRoute,
    ...(services.features.enabled("ComponentStatusz") ? [statuszRoute(parts.pages)] : []),
    ...(services.features.enabled("ComponentFlagz") ? [flagzRoute(parts.pages)] : []),
    ...(parts.flows === undefined ? [] : flowRoutes(parts.flows, services.now)),
    metricsPage("/metrics", metrics.registry),
    metricsPage("/metrics/slis", metrics.slis),
    ...(parts.profiling ? [profilingRoute] : []),
    ...(parts.steering.length > 0 || parts.past.journal.isOn
      ? [exactly(JOURNAL, ({ method }) => journalRoute(parts.past, method))]
      : []),
    ...parts.steering,
    ...openIdRoutes(parts.serviceAccounts, parts.discovery),
    ...openApiRoutes(services, parts.aggregation),
  ]);
}

/** @throws ApiError 405 for all but GET */
function journalRoute(past: Past, method: string) {
  if (method !== "GET") throw methodNotAllowed({ group: "", resource: "journal" }, method);
  return journalStatus(past);
}

/** The text of a registry. */
const metricsPage = (path: string, registry: MetricRegistry) =>
  exactly(path, async () => ({
    status: 200,
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    body: await registry.text(),
  }));

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
