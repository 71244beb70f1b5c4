import type { Release } from "../../../shared/advice/release.ts";
import type { FieldError } from "../../../shared/fieldError.ts";
import type { ApiObject, Json } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Family } from "../../ground/formats/addresses/addresses.ts";
import type { Strategy, WriteContext } from "./strategy.ts";

/** An operation on a resource, as discovery and authorization name it. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** The verbs of an ordinary stored resource, in the order of discovery. */
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
  /** Whether rows have the cell although the header leaves the column out. Only for columns after all others. */
  readonly headless?: boolean;
  /**
   * @param now milliseconds since the epoch, for ages
   * @param words for cells that read labels or annotations
   */
  cell(object: ApiObject, now: number, words: Vocabulary): Json;
}

/** The storage of a definition that is a view of another one (events.k8s.io events, autoscaling/v1 autoscalers). */
export interface StoredAs {
  /** Group template, version and plural of the definition that owns the storage. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Both functions return new objects (unchanged parts may be shared); the caller sets apiVersion and kind. */
  toStorage(object: ApiObject): ApiObject;
  fromStorage(object: ApiObject): ApiObject;
}

/** A path below an object: its status, a view of it, or an action on it. */
export interface SubresourceDefinition {
  readonly name: string;
  /** Served only when this feature gate is on. */
  readonly gate?: string;
  readonly verbs: readonly Verb[];
  /** Kind of the body when it is not the parent's: Scale, TokenRequest, Eviction … */
  readonly kind?: { readonly group: string; readonly version: string; readonly kind: string };
  /** Name of the schema definition of that body. */
  readonly definition?: string;
  /** The body is the parent object itself and this strategy decides what may change (status, ephemeralcontainers …). */
  readonly strategy?: Strategy;
  /**
   * The body is a view of the parent (scale). A write computes the view, changes it, and applies it to a copy of the
   * parent.
   */
  readonly view?: {
    read(parent: ApiObject): ApiObject;
    /** The view that a write starts from, when it differs from the one that readers get. */
    readForWrite?(parent: ApiObject): ApiObject;
    /** Table columns of the view; without columns, the view has no Tables. */
    readonly columns?: readonly Column[];
    /** Applies the view to `parent` (a private copy). Returns field errors of the view. */
    write(context: WriteContext, parent: ApiObject, body: ApiObject): void;
    /** Path of the replica count by apiVersion of the parent, where it is not `spec.replicas`. */
    readonly replicasPaths?: Readonly<Record<string, readonly string[]>>;
    /** Field errors of the view, in the reference's order. */
    validate?(context: WriteContext, body: ApiObject): Steps<FieldError[]>;
  };
  /**
   * POST performs an action (binding, eviction, token): the key under which the composition root registers the action.
   */
  readonly action?: string;
  /** Streams to a node (exec, log, proxy …): the key of the connector. A bare server has no nodes. */
  readonly connect?: string;
}

/** How to write objects that the reference stores only as JSON. */
export interface StoredText {
  /** Version in the same group; it need not be served. */
  readonly version: string;
  /** Convert from the form in memory and back; the caller sets apiVersion and kind. */
  toText(object: ApiObject): ApiObject;
  fromText(object: ApiObject): ApiObject;
}

/**
 * One version of an API resource. Routing, discovery, Tables, storage keys and authorization derive from this value.
 */
export interface ResourceDefinition {
  /** Template, see shared/vocabulary: `rbac.authorization.{domain}`; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Kind of lists, when it is not the kind plus `List` (custom resources). */
  readonly listKind?: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Name of the schema definition, such as `api.core.v1.Pod`. */
  readonly definition: string;
  /** Default {@link ALL_VERBS}. */
  readonly verbs?: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly strategy: Strategy;
  readonly columns: readonly Column[];
  /** Conditions of a Table row (a finished pod's `Completed`). */
  rowConditions?(object: ApiObject): { type: string; status: string; reason: string; message: string }[];
  /** Order of the rows of a Table, when it differs from the order of the list. */
  rowOrder?(a: ApiObject, b: ApiObject): number;
  /** Field selectors besides metadata.name and metadata.namespace; an absent field has the empty string as value. */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>;
  /**
   * The error message for a field that cannot be selected by, when it is not the standard one.
   * @param kind `batch/v1, Kind=Job`
   */
  unselectable?(field: string, kind: string): string;
  readonly subresources?: readonly SubresourceDefinition[];
  readonly storedAs?: StoredAs;
  /**
   * The reference keeps no watch cache of this resource, so reads go straight to the store. Therefore errors about
   * resource versions have the store's wording, and every list honours its limit.
   */
  readonly uncached?: boolean;
  /**
   * Adds the fields that an older server did not write to a stored object. May change the object.
   * @param families IP families of the cluster's services, the default one first
   */
  completeStored?(object: ApiObject, families: readonly Family[]): ApiObject;
  /** The values are stored as JSON, regardless of the store's format. */
  readonly storedText?: StoredText;
  /** Not stored: POST runs the action registered under this key (reviews, bindings). */
  readonly action?: string;
  /** Not stored: GET reads from the source registered under this key. */
  readonly computed?: string;
  /** Served only when this feature gate is on, in addition to being enabled. */
  readonly gate?: string;
  /**
   * First release that served it, where a server may emulate an earlier one: `1.31`. The release that removes it is in
   * shared/advice.
   */
  readonly introduced?: Release;
}

/** Declares a resource. An identity function that only checks the shape at compile time. */
export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition;
}
