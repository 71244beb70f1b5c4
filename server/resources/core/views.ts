/** The kinds of the core group as their static types; every field of a view may be absent. */
import type {
  Binding,
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from "kubernetes-types/core/v1";
import type { ObjectMeta } from "../../../shared/object.ts";
import { narrow } from "../strategies/narrow.ts";

/** A typed kind with our metadata (the package's own says less about nulls). */
type View<T> = Omit<T, "metadata"> & { metadata: ObjectMeta };

export const asBinding = narrow<View<Binding>>;
export const asConfigMap = narrow<View<ConfigMap>>;
export const asEndpoints = narrow<View<Endpoints>>;
export const asEvent = narrow<View<Event>>;
export const asLimitRange = narrow<View<LimitRange>>;
export const asNamespace = narrow<View<Namespace>>;
export const asNode = narrow<View<Node>>;
export const asPersistentVolume = narrow<View<PersistentVolume>>;
export const asPersistentVolumeClaim = narrow<View<PersistentVolumeClaim>>;
export const asPod = narrow<View<Pod>>;
export const asPodTemplate = narrow<View<PodTemplate>>;
export const asReplicationController = narrow<View<ReplicationController>>;
export const asResourceQuota = narrow<View<ResourceQuota>>;
export const asSecret = narrow<View<Secret>>;
export const asService = narrow<View<Service>>;
export const asServiceAccount = narrow<View<ServiceAccount>>;
