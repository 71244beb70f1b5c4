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
import type { PodDoors } from "./podDoors.ts";
import type { RemainingCounts } from "./remainingCounts.ts";
import type { WriteContext } from "./strategy.ts";
import type { StoreDependencies } from "./write/write.ts";
import { writeTime } from "./write/writeTime.ts";

/** What endpoints use of the server. Built once in `server.ts`. */
export interface Services extends StoreDependencies {
  /** The store, for reads of old revisions and for internal objects. The registry writes the API's objects. */
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
  /** What works out objects that are not stored, by key. */
  readonly computed: ComputedSources;
  /** The ways to what runs in pods. */
  readonly doors: PodDoors;
  /** The time of objects: milliseconds since the epoch. */
  readonly now: () => number;
  readonly remaining: RemainingCounts;
  /** How long a read waits for a resourceVersion that is not reached yet, in milliseconds. */
  readonly freshnessPatience: number;
  /** Time between two bookmarks of a watch, in milliseconds. */
  readonly bookmarkInterval: number;
  /** A watch that does not say how long it shall last is ended after one to two times as many milliseconds; 0 for never. */
  readonly minWatchTime: number;
  /** Nothing is changed in the store. */
  readonly readOnly?: boolean;
}

/** What strategies see of a request. */
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
