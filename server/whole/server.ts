import type { Vocabulary } from "../../shared/vocabulary.ts";
import { setUpAudit } from "../access/audit/setUpAudit.ts";
import type { RecentEvents } from "../access/audit/sinks/recentEvents.ts";
import { kubeconfigText, writeKubeconfig } from "../access/authentication/kubeconfig.ts";
import { planAuthorization } from "../access/authorization/config/plan.ts";
import { recordedClients } from "../acting/causes/recordedClient.ts";
import { cacheFeed } from "../acting/client/objectFeed.ts";
import { readNodeRanges } from "../acting/controllers/nodeAddresses/nodeRanges.ts";
import { servedKinds } from "../acting/controllers/policyStatus/servedKinds.ts";
import { readNodeProfile } from "../acting/nodes/readNodeProfile.ts";
import type { ApiClient } from "../api/client/apiClient.ts";
import { clusterFamilies, nameServerAddress } from "../api/resources/core/services/clusterRanges.ts";
import { createLog, type Log } from "../ground/observability/log/log.ts";
import { sourceLog } from "../ground/observability/log/logSources.ts";
import { gateWarnings } from "../ground/settings/effectiveGates.ts";
import { systemTimers, type Timers } from "../ground/timing/timers.ts";
import type { Storage } from "../store/storage/storage.ts";
import { type ActingParts, actingComponents } from "./composition/acting/acting.ts";
import { leadActing } from "./composition/acting/leadActing.ts";
import { startOwnControllers } from "./composition/acting/ownControllers.ts";
import { planScheduling } from "./composition/acting/planScheduling.ts";
import { rememberCauses } from "./composition/acting/rememberCauses.ts";
import { startAllocation } from "./composition/acting/serviceAllocation.ts";
import { setUpAggregation } from "./composition/aggregation.ts";
import { ensureDefaultObjects, ensureDefaultRoles } from "./composition/defaultObjects.ts";
import { createFoundation, type Foundation } from "./composition/foundation.ts";
import { Lifetime } from "./composition/lifetime.ts";
import { joinMembers, startIdentityLease } from "./composition/members.ts";
import { openListener } from "./composition/openListener.ts";
import { retryInBackground } from "./composition/retryInBackground.ts";
import { setUpAccess } from "./composition/setUpAccess.ts";
import { type Api, setUpApi } from "./composition/setUpApi.ts";
import { setUpServices } from "./composition/setUpServices.ts";
import { setUpEncryption } from "./composition/storage/encryption.ts";
import { journalLimits, startJournal } from "./composition/storage/openJournal.ts";
import { openStore, startCompaction } from "./composition/storage/openStore.ts";
import type { JournalOptions } from "./options/journalFlags.ts";
import type { ServerOptions } from "./options/options.ts";

/** A running server. */
export interface RunningServer {
  /** For example `https://127.0.0.1:6443`. */
  readonly url: string;
  readonly vocabulary: Vocabulary;
  readonly kubeconfigPath: string;
  /** Text of the administrator's client configuration: a secret. */
  readonly kubeconfig: string;
  /** PEM of the authority that signed the serving certificate, and the administrator's credentials. */
  readonly admin: { readonly ca: string; readonly cert: string; readonly key: string };
  /** The API in this process, as a member of `system:masters`. */
  readonly client: ApiClient;
  /** The latest events of the audit log, if the options enable them. */
  readonly auditEvents?: RecentEvents;
  /** The file of the audit log, if there is one in the JSON format. */
  readonly auditLog?: string;
  /** Applies other limits of the journal at once; a retention of 0 deletes it. */
  configureJournal(options: JournalOptions): Promise<void>;
  /** Writes a consistent copy of the store to a file while the server runs. */
  snapshot(file: string): Promise<void>;
  /**
   * Stops the server: reports that it is not ready, continues for a while (`--shutdown-delay-duration`), ends streams,
   * finishes running requests, closes the store.
   * @param timeout milliseconds for those requests; default that of `--request-timeout`
   */
  stop(timeout?: number): Promise<void>;
}

/**
 * Starts a whole server: store, caches, access, admission, listener, default objects, controllers.
 * @param now milliseconds since the epoch
 * @param log by default a logger to standard error, with the verbosity of the options
 * @param wrapStorage wraps the server's store; used by tests
 * @param timers timers of the components that act on their own; they match `now`
 * @throws OptionError, or an operating system's error, before the server listens
 */
export async function startServer(
  options: ServerOptions,
  now: () => number = Date.now,
  log: Log = createLog(options.verbosity, undefined, options.loggingFormat),
  wrapStorage?: (storage: Storage) => Storage,
  timers: Timers = systemTimers,
): Promise<RunningServer> {
  const lifetime = new Lifetime();
  try {
    return await startParts(await createFoundation(options, { now, timers, log, lifetime, wrapStorage }));
  } catch (error) {
    await lifetime.end();
    throw error;
  }
}

/** Starts all parts. Every configuration file is read before the store is opened: an invalid file changes nothing. */
async function startParts(foundation: Foundation): Promise<RunningServer> {
  const { options, now, timers, log, lifetime, vocabulary, features, metrics, quirks, schema, simulation } = foundation;
  for (const warning of gateWarnings(options.featureGates)) log.warn(warning);
  const encryption = await setUpEncryption(options, {
    schema,
    features,
    timers,
    now,
    registry: metrics.registry,
    warn: (text) => log.warn(text),
    onStop: (end) => lifetime.add(end),
  });
  const plan = await planAuthorization(options, schema, features, quirks);
  const scheduling = await planScheduling(options, schema);
  const profile = await readNodeProfile(options.nodeProfile);
  const nodeRanges = readNodeRanges(options);
  const audit = await setUpAudit(options, { schema, registry: metrics.registry, now, log });
  lifetime.add(() => audit.close());

  // Access and services use the API that is created from them.
  let api: Api | undefined;
  const client = (): ApiClient => {
    if (api === undefined) throw new Error("the API is not set up yet");
    return api.client;
  };
  const store = await openStore(foundation, encryption);
  const access = await setUpAccess(foundation, store, plan, client);
  const { services, podAccess, work, quotaUsage, allocation } = await setUpServices(foundation, store, access, client);
  const state = { started: false, ready: false, closing: false };
  /** The URL by which others know the server. */
  let url = "";
  const aggregation = await setUpAggregation(foundation, store, services);
  api = await setUpApi(foundation, {
    services,
    access,
    audit,
    aggregation,
    state,
    pluginChecks: encryption.checks,
    past: store.past,
    serverUrl: () => url,
  });

  const { pki, storage } = store;
  const { authentication } = access;
  const membership = await joinMembers(foundation, { store, authentication, encryption });
  // Nothing is allocated before the allocations of existing services are known.
  await startAllocation(foundation, { allocation, client: api.client, hub: store.hub });
  const listening = await openListener(foundation, store, authentication, api.handler);
  url = listening.knownUrl;
  foundation.own.open(listening);
  const { catalog } = services;
  if (!options.readOnly) {
    await ensureDefaultObjects(foundation, { store, client: api.client, catalog, authentication, listening });
    // These are independent of each other: together they wait for the disk only once.
    await Promise.all([
      ensureDefaultRoles(foundation, { store, client: api.client, catalog }),
      retryInBackground(foundation, "publishing the address of the API", () =>
        membership.announce(api.client, listening.port),
      ),
      startIdentityLease(foundation, api.client, listening.port),
    ]);
  }
  const entrance = { server: listening.url, authority: listening.authority, client: pki.admin };
  // Done before the controllers start, because otherwise their first round would delay it.
  const kubeconfigPath = await writeKubeconfig(options.dataDir, entrance);

  const acting: ActingParts = {
    spec: options.controllers,
    vocabulary,
    features,
    quirks,
    client: api.client,
    clientFor: recordedClients(api.clientFor, simulation.causes),
    causes: simulation.causes,
    now: simulation.clock.now,
    realNow: now,
    timers: simulation.clock.timers,
    actors: simulation.actors,
    troubles: simulation.troubles,
    readerFor: api.readerFor,
    behindFor: api.behindFor,
    log,
    rootCa: pki.authority.certificate,
    abilities: {
      signing: { authority: pki.authority, duration: options.clusterSigningDuration },
      signToken: authentication.serviceAccounts.issueLegacy,
      legacyTokenPeriod: options.legacyServiceAccountTokenCleanUpPeriod,
    },
    reader: store.hub,
    podAccess,
    work,
    nodes: {
      count: options.simulatedNodes ?? 0,
      families: clusterFamilies(options.serviceClusterIpRange),
      nameServer: nameServerAddress(options.serviceClusterIpRange),
      profile,
    },
    apiServer: {
      addresses: () => membership.addresses(),
      port: listening.port,
      connect: (from) => listening.accept(from),
    },
    scheduling,
    simulatesBalancers: (options.simulatedNodes ?? 0) > 0,
    nodeRanges,
    feed: cacheFeed(store.hub),
    observerOf: metrics.observeQueue,
    quotaUsage,
    maxEndpointsPerSlice: options.maxEndpointsPerSlice,
    terminatedPods: options.terminatedPodGcThreshold,
    mirroringMaxEndpointsPerSubset: options.mirroringMaxEndpointsPerSubset,
    nodeLifecycle: options,
    podAutoscaling: options,
    kinds: servedKinds(catalog),
  };
  const causeMemory = await rememberCauses(foundation, store);
  leadActing(foundation, actingComponents(options, acting));
  if (!options.readOnly) {
    startOwnControllers(foundation, { ...aggregation, client: api.client, catalog, hub: store.hub });
    startJournal(store);
    startCompaction(foundation, store);
  }
  state.started = true;
  state.ready = true;
  const remarks = sourceLog(log, "server", options.vmodule);
  remarks.info({ url: listening.url }, "serving");

  return {
    url: listening.url,
    vocabulary,
    kubeconfigPath,
    kubeconfig: kubeconfigText(entrance),
    admin: { ca: listening.authority, cert: pki.admin.certificate, key: pki.admin.key },
    client: api.client,
    ...(audit.recent === undefined ? {} : { auditEvents: audit.recent }),
    ...(audit.logFile === undefined ? {} : { auditLog: audit.logFile }),
    async configureJournal(journal) {
      const limits = journalLimits(journal);
      await Promise.all([store.past.journal.configure(limits), causeMemory.configure(limits)]);
    },
    async snapshot(file) {
      if (storage.snapshots === undefined) throw new Error("this store cannot be copied into a file");
      await storage.snapshots.save(file);
    },
    async stop(timeout = options.requestTimeout) {
      state.ready = false;
      if (options.shutdownDelay > 0) {
        remarks.info({ delay: options.shutdownDelay }, "stopping: serving goes on for a while");
        await new Promise((resolve) => setTimeout(resolve, options.shutdownDelay));
      }
      state.closing = true;
      await listening.close({
        timeout,
        stillListens: options.shutdownSendRetryAfter,
        spread: options.shutdownWatchGracePeriod,
      });
      await lifetime.end();
    },
  };
}
