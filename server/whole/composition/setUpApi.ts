import type { Audit } from "../../access/audit/setUpAudit.ts";
import { type FlowControl, setUpFlowControl } from "../../access/flowControl/setup.ts";
import { conversionClient } from "../../access/webhook/conversionClient.ts";
import { explainCauses, traceWrites } from "../../acting/causes/explainWrites.ts";
import type { AggregatedServers } from "../../acting/client/aggregatedServers.ts";
import { inProcessClient } from "../../acting/client/inProcessClient.ts";
import { type PathReader, pathReader } from "../../acting/client/pathReader.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { awaitEstablished } from "../../api/extensions/awaitEstablished.ts";
import { Extensions } from "../../api/extensions/extensions.ts";
import { ruleMetrics } from "../../api/extensions/rules/ruleMetrics.ts";
import type { Services } from "../../api/registry/services.ts";
import { sourceLog } from "../../ground/observability/log/logSources.ts";
import { compose, type Filter, type Handler } from "../../ground/request/context.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { flagTexts } from "../../ground/settings/flagGroup.ts";
import { servesCbor } from "../../model/encoding/cbor/cborGate.ts";
import type { Aggregation } from "../../serving/aggregation/aggregation.ts";
import { remoteResources } from "../../serving/aggregation/remoteResources.ts";
import { dispatchResource } from "../../serving/endpoints/dispatch.ts";
import { JOURNAL } from "../../serving/endpoints/journal/journalInfo.ts";
import { type Past, readPast } from "../../serving/endpoints/journal/readPast.ts";
import { measuredTargets } from "../../serving/endpoints/measuredTarget.ts";
import { dispatchNonResource, type PathHandler } from "../../serving/endpoints/nonResource/nonResource.ts";
import { authenticate } from "../../serving/http/filters/authenticate.ts";
import { authorize } from "../../serving/http/filters/authorize.ts";
import { cors } from "../../serving/http/filters/cors.ts";
import { deadline } from "../../serving/http/filters/deadline.ts";
import { impersonate } from "../../serving/http/filters/impersonate.ts";
import { largeBodies } from "../../serving/http/filters/largeBodies.ts";
import { logRequests } from "../../serving/http/filters/logRequests.ts";
import { measure } from "../../serving/http/filters/measure.ts";
import { recover } from "../../serving/http/filters/recover.ts";
import { retryAfter } from "../../serving/http/filters/retryAfter.ts";
import { slowDown } from "../../serving/http/filters/slowDown.ts";
import { strictTransport } from "../../serving/http/filters/strictTransport.ts";
import { SERVER_FLAGS } from "../options/options.ts";
import { keepSandboxClock } from "./acting/sandboxTime.ts";
import { simulationRoutes } from "./acting/simulationRoutes.ts";
import { apiServicesRegistered } from "./apiServicesRegistered.ts";
import type { Foundation } from "./foundation.ts";
import { OWN_IDENTITY } from "./ownEntrance.ts";
import { type RouteParts, setUpRoutes } from "./routes.ts";
import type { Access } from "./setUpAccess.ts";

/** The API, for clients on the network and in this process. */
export interface Api {
  /** Answers requests from the network. */
  readonly handler: Handler;
  /** Creates a client for the API in this process, with a given identity. */
  clientFor(identity: Identity, userAgent: string): ApiClient;
  /** Creates a reader of paths in this process, including those of extension servers. */
  readerFor(identity: Identity, userAgent: string): PathReader;
  /** Creates access to the resources of extension servers, in this process. */
  behindFor(identity: Identity, userAgent: string): AggregatedServers;
  /** The API in this process, as a member of `system:masters`. */
  readonly client: ApiClient;
}

/** The parts, in addition to the foundation, from which the API is created. */
export interface ApiParts extends Pick<RouteParts, "services" | "state" | "pluginChecks"> {
  readonly access: Access;
  readonly audit: Audit;
  readonly aggregation: Aggregation;
  readonly past: Past;
  /** For example `https://127.0.0.1:6443`, once the server listens. */
  serverUrl(): string;
}

/** Puts the filters around the endpoints, and serves the stored custom resource definitions. */
export async function setUpApi(foundation: Foundation, parts: ApiParts): Promise<Api> {
  const { now, log, vocabulary, features, metrics, schema } = foundation;
  const { authentication, authorizer } = parts.access;
  const { filters } = parts.audit;
  const { services } = parts;
  const flowControl = setUpFlowControl({
    options: foundation.options,
    reader: services.hub,
    vocabulary,
    catalog: services.catalog,
    metrics,
    onStop: (end) => foundation.lifetime.add(end),
  });
  const routes = routesOf(foundation, parts, flowControl);
  const dispatch = await dispatcher(foundation, parts, routes);
  const { apiServices } = parts.aggregation;
  const targetOf = measuredTargets({ catalog: services.catalog, apiServices, paths: routes.keys() });
  const recovering = recover({
    vocabulary,
    schema,
    logError: (error, requestId) => log.error({ err: error, requestId }, "request failed"),
    cbor: servesCbor(features),
  });
  const { causes } = foundation.simulation;
  const traced: readonly Filter[] = causes === undefined ? [] : [traceWrites];
  const recorded = filters === undefined ? [] : [filters.inner, ...traced];
  const authorizing = authorize(authorizer, { selectors: features.enabled("AuthorizeWithSelectors"), metrics });
  const requestLog = sourceLog(log, "httplog", foundation.options.vmodule);
  const { corsOrigins, strictTransportDirectives: directives } = foundation.options;
  const handler = compose(
    [
      ...(directives.length === 0 ? [] : [strictTransport(directives)]),
      ...(corsOrigins.length === 0 ? [] : [cors(corsOrigins)]),
      ...(foundation.options.shutdownSendRetryAfter ? [retryAfter(() => parts.state.closing)] : []),
      ...(requestLog.isLevelEnabled("debug") ? [logRequests(requestLog)] : []),
      recovering,
      measure(metrics, targetOf),
      ...(filters === undefined ? [] : [filters.outer]),
      deadline(foundation.options.requestTimeout),
      authenticate(authentication.authenticator, metrics, authentication.isCredential),
      ...recorded,
      impersonate(authorizer, vocabulary),
      flowControl.filter,
      slowDown(foundation.simulation.delay),
      authorizing,
      largeBodies({ metrics }),
    ],
    passingOn(parts.aggregation, dispatch),
  );
  const explained: readonly Filter[] = causes === undefined ? [] : [explainCauses(causes)];
  const inProcess = compose([recovering, ...recorded, ...explained, authorizing], dispatch);
  const reaching = compose(
    [recovering, ...recorded, ...explained, authorizing],
    passingOn(parts.aggregation, dispatch),
  );
  const readerFor = (identity: Identity, userAgent: string): PathReader =>
    pathReader(reaching, { identity, userAgent, now });
  const { groups, discovery } = parts.aggregation;
  const remote = () => remoteResources(groups, discovery);
  const behindFor = (identity: Identity, userAgent: string): AggregatedServers => ({
    client: inProcessClient({ handler: reaching, identity, userAgent, now, served: () => remote().resources }),
    unknown: () => remote().unknown,
  });
  const served = () => parts.services.catalog.served();
  const clientFor = (identity: Identity, userAgent: string): ApiClient =>
    inProcessClient({ handler: inProcess, identity, userAgent, now, served });
  const client = clientFor(OWN_IDENTITY, vocabulary.render("{prefix}-apiserver"));
  return { handler, clientFor, readerFor, behindFor, client };
}

/**
 * Passes requests from the network on to the extension server of their group version. Internal components only see what
 * is stored here, unless they ask for resources of extension servers.
 */
const passingOn =
  ({ apiServices, passOn }: Aggregation, dispatch: Handler): Handler =>
  (context) => {
    const remote = apiServices.remoteAt(context.path);
    return remote === undefined ? dispatch(context) : passOn(remote, context);
  };

async function dispatcher(
  foundation: Foundation,
  { services, aggregation, past }: ApiParts,
  routes: ReadonlyMap<string, PathHandler>,
): Promise<Handler> {
  const extensions = await startExtensions(foundation, services);
  return async (context) => {
    if (context.info.isResourceRequest && context.path.startsWith(`${JOURNAL}/`)) {
      return readPast(services, past, context);
    }
    if (!context.info.isResourceRequest) return dispatchNonResource(services, aggregation, routes, context);
    const answer = await dispatchResource(services, context);
    return extensions === undefined ? answer : awaitEstablished(extensions, context, answer);
  };
}

/** The routes outside of the resources. */
function routesOf(
  foundation: Foundation,
  { services, access, aggregation, state, serverUrl, past, pluginChecks }: ApiParts,
  { flows }: FlowControl,
): Map<string, PathHandler> {
  const { options, vocabulary, metrics, now, simulation, lifetime } = foundation;
  const registered = apiServicesRegistered(foundation, services);
  const keepTime = (): Promise<void> => keepSandboxClock(options.dataDir, simulation.clock);
  lifetime.add(keepTime);
  return setUpRoutes({
    services,
    steering: (options.simulatedNodes ?? 0) > 0 ? simulationRoutes(simulation, keepTime) : [],
    past,
    aggregation,
    serviceAccounts: access.authentication.serviceAccounts,
    discovery: { keySetUrl: options.serviceAccountJwksUri, serverUrl },
    metrics,
    state,
    ...(registered === undefined ? {} : { registered }),
    profiling: options.profiling,
    pluginChecks,
    followsEncryption: options.encryptionProviderConfigAutomaticReload,
    readinessTimeout: options.etcdReadycheckTimeout,
    livezGracePeriod: options.livezGracePeriod,
    pages: {
      component: vocabulary.render("{prefix}-apiserver"),
      now,
      startedAt: now(),
      flags: options.flagTexts ?? flagTexts(SERVER_FLAGS),
    },
    ...(flows === undefined ? {} : { flows }),
  });
}

/**
 * Undefined if custom resource definitions are not served: then no client can write any, and stored ones are ignored.
 */
async function startExtensions(foundation: Foundation, services: Services): Promise<Extensions | undefined> {
  const { log, lifetime, vocabulary, metrics } = foundation;
  if (!services.catalog.hasGroupVersion(vocabulary.render("apiextensions.{domain}"), "v1")) return undefined;
  const onError = (error: unknown): void => log.error({ err: error }, "custom resource definitions");
  const onStop = (end: () => void): void => lifetime.add(end);
  const conversions = conversionClient(services.hub, vocabulary, onStop, services.podAccess, foundation.own.service);
  const extensions = new Extensions({ services, onError, conversions, ruleTimes: ruleMetrics(metrics.registry) });
  lifetime.add(() => extensions.stop());
  await extensions.start();
  return extensions;
}
