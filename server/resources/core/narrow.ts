/**
 * The one place where decoded objects of the core group become statically typed. Objects were checked against the schema
 * before they reach a strategy, so these are views, not checks; every field of the view may be absent.
 */
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
import type { ApiObject, ObjectMeta } from "../../../shared/object.ts";

/** A typed kind with our metadata (the package's own says less about nulls). */
type View<T> = Omit<T, "metadata"> & { metadata: ObjectMeta };

const view =
  <T>() =>
  (object: ApiObject): View<T> =>
    object as unknown as View<T>;

export const asBinding = view<Binding>();
export const asConfigMap = view<ConfigMap>();
export const asEndpoints = view<Endpoints>();
export const asEvent = view<Event>();
export const asLimitRange = view<LimitRange>();
export const asNamespace = view<Namespace>();
export const asNode = view<Node>();
export const asPersistentVolume = view<PersistentVolume>();
export const asPersistentVolumeClaim = view<PersistentVolumeClaim>();
export const asPod = view<Pod>();
export const asPodTemplate = view<PodTemplate>();
export const asReplicationController = view<ReplicationController>();
export const asResourceQuota = view<ResourceQuota>();
export const asSecret = view<Secret>();
export const asService = view<Service>();
export const asServiceAccount = view<ServiceAccount>();
