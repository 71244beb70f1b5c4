import type { Audit } from "../../access/audit/setUpAudit.ts";
import { type FlowControl, setUpFlowControl } from "../../access/flowControl/setup.ts";
import { conversionClient } from "../../access/webhook/conversionClient.ts";
import { inProcessClient } from "../../acting/client/inProcessClient.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { Extensions } from "../../api/extensions/extensions.ts";
import { settleExtensions } from "../../api/extensions/settleExtensions.ts";
import type { Services } from "../../api/registry/services.ts";
import { compose, type Handler } from "../../ground/request/context.ts";
import { GROUP_MASTERS, type Identity } from "../../ground/rights/identity.ts";
import { flagTexts } from "../../ground/settings/flagGroup.ts";
import { servesCbor } from "../../model/encoding/cbor/cborGate.ts";
import type { Aggregation } from "../../serving/aggregation/aggregation.ts";
import { dispatchResource } from "../../serving/endpoints/dispatch.ts";
import { dispatchNonResource } from "../../serving/endpoints/nonResource/nonResource.ts";
import { authenticate } from "../../serving/http/filters/authenticate.ts";
import { authorize } from "../../serving/http/filters/authorize.ts";
import { cors } from "../../serving/http/filters/cors.ts";
import { deadline } from "../../serving/http/filters/deadline.ts";
import { impersonate } from "../../serving/http/filters/impersonate.ts";
import { measure } from "../../serving/http/filters/measure.ts";
import { recover } from "../../serving/http/filters/recover.ts";
import { retryAfter } from "../../serving/http/filters/retryAfter.ts";
import { strictTransport } from "../../serving/http/filters/strictTransport.ts";
import { SERVER_FLAGS } from "../options/options.ts";
import type { Foundation } from "./foundation.ts";
import { type RouteParts, setUpRoutes } from "./routes.ts";
import type { Access } from "./setUpAccess.ts";

/** The API, for those outside and for those inside. */
export interface Api {
  /** Answers requests from the network. */
  readonly handler: Handler;
  /** The API in process, under an identity of one's own. */
  clientFor(identity: Identity, userAgent: string): ApiClient;
  /** The API in process, as a member of `system:masters`. */
  readonly client: ApiClient;
}

/** What else the API is made from. */
export interface ApiParts extends Pick<RouteParts, "services" | "state"> {
  readonly access: Access;
  readonly audit: Audit;
  readonly aggregation: Aggregation;
  /** `https://127.0.0.1:6443`, once the server listens. */
  serverUrl(): string;
}

/** Puts the filters around the endpoints, and makes the custom resources that are stored act. */
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
  const dispatch = await dispatcher(foundation, parts, flowControl);
  const recovering = recover({
    vocabulary,
    schema,
    logError: (error, requestId) => log.error({ err: error, requestId }, "request failed"),
    cbor: servesCbor(features),
  });
  const recorded = filters === undefined ? [] : [filters.inner];
  const authorizing = authorize(authorizer, { selectors: features.enabled("AuthorizeWithSelectors"), metrics });
  const { corsOrigins, strictTransportDirectives: directives } = foundation.options;
  const handler = compose(
    [
      ...(directives.length === 0 ? [] : [strictTransport(directives)]),
      ...(corsOrigins.length === 0 ? [] : [cors(corsOrigins)]),
      ...(foundation.options.shutdownSendRetryAfter ? [retryAfter(() => parts.state.closing)] : []),
      recovering,
      measure(metrics),
      ...(filters === undefined ? [] : [filters.outer]),
      deadline(foundation.options.requestTimeout),
      authenticate(authentication.authenticator, metrics, authentication.isCredential),
      ...recorded,
      impersonate(authorizer, vocabulary),
      flowControl.filter,
      authorizing,
    ],
    passingOn(parts.aggregation, dispatch),
  );
  const inProcess = compose([recovering, ...recorded, authorizing], dispatch);
  const served = () => parts.services.catalog.served();
  const clientFor = (identity: Identity, userAgent: string): ApiClient =>
    inProcessClient({ handler: inProcess, identity, userAgent, now, served });
  const server = { username: "system:apiserver", groups: [GROUP_MASTERS], extra: {} };
  return { handler, clientFor, client: clientFor(server, vocabulary.render("{prefix}-apiserver")) };
}

/** Requests from the network go to who serves their group version. What acts inside works with what is stored here. */
const passingOn =
  ({ apiServices, passOn }: Aggregation, dispatch: Handler): Handler =>
  (context) => {
    const remote = apiServices.remoteAt(context.path);
    return remote === undefined ? dispatch(context) : passOn(remote, context);
  };

async function dispatcher(
  foundation: Foundation,
  { services, access, aggregation, state, serverUrl }: ApiParts,
  { flows }: FlowControl,
): Promise<Handler> {
  const discovery = { keySetUrl: foundation.options.serviceAccountJwksUri, serverUrl };
  const { serviceAccounts } = access.authentication;
  const routes = setUpRoutes({
    services,
    aggregation,
    serviceAccounts,
    discovery,
    metrics: foundation.metrics,
    state,
    readinessPatience: foundation.options.etcdReadycheckTimeout,
    livezGracePeriod: foundation.options.livezGracePeriod,
    pages: {
      component: foundation.vocabulary.render("{prefix}-apiserver"),
      now: foundation.now,
      startedAt: foundation.now(),
      flags: foundation.options.flagTexts ?? flagTexts(SERVER_FLAGS),
    },
    ...(flows === undefined ? {} : { flows }),
  });
  const extensions = await startExtensions(foundation, services);
  return async (context) => {
    if (!context.info.isResourceRequest) return dispatchNonResource(services, aggregation, routes, context);
    const answer = await dispatchResource(services, context);
    return extensions === undefined ? answer : settleExtensions(extensions, context, answer);
  };
}

/** Undefined where definitions are not served: those that nobody can write declare nothing. */
async function startExtensions(foundation: Foundation, services: Services): Promise<Extensions | undefined> {
  const { log, lifetime, vocabulary } = foundation;
  if (!services.catalog.hasGroupVersion(vocabulary.render("apiextensions.{domain}"), "v1")) return undefined;
  const onError = (error: unknown): void => log.error({ err: error }, "custom resource definitions");
  const conversions = conversionClient(services.hub, vocabulary, (end) => lifetime.add(end));
  const extensions = new Extensions({ services, onError, conversions });
  lifetime.add(() => extensions.stop());
  await extensions.start();
  return extensions;
}
