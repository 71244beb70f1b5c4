import { join } from "node:path";
import { createVocabulary, type Vocabulary } from "../shared/vocabulary.ts";
import { setUpActions } from "./actions.ts";
import { setUpAdmission } from "./admission/setup.ts";
import { GROUP_MASTERS, type Identity } from "./authentication/identity.ts";
import { kubeconfigText, writeKubeconfig } from "./authentication/kubeconfig.ts";
import { ensurePki } from "./authentication/pki.ts";
import { readOptionFile, setUpAuthentication } from "./authentication/setup.ts";
import { reconcileDefaults } from "./authorization/reconcile.ts";
import { setUpAuthorization } from "./authorization/setup.ts";
import { CacheHub } from "./cache/cacheHub.ts";
import type { ApiClient } from "./client/apiClient.ts";
import { inProcessClient } from "./client/inProcessClient.ts";
import { checkControllerNames, startControllers } from "./controllers/manager.ts";
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
import { createLog } from "./observability/log.ts";
import { Metrics } from "./observability/metrics.ts";
import { createFeatureGates } from "./options/featureGates.ts";
import { orOptionError } from "./options/optionError.ts";
import type { ServerOptions } from "./options/options.ts";
import { podActions } from "./podActions.ts";
import { createAllocators, firstAddress } from "./registry/allocators.ts";
import { createMissing } from "./registry/bootstrap.ts";
import { buildCatalog } from "./registry/buildCatalog.ts";
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
  /** Ends streams, finishes what is under way, closes the store. */
  stop(): Promise<void>;
}

/** How long a read waits for a resourceVersion that is not reached yet, in milliseconds. */
const FRESHNESS_PATIENCE = 3000;
/** Time between two bookmarks of a watch, in milliseconds. */
const BOOKMARK_INTERVAL = 60_000;

/**
 * Starts a whole server: store, caches, access, admission, listener, default objects, controllers.
 * @throws OptionError, or an operating system's error, before anything listens
 */
export async function startServer(options: ServerOptions, now: () => number = Date.now): Promise<RunningServer> {
  const lifetime = new Lifetime();
  try {
    return await startParts(options, now, lifetime);
  } catch (error) {
    await lifetime.end();
    throw error;
  }
}

async function startParts(options: ServerOptions, now: () => number, lifetime: Lifetime): Promise<RunningServer> {
  orOptionError(() => checkControllerNames(options.controllers), "--controllers");
  const vocabulary = orOptionError(() => createVocabulary(options.vocabulary), "--vocabulary");
  const features = createFeatureGates(options.featureGates);
  const log = createLog(options.verbosity);
  const metrics = new Metrics();
  const schema = loadSchema(vocabulary);

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
  const [pki, storage] = [keys.value, store.value];
  const hub = new CacheHub(storage, { now, retention: options.historyRetention });
  await hub.start();
  lifetime.add(() => hub.stop());

  const authentication = await setUpAuthentication(options, { pki, vocabulary, reader: hub, now });
  const authorizer = setUpAuthorization(options.authorizationMode, hub, vocabulary);
  const catalog = buildCatalog({ vocabulary, schema, hub });
  const admission = setUpAdmission({ reader: hub, vocabulary, authorizer, now });
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

  const extensions = new Extensions({
    services,
    onError: (error) => log.error({ err: error }, "custom resource definitions"),
  });
  lifetime.add(() => extensions.stop());
  await extensions.start();
  const state = { ready: false };
  const routes = setUpRoutes({ services, authentication, metrics, state });
  const dispatch: Handler = async (context) =>
    context.info.isResourceRequest
      ? settleExtensions(extensions, context, await dispatchResource(services, context))
      : dispatchNonResource(services, routes, context);
  const logError = (error: unknown, requestId: string): void => log.error({ err: error, requestId }, "request failed");
  const behindAuthentication = [authorize(authorizer)];
  const handler = compose(
    [
      recover({ vocabulary, schema, logError }),
      measure(metrics),
      deadline,
      authenticate(authentication.authenticator, metrics),
      impersonate(authorizer, vocabulary),
      ...behindAuthentication,
    ],
    dispatch,
  );
  const inProcess = compose([recover({ vocabulary, schema, logError }), ...behindAuthentication], dispatch);
  const clientFor = (identity: Identity, userAgent: string): ApiClient =>
    inProcessClient({ handler: inProcess, identity, userAgent, now, served: () => services.catalog.served() });
  const client = clientFor({ username: "system:apiserver", groups: [GROUP_MASTERS], extra: {} }, "apiserver");

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
    tls: { cert: serving.certificate, key: serving.key, clientCa: authentication.clientCa },
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
    clientCA: authentication.clientCa,
    requestHeaderCA: "",
  };
  await createMissing(client, hub, bootstrapObjects(vocabulary, address.port, facts));
  await reconcileDefaults(client, vocabulary);
  const controllers = startControllers({
    spec: options.controllers,
    vocabulary,
    clientFor,
    now,
    log,
    rootCa: pki.authority.certificate,
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
  // A serving certificate of somebody else's authority is trusted by itself.
  const authority =
    serving === pki.serving ? pki.authority.certificate : `${pki.authority.certificate}${serving.certificate}`;
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
    async stop() {
      state.ready = false;
      await lifetime.end();
    },
  };
}
