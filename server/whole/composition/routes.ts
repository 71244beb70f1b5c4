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
import { readsAndWrites } from "./storage/readsAndWrites.ts";

/** The state of a server between start and stop. */
export interface ServerState {
  /** Becomes true once the default objects exist, and stays true: a server that stops is still alive. */
  readonly started: boolean;
  /** Like `started`, but false again once the server starts to stop. */
  readonly ready: boolean;
  /** Whether new requests are no longer wanted. */
  readonly closing: boolean;
}

/** The parts that the paths outside the resource tree report on. */
export interface RouteParts {
  readonly services: Services;
  readonly aggregation: Aggregation;
  readonly serviceAccounts: ServiceAccountTokens;
  /** The documents by which other parties find the keys of service account tokens. */
  readonly discovery: { readonly keySetUrl?: string | undefined; serverUrl(): string };
  readonly metrics: Metrics;
  readonly state: ServerState;
  /** The journal: what happened before the store's own history. */
  readonly past: Past;
  /** The routes that control a sandbox; empty if there are none. */
  readonly steering: readonly (readonly [string, PathHandler])[];
  /** Milliseconds that a readiness check waits for the store. */
  readonly readinessTimeout: number;
  /** The data of the diagnostic pages. */
  readonly pages: ZPageParts;
  /** Whether APIServices exist for what this server serves itself; absent if no component creates them. */
  readonly registered?: () => boolean;
  /** Whether profiles of the server can be requested. */
  readonly profiling: boolean;
  /** Absent if plain limits are used instead of priority and fairness. */
  readonly flows?: FlowController;
  /** Health checks of the KMS plug-ins; empty if there are none. */
  readonly pluginChecks: readonly HealthCheck[];
  /** Whether the encryption configuration is watched for changes. */
  readonly followsEncryption: boolean;
  /** Milliseconds after the start in which parts that have not started yet do not make the liveness check fail. */
  readonly livezGracePeriod: number;
}

/** Readiness checks for steps of the start, under the names by which probes ask for them. */
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
/** Additional ones if priority and fairness is enabled. */
const FLOW_HOOKS = [
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "priority-and-fairness-config-producer",
];

/** Additional one if the encryption configuration is followed. */
const ENCRYPTION_HOOK = "start-encryption-provider-config-automatic-reload";

/** The step that creates the service range named by the flag, if ranges are objects. */
const RANGE_HOOK = "start-{product}-service-cidr-controller";

/** Every path outside `/api` and `/apis`. */
export function setUpRoutes(parts: RouteParts): Map<string, PathHandler> {
  const { services, metrics, state, readinessTimeout, livezGracePeriod } = parts;
  const { storage } = services;
  // A server that cannot write is still alive: it answers reads, and deletions free space.
  const read = { name: "etcd", healthy: () => storage.healthy() };
  const readAndWrite = (timeout?: number) => () => readsAndWrites(storage, timeout);
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
  // Liveness ignores plug-ins, because a restart of the server would not heal them.
  // Parts that take long to start get time before the server counts as dead.
  const alive = performance.now() + livezGracePeriod;
  const checks: HealthChecks = {
    livez: [ping, log, read, ...hooksThat(() => started() || performance.now() < alive)],
    healthz: [ping, log, { name: "etcd", healthy: readAndWrite() }, ...parts.pluginChecks, ...hooks],
    readyz: [
      ping,
      log,
      { name: "etcd", healthy: readAndWrite() },
      { name: "etcd-readiness", healthy: readAndWrite(readinessTimeout) },
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

/** @throws ApiError 405 for all methods but GET */
function journalRoute(past: Past, method: string) {
  if (method !== "GET") throw methodNotAllowed({ group: "", resource: "journal" }, method);
  return journalStatus(past);
}

/** A route with the text of a registry. */
const metricsPage = (path: string, registry: MetricRegistry) =>
  exactly(path, async () => ({
    status: 200,
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    body: await registry.text(),
  }));

/** Routes that show the present state of priority and fairness. */
function flowRoutes(flows: FlowController, now: () => number): (readonly [string, PathHandler])[] {
  const dump = (name: string, write: () => string) =>
    exactly(`/debug/api_priority_and_fairness/${name}`, async () => plainText(write()));
  return [
    dump("dump_priority_levels", () => dumpPriorityLevels(flows)),
    dump("dump_queues", () => dumpQueues(flows)),
    dump("dump_requests", () => dumpRequests(flows, now())),
  ];
}
