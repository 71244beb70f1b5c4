import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import { addWarning } from "../../ground/request/warnings.ts";
import type { Authorizer } from "../../ground/rights/authorizer.ts";
import type { FeatureGates } from "../../ground/settings/featureGates.ts";
import type { Quirks } from "../../ground/settings/quirks.ts";
import type { Schema } from "../../model/schema/schema.ts";
import type { CacheHub } from "../../store/cache/cacheHub.ts";
import type { Storage } from "../../store/storage/storage.ts";
import type { Action } from "./action.ts";
import type { Allocators } from "./allocation/allocator.ts";
import type { Catalog } from "./catalog.ts";
import type { ComputedSources } from "./computed.ts";
import type { PodAccess } from "./podAccess.ts";
import type { RemainingCounts } from "./remainingCounts.ts";
import type { WriteContext } from "./strategy.ts";
import type { StoreDependencies } from "./write/write.ts";
import { writeTime } from "./write/writeTime.ts";

/** The parts of the server that endpoints use. Built once in `server.ts`. */
export interface Services extends StoreDependencies {
  /** The store, for reading old revisions and internal objects. Objects of the API are written through the registry. */
  readonly storage: Storage;
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly catalog: Catalog;
  readonly hub: CacheHub;
  readonly authorizer: Authorizer;
  readonly allocators: Allocators;
  readonly features: FeatureGates;
  readonly quirks: Quirks;
  /** The actions behind POST on resources and sub-resources that are not stored, by key. */
  readonly actions: ReadonlyMap<string, Action>;
  /** Sources of objects that are computed instead of stored, by key. */
  readonly computed: ComputedSources;
  /** Access to the containers of pods. */
  readonly podAccess: PodAccess;
  /** The clock for timestamps in objects: milliseconds since the epoch. */
  readonly now: () => number;
  readonly remaining: RemainingCounts;
  /** How long a read waits for a resourceVersion that the cache has not reached yet, in milliseconds. */
  readonly freshnessTimeout: number;
  /** Time between two bookmarks of a watch, in milliseconds. */
  readonly bookmarkInterval: number;
  /** A watch without a requested timeout ends after one to two times this many milliseconds; 0 means never. */
  readonly minWatchTime: number;
  /** The server makes no changes to the store. */
  readonly readOnly?: boolean;
}

/** The view of a request that strategies get. */
export function writeContext(
  services: Services,
  context: RequestContext,
  namespace: string,
  dryRun: boolean,
): WriteContext {
  return {
    vocabulary: services.vocabulary,
    user: context.user,
    inFlight: context,
    now: services.now,
    dryRun,
    namespace,
    requestName: context.info.name,
    reader: services.hub,
    allocators: services.allocators,
    authorizer: services.authorizer,
    features: services.features,
    resourceOf: (kind) => services.catalog.ofKind(kind)?.resource,
    storedAt(kind, objectNamespace, name) {
      const resource = services.catalog.ofKind(kind);
      const key = resource?.key(objectNamespace, name);
      return key === undefined || resource?.cache.get(key) === undefined ? undefined : key;
    },
    time: writeTime(context, () => performance.now()),
    warn: (text) => {
      addWarning(context.warnings, text);
    },
    annotate: context.annotate,
    trace: context.trace,
  };
}
