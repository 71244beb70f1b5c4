import { join } from "node:path";
import { createVocabulary, type Vocabulary } from "../shared/vocabulary.ts";
import { setUpActions } from "./actions.ts";
import { loadAdmissionConfiguration } from "./admission/configuration/admissionConfiguration.ts";
import { followUsage } from "./admission/quota/usageIndex.ts";
import { setUpAdmission } from "./admission/setup.ts";
import {
  authenticationConfigData,
  authenticationConfigMap,
  updateAuthenticationConfig,
} from "./authentication/authenticationConfig.ts";
import { GROUP_MASTERS, type Identity } from "./authentication/identity.ts";
import { kubeconfigText, writeKubeconfig } from "./authentication/kubeconfig.ts";
import { legacyUseRecorder } from "./authentication/legacyTokenUse.ts";
import { ensurePki } from "./authentication/pki.ts";
import { setUpAuthentication } from "./authentication/setup.ts";
import { planAuthorization } from "./authorization/config/plan.ts";
import { reconcileDefaults } from "./authorization/reconcile.ts";
import { setUpAuthorization } from "./authorization/setup.ts";
import { CacheHub } from "./cache/cacheHub.ts";
import type { ApiClient } from "./client/apiClient.ts";
import { inProcessClient } from "./client/inProcessClient.ts";
import { cacheFeed } from "./client/objectFeed.ts";
import { checkControllerNames, selectsController, startControllers } from "./controllers/manager.ts";
import { servesCbor } from "./encoding/cbor/cborGate.ts";
import { setUpEncryption } from "./encryption.ts";
import { dispatchResource } from "./endpoints/dispatch.ts";
import { dispatchNonResource } from "./endpoints/nonResource.ts";
import type { Services } from "./endpoints/services.ts";
import { Extensions } from "./extensions/extensions.ts";
import { settleExtensions } from "./extensions/settleExtensions.ts";
import { compose } from "./http/app.ts";
import type { Handler } from "./http/context.ts";
import { authenticate } from "./http/filters/authenticate.ts";
import { authorize } from "./http/filters/authorize.ts";
import { deadline } from "./http/filters/deadline.ts";
import { impersonate } from "./http/filters/impersonate.ts";
import { measure } from "./http/filters/measure.ts";
import { recover } from "./http/filters/recover.ts";
import { Listener } from "./http/listener.ts";
import { Lifetime } from "./lifetime.ts";
import { createLog, type Log } from "./observability/log.ts";
import { Metrics } from "./observability/metrics.ts";
import { createFeatureGates } from "./options/featureGates.ts";
import { orOptionError } from "./options/optionError.ts";
import type { ServerOptions } from "./options/options.ts";
import { readOptionFile } from "./options/readOptionFile.ts";
import { podActions } from "./podActions.ts";
import { createAllocators, firstAddress } from "./registry/allocators.ts";
import { createApiEnablement } from "./registry/apiEnablement.ts";
import { createMissing, removeStaleApiServices } from "./registry/bootstrap.ts";
import { buildCatalog } from "./registry/buildCatalog.ts";
import { clusterInfoObjects, legacyTokenTracking } from "./resources/bootstrap/identityObjects.ts";
import { bootstrapObjects } from "./resources/bootstrapObjects.ts";
import { setUpRoutes } from "./routes.ts";
import { loadSchema } from "./schema/schema.ts";
import { Compaction } from "./storage/compaction.ts";
import { openSqliteStorage } from "./storage/sqlite/sqliteStorage.ts";

/** A server that listens. */
export interface RunningServer {
  /** `https://127.0.0.1:6443`. */
  readonly url: string;
  readonly vocabulary: Vocabulary;
  readonly kubeconfigPath: string;
  /** Text of the administrator's client configuration: a secret. */
  readonly kubeconfig: string;
  /** PEM of the authority that signed the serving certificate, and the administrator's credentials. */
  readonly admin: { readonly ca: string; readonly cert: string; readonly key: string };
  /** The API in process, as a member of `system:masters`. */
  readonly client: ApiClient;
  /** Writes a consistent copy of the store to a file, while everything goes on. */
  snapshot(file: string): Promise<void>;
  /** Ends streams, finishes what is under way, closes the store. */
  stop(): Promise<void>;
}

/** How long a read waits for a resourceVersion that is not reached yet, in milliseconds. */
const FRESHNESS_PATIENCE = 3000;
/** Time between two bookmarks of a watch, in milliseconds. */
const BOOKMARK_INTERVAL = 60_000;

/**
 * Starts a whole server: store, caches, access, admission, listener, default objects, controllers.
 * @param now milliseconds since the epoch
 * @param log by default one to standard error, as talkative as the options say
 * @throws OptionError, or an operating system's error, before anything listens
 */
export async function startServer(
  options: ServerOptions,
  now: () => number = Date.now,
  log: Log = createLog(options.verbosity),
): Promise<RunningServer> {
  const lifetime = new Lifetime();
  try {
    return await startParts(options, { now, log }, lifetime);
  } catch (error) {
    await lifetime.end();
    throw error;
  }
}

async function startParts(
  options: ServerOptions,
  { now, log }: { readonly now: () => number; readonly log: Log },
  lifetime: Lifetime,
): Promise<RunningServer> {
  orOptionError(() => checkControllerNames(options.controllers), "--controllers");
  const vocabulary = orOptionError(() => createVocabulary(options.vocabulary), "--vocabulary");
  const features = createFeatureGates(options.featureGates);
  const enablement = createApiEnablement(options.runtimeConfig, vocabulary);
  const metrics = new Metrics();
  const schema = loadSchema(vocabulary);
  const encryption = await setUpEncryption(options, schema);
  const authorizationPlan = await planAuthorization(options, schema, features);

  const opening = openSqliteStorage({ file: join(options.dataDir, "store.db"), now }).then((opened) => {
    lifetime.add(() => opened.close());
    return opened;
  });
  // Both are awaited before either failure is told: what was opened must be there to be closed.
  const [keys, store] = await Promise.allSettled([
    ensurePki(join(options.dataDir, "pki"), { vocabulary, now }),
    opening,
  ]);
  if (keys.status === "rejected") throw keys.reason;
  if (store.status === "rejected") throw store.reason;
  const pki = keys.value;
  const storage = encryption.wrap(store.value);
  const hub = new CacheHub(storage, { now, retention: options.historyRetention });
  await hub.start();
  lifetime.add(() => hub.stop());
  lifetime.add(
    encryption.follow(storage, {
      hub,
      registry: metrics.registry,
      now,
      onError: (error) => log.error({ err: error }, "encryption configuration kept as it was"),
    }),
  );

  const authentication = await setUpAuthentication(options, {
    pki,
    vocabulary,
    schema,
    reader: hub,
    now,
    features,
    registry: metrics.registry,
    warn: (text) => log.warn(text),
    onLegacyUse: legacyUseRecorder({
      client: () => client,
      vocabulary,
      now,
      onError: (error) => log.warn({ err: error }, "the use of a token in a secret could not be noted"),
    }),
    onStop: (end) => lifetime.add(end),
  });
  const authorization = await setUpAuthorization(authorizationPlan, {
    reader: hub,
    schema,
    features,
    registry: metrics.registry,
    now,
    onError: (error, what) => log.error({ err: error }, what),
  });
  lifetime.add(() => authorization.stop());
  for (const warning of authorizationPlan.warnings) log.warn(warning);
  const { authorizer } = authorization;
  const catalog = buildCatalog({ vocabulary, schema, hub, features, enablement });
  const quotaUsage = followUsage(hub, vocabulary, now);
  const admission = setUpAdmission(
    {
      reader: hub,
      vocabulary,
      authorizer,
      features,
      client: () => client,
      quotaUsage,
      configurations: await loadAdmissionConfiguration(options.admissionControlConfigFile, schema),
      now,
      catalog,
      schema,
      registry: metrics.registry,
      onStop: (end) => lifetime.add(end),
    },
    { enabled: options.enableAdmissionPlugins, disabled: options.disableAdmissionPlugins },
  );
  const services: Services = {
    vocabulary,
    schema,
    storage,
    hub,
    authorizer,
    now,
    catalog,
    admission,
    allocators: createAllocators(options, hub),
    features,
    actions: new Map([...setUpActions(authentication), ...podActions({ storage, admission, catalog, vocabulary })]),
    freshnessPatience: FRESHNESS_PATIENCE,
    bookmarkInterval: BOOKMARK_INTERVAL,
  };

  const isServed = (group: string, version: string): boolean => catalog.hasGroupVersion(group, version);
  // Definitions that nobody can write declare nothing.
  const extensions = isServed(vocabulary.render("apiextensions.{domain}"), "v1")
    ? new Extensions({ services, onError: (error) => log.error({ err: error }, "custom resource definitions") })
    : undefined;
  lifetime.add(() => extensions?.stop());
  await extensions?.start();
  const state = { ready: false };
  const discovery = { keySetUrl: options.serviceAccountJwksUri, serverUrl: () => url };
  const routes = setUpRoutes({ services, serviceAccounts: authentication.serviceAccounts, discovery, metrics, state });
  const dispatch: Handler = async (context) => {
    if (!context.info.isResourceRequest) return dispatchNonResource(services, routes, context);
    const answer = await dispatchResource(services, context);
    return extensions === undefined ? answer : settleExtensions(extensions, context, answer);
  };
  const logError = (error: unknown, requestId: string): void => log.error({ err: error, requestId }, "request failed");
  const behindAuthentication = [
    authorize(authorizer, { selectors: features.enabled("AuthorizeWithSelectors"), metrics }),
  ];
  const handler = compose(
    [
      recover({ vocabulary, schema, logError, cbor: servesCbor(features) }),
      measure(metrics),
      deadline,
      authenticate(authentication.authenticator, metrics, authentication.isCredential),
      impersonate(authorizer, vocabulary),
      ...behindAuthentication,
    ],
    dispatch,
  );
  const inProcess = compose(
    [recover({ vocabulary, schema, logError, cbor: servesCbor(features) }), ...behindAuthentication],
    dispatch,
  );
  const clientFor = (identity: Identity, userAgent: string): ApiClient =>
    inProcessClient({ handler: inProcess, identity, userAgent, now, served: () => services.catalog.served() });
  const client = clientFor(
    { username: "system:apiserver", groups: [GROUP_MASTERS], extra: {} },
    vocabulary.render("{prefix}-apiserver"),
  );

  const serving =
    options.tlsCertFile === undefined || options.tlsPrivateKeyFile === undefined
      ? pki.serving
      : {
          certificate: await readOptionFile("--tls-cert-file", options.tlsCertFile),
          key: await readOptionFile("--tls-private-key-file", options.tlsPrivateKeyFile),
        };
  const listener = new Listener({
    host: options.bindAddress,
    port: options.securePort,
    tls: {
      cert: serving.certificate,
      key: serving.key,
      clientCa: `${authentication.clientCa}\n${authentication.requestHeaderCa}`,
    },
    vocabulary,
    schema,
    now,
    compress: features.enabled("APIResponseCompression"),
    handler,
  });
  const address = await listener.start();
  lifetime.add(() => listener.stop());
  const url = `https://${address.host.includes(":") ? `[${address.host}]` : address.host}:${address.port}`;

  const loopback = /^(127\.|::1$|localhost$)/.test(address.host);
  const facts = {
    serviceIP: firstAddress(options.serviceClusterIpRange),
    endpointAddresses: loopback ? [] : [address.host],
  };
  // A serving certificate of somebody else's authority is trusted by itself.
  const authority =
    serving === pki.serving ? pki.authority.certificate : `${pki.authority.certificate}${serving.certificate}`;
  const authenticationConfig = authenticationConfigData({
    ...authentication,
    requestHeaderNames: options.requestheaderAllowedNames,
  });
  const wanted = [
    authenticationConfigMap(vocabulary, authenticationConfig),
    ...bootstrapObjects(vocabulary, address.port, facts, isServed),
    legacyTokenTracking(vocabulary, now()),
    ...(selectsController(options.controllers, "bootstrap-signer-controller")
      ? clusterInfoObjects(vocabulary, { server: url, authority })
      : []),
  ];
  await createMissing(client, hub, wanted);
  if (isServed("", "v1")) await updateAuthenticationConfig(client, hub, vocabulary, authenticationConfig);
  await removeStaleApiServices(client, hub, vocabulary, wanted);
  if (isServed(vocabulary.rbacGroup, "v1")) {
    await reconcileDefaults(client, vocabulary, (error) => log.error({ err: error }, "default roles left as they are"));
  }
  const controllers = startControllers({
    spec: options.controllers,
    vocabulary,
    clientFor,
    now,
    log,
    rootCa: pki.authority.certificate,
    abilities: {
      signing: { authority: pki.authority, duration: options.clusterSigningDuration },
      signToken: authentication.serviceAccounts.issueLegacy,
      legacyTokenPeriod: options.legacyServiceAccountTokenCleanUpPeriod,
    },
    feed: cacheFeed(hub),
    quotaUsage,
  });
  lifetime.add(() => controllers.stop());
  const compaction = new Compaction(storage, {
    retention: options.historyRetention,
    now,
    onCompacted: (revision) => hub.compact(revision),
    onError: (error) => log.error({ err: error }, "compaction failed"),
  });
  compaction.start();
  lifetime.add(() => compaction.stop());
  const access = { server: url, authority, client: pki.admin };
  const kubeconfigPath = await writeKubeconfig(options.dataDir, access);
  state.ready = true;
  log.info({ url }, "serving");

  return {
    url,
    vocabulary,
    kubeconfigPath,
    kubeconfig: kubeconfigText(access),
    admin: { ca: authority, cert: pki.admin.certificate, key: pki.admin.key },
    client,
    snapshot: (file) => storage.snapshot(file),
    async stop() {
      state.ready = false;
      await lifetime.end();
    },
  };
}
