import type { ApiObject } from "../../../shared/object.ts";

/** Names a resource, and with `name` one object of it. Groups are concrete (rendered by the vocabulary). */
export interface ResourceReference {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

export interface ListOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
}

export interface ListResult {
  readonly items: readonly ApiObject[];
  readonly resourceVersion: string;
  readonly continue?: string;
}

export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: ApiObject;
}

export interface WriteOptions {
  readonly fieldManager?: string;
  readonly dryRun?: boolean;
}

export interface PatchOptions extends WriteOptions {
  /** Format of the patch. Default: JSON merge patch. */
  readonly type?: "merge" | "strategic";
}

export interface DeleteOptions {
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Foreground" | "Background" | "Orphan";
}

/**
 * The API as a typed client, which controllers use. Every call is authorized, admitted and audited like any other,
 * under the client's identity. Errors are `ApiError`s.
 */
export interface ApiClient {
  get(ref: ResourceReference): Promise<ApiObject>;
  list(ref: ResourceReference, options?: ListOptions): Promise<ListResult>;
  /** Ends when `signal` aborts; throws ApiError 410 when the version is too old. */
  watch(ref: ResourceReference, options: ListOptions & { readonly signal: AbortSignal }): AsyncIterable<WatchEvent>;
  create(ref: ResourceReference, object: ApiObject, options?: WriteOptions): Promise<ApiObject>;
  update(ref: ResourceReference, object: ApiObject, options?: WriteOptions): Promise<ApiObject>;
  patch(ref: ResourceReference, patch: Record<string, unknown>, options?: PatchOptions): Promise<ApiObject>;
  /** Server-side apply that takes over fields of other managers. `object` has the wanted fields and a name. */
  apply(
    ref: ResourceReference,
    object: ApiObject,
    options: WriteOptions & { readonly fieldManager: string },
  ): Promise<ApiObject>;
  delete(ref: ResourceReference, options?: DeleteOptions): Promise<void>;
  deleteCollection(ref: ResourceReference, options?: ListOptions & DeleteOptions): Promise<void>;
  /** The currently served resources, including custom ones. */
  resources(): readonly ServedResource[];
}

export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  /** True for the one version through which generic controllers should access the stored objects. */
  readonly preferred: boolean;
}
