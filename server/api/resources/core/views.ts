/** The kinds of the core group as static types; every field of a view may be absent. */
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
import type { ObjectMeta } from "../../../../shared/object.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

/** A kind's type with our metadata type, because the package's type declares fewer nulls. */
type View<T> = Omit<T, "metadata"> & { metadata: ObjectMeta };

/** The object as a Binding. */
export const asBinding = narrow<View<Binding>>;
/** The object as a ConfigMap. */
export const asConfigMap = narrow<View<ConfigMap>>;
/** The object as an Endpoints. */
export const asEndpoints = narrow<View<Endpoints>>;
/** The object as an Event. */
export const asEvent = narrow<View<Event>>;
/** The object as a LimitRange. */
export const asLimitRange = narrow<View<LimitRange>>;
/** The object as a Namespace. */
export const asNamespace = narrow<View<Namespace>>;
/** The object as a Node. */
export const asNode = narrow<View<Node>>;
/** The object as a PersistentVolume. */
export const asPersistentVolume = narrow<View<PersistentVolume>>;
/** The object as a PersistentVolumeClaim. */
export const asPersistentVolumeClaim = narrow<View<PersistentVolumeClaim>>;
/** The object as a Pod. */
export const asPod = narrow<View<Pod>>;
/** The object as a PodTemplate. */
export const asPodTemplate = narrow<View<PodTemplate>>;
/** The object as a ReplicationController. */
export const asReplicationController = narrow<View<ReplicationController>>;
/** The object as a ResourceQuota. */
export const asResourceQuota = narrow<View<ResourceQuota>>;
/** The object as a Secret. */
export const asSecret = narrow<View<Secret>>;
/** The object as a Service. */
export const asService = narrow<View<Service>>;
/** The object as a ServiceAccount. */
export const asServiceAccount = narrow<View<ServiceAccount>>;
