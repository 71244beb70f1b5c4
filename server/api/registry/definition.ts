import type { Release } from "../../../shared/advice/release.ts";
import type { FieldError } from "../../../shared/fieldError.ts";
import type { ApiObject, Json } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Family } from "../../ground/formats/addresses/addresses.ts";
import type { Strategy, WriteContext } from "./strategy.ts";

/** What a client may do with a resource, as discovery and authorization name it. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** The verbs of an ordinary stored resource, in discovery's order. */
export const ALL_VERBS: readonly Verb[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** One Table column and how its cell is computed. */
export interface Column {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  readonly format?: string;
  readonly description: string;
  /** 0 is always shown, 1 and above only with `-o wide`. Default 0. */
  readonly priority?: number;
  /** @param now milliseconds since the epoch, for ages */
  cell(object: ApiObject, now: number): Json;
}

/** Where a definition is stored when it is another one's view (events.k8s.io events, autoscaling/v1 autoscalers). */
export interface StoredAs {
  /** Group template, version and plural of the definition that owns the storage. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Both return new objects (unchanged parts may be shared) with apiVersion and kind set by the caller. */
  toStorage(object: ApiObject): ApiObject;
  fromStorage(object: ApiObject): ApiObject;
}

/** A path below an object: its status, a view of it, or an action on it. */
export interface SubresourceDefinition {
  readonly name: string;
  /** Served only with this feature gate. */
  readonly gate?: string;
  readonly verbs: readonly Verb[];
  /** Kind of the body when it is not the parent's: Scale, TokenRequest, Eviction … */
  readonly kind?: { readonly group: string; readonly version: string; readonly kind: string };
  /** Schema definition of that body. */
  readonly definition?: string;
  /** The body is the parent object itself and this strategy decides what may change (status, ephemeralcontainers …). */
  readonly strategy?: Strategy;
  /** The body is a view of the parent (scale): read it, and write it back onto a copy of the parent. */
  readonly view?: {
    read(parent: ApiObject): ApiObject;
    /** The view from which a write starts, where it is not the one that a reader sees. */
    readForWrite?(parent: ApiObject): ApiObject;
    /** Of Tables of the view; without, there are none. */
    readonly columns?: readonly Column[];
    /** Returns field errors of the view; changes `parent` (a private copy). */
    write(context: WriteContext, parent: ApiObject, body: ApiObject): void;
    /** By apiVersion of the parent: the path of the replicas, when it is not `spec.replicas`. */
    readonly replicasPaths?: Readonly<Record<string, readonly string[]>>;
    /** Field errors of the view, in the reference's order. */
    validate?(context: WriteContext, body: ApiObject): Steps<FieldError[]>;
  };
  /**
   * POST performs an action (binding, eviction, token): named by the key under which the composition root registers it.
   */
  readonly action?: string;
  /** Streams to a node (exec, log, proxy …): the key of the connector. There are no nodes in a bare server. */
  readonly connect?: string;
}

/** How objects are written that the reference writes as JSON only. */
export interface StoredText {
  /** Of the same group; need not be one that is served. */
  readonly version: string;
  /** From the form in memory, and back; apiVersion and kind are set by the caller. */
  toText(object: ApiObject): ApiObject;
  fromText(object: ApiObject): ApiObject;
}

/** A resource of the API in one version: routing, discovery, Tables, storage keys and authorization come from this value. */
export interface ResourceDefinition {
  /** Template, see shared/vocabulary: `rbac.authorization.{domain}`; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Kind of lists when it is not the kind with `List` (custom resources). */
  readonly listKind?: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Name of the schema definition: `api.core.v1.Pod`. */
  readonly definition: string;
  /** Default {@link ALL_VERBS}. */
  readonly verbs?: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly strategy: Strategy;
  readonly columns: readonly Column[];
  /** Conditions of a Table row (a finished pod's `Completed`). */
  rowConditions?(object: ApiObject): { type: string; status: string; reason: string; message: string }[];
  /** Order of the rows of a Table, when it is not that of the list. */
  rowOrder?(a: ApiObject, b: ApiObject): number;
  /** Field selectors besides metadata.name and metadata.namespace; the value of an absent field is the empty string. */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>;
  /**
   * The message for a field that cannot be selected by, when it is not the common one.
   * @param kind `batch/v1, Kind=Job`
   */
  unselectable?(field: string, kind: string): string;
  readonly subresources?: readonly SubresourceDefinition[];
  readonly storedAs?: StoredAs;
  /**
   * The reference keeps no watch cache of it: what clients read comes straight from the store, which says in its own way
   * what is wrong with a version, and limits every list.
   */
  readonly uncached?: boolean;
  /**
   * Adds to a stored object, which it may change, what did not exist when an older server wrote it.
   * @param families of the cluster's services, the default one first
   */
  completeStored?(object: ApiObject, families: readonly Family[]): ApiObject;
  /** The values of the store are JSON, whatever the store's format is. */
  readonly storedText?: StoredText;
  /** Not stored: POST is answered by the action registered under this key (reviews, bindings). */
  readonly action?: string;
  /** Not stored: GET is answered by the source registered under this key. */
  readonly computed?: string;
  /** Served only with this feature gate, besides being turned on. */
  readonly gate?: string;
  /**
   * First release that served it, where a server may emulate an earlier one: `1.31`. shared/advice holds the release in
   * which it ends.
   */
  readonly introduced?: Release;
}

/** Declares a resource. Identity function: it only checks the shape at compile time. */
export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition;
}
