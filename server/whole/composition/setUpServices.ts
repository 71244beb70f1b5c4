import { loadAdmissionConfiguration } from "../../access/admission/configuration/admissionConfiguration.ts";
import { pluginChoice } from "../../access/admission/pluginChoice.ts";
import { followUsage, type UsageIndex } from "../../access/admission/quota/usageIndex.ts";
import { setUpConfigured } from "../../access/admission/setUpConfigured.ts";
import { setUpAdmission } from "../../access/admission/setup.ts";
import { Informers } from "../../acting/informers/informers.ts";
import { WorkLedger } from "../../acting/nodes/load/requestedWork.ts";
import { metricSources } from "../../acting/nodes/metrics/metricSources.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { DelegatingPodAccess } from "../../api/registry/podAccess.ts";
import { RemainingCounts } from "../../api/registry/remainingCounts.ts";
import type { Services } from "../../api/registry/services.ts";
import { WriteQueues } from "../../api/registry/write/writeQueues.ts";
import { buildCatalog } from "../../api/resources/buildCatalog.ts";
import { storageMetrics } from "../../ground/observability/metrics/storageMetrics.ts";
import { refusedCommit } from "../../serving/endpoints/refuseWrites.ts";
import { refusedCommits, seenCommits } from "../../store/cache/seenCommits.ts";
import { setUpActions } from "./acting/actions.ts";
import { podActions } from "./acting/podActions.ts";
import { componentHealth } from "./componentHealth.ts";
import type { Foundation } from "./foundation.ts";
import { selfMetrics } from "./metrics/selfMetrics.ts";
import type { Access } from "./setUpAccess.ts";
import { type Allocation, setUpAllocation } from "./setUpAllocation.ts";
import type { Store } from "./storage/openStore.ts";
import { storedAmounts } from "./storage/storedAmounts.ts";

/** Milliseconds that a read waits for a resourceVersion that is not reached yet. */
const FRESHNESS_TIMEOUT = 3000;
/** Milliseconds between two bookmarks of a watch. */
const BOOKMARK_INTERVAL = 60_000;

/** The services of the endpoints, and the objects that they share with other parts. */
export interface SetUpServices {
  readonly services: Services;
  readonly podAccess: DelegatingPodAccess;
  /** Records what containers of simulated nodes do for others. */
  readonly work: WorkLedger;
  readonly quotaUsage: UsageIndex;
  readonly allocation: Allocation;
}

/**
 * Sets up what the endpoints use: the catalogue of resources, admission, the store.
 * @param client returns the API, which is created after its services
 * @throws OptionError for an invalid selection of admission plugins
 */
export async function setUpServices(
  foundation: Foundation,
  store: Store,
  { authentication, authorizer }: Access,
  client: () => ApiClient,
): Promise<SetUpServices> {
  const { storage, hub, codec, isShared } = store;
  const { options, now, lifetime, vocabulary, features, enablement, metrics, quirks, schema } = foundation;
  const catalog = buildCatalog({
    vocabulary,
    schema,
    hub,
    features,
    enablement,
    emulated: options.emulatedVersion,
    metrics: !options.readOnly && (options.simulatedNodes ?? 0) > 0,
  });
  storageMetrics(metrics.registry, storedAmounts(catalog, storage));
  selfMetrics(metrics.registry, { vocabulary, features, release: options.emulatedVersion });
  const quotaUsage = followUsage(hub, vocabulary, now, { isShared });
  // Timestamps of objects use the sandbox's time; clients that wait for the server use real time.
  const common = { vocabulary, schema, authorizer, features, catalog, now: foundation.simulation.clock.now };
  const podAccess = new DelegatingPodAccess();
  const configurations = await loadAdmissionConfiguration(options.admissionControlConfigFile, schema);
  const onStop = (end: () => void): void => lifetime.add(end);
  const { choice, warnings } = pluginChoice(options);
  for (const warning of warnings) foundation.log.warn(warning);
  const { late, credentials } = await setUpConfigured(choice, { configurations, vocabulary, now, onStop });
  const admission = setUpAdmission(
    {
      dialer: podAccess,
      ...common,
      reader: hub,
      client,
      quotaUsage,
      tolerationSeconds: {
        notReady: options.notReadyTolerationSeconds,
        unreachable: options.unreachableTolerationSeconds,
      },
      configurations,
      credentials,
      ownService: foundation.own.service,
      registry: metrics.registry,
      onStop,
    },
    { ...choice, late },
  );
  const writeQueues = new WriteQueues();
  const { readOnly } = options;
  const allocation = await setUpAllocation(foundation, store, catalog, client);
  const commits = readOnly ? refusedCommits(codec.encode, refusedCommit) : seenCommits(storage, hub, codec.encode);
  const { eventTtl } = options;
  const writing = {
    store: commits,
    hub,
    writeQueues,
    admission,
    ...(eventTtl === 0 ? {} : { eventLife: eventTtl / 1000 }),
  };
  const work = new WorkLedger();
  const informers = new Informers(hub);
  lifetime.add(() => informers.stop());
  const { actors } = foundation.simulation;
  const computed = new Map([
    ...metricSources({ informers, vocabulary, now: common.now, work }),
    ["componentStatuses", componentHealth({ storage, actors, reader: hub, vocabulary, now })],
  ]);
  const services: Services = {
    ...common,
    ...writing,
    quirks,
    storage,
    hub,
    remaining: new RemainingCounts(),
    allocators: allocation.allocators,
    actions: new Map([...setUpActions(authentication), ...podActions({ ...writing, catalog, vocabulary })]),
    podAccess,
    computed,
    freshnessTimeout: FRESHNESS_TIMEOUT,
    bookmarkInterval: BOOKMARK_INTERVAL,
    minWatchTime: options.minRequestTimeout * 1000,
    readOnly,
  };
  return { services, podAccess, work, quotaUsage, allocation };
}
