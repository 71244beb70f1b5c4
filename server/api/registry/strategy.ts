import type { FieldError } from "../../../shared/fieldError.ts";
import type { ApiObject, GroupVersionKind } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { NameCheck, NameFormat } from "../../ground/formats/names/names.ts";
import type { InFlight } from "../../ground/request/inFlight.ts";
import type { WriteTrace } from "../../ground/request/writeTrace.ts";
import type { Authorizer } from "../../ground/rights/authorizer.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import type { FeatureGates } from "../../ground/settings/featureGates.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { Allocators } from "./allocation/allocator.ts";
import type { DeleteOptions } from "./deletion/deleteOptions.ts";
import type { MetadataErrors, MetadataRule, ObjectMetaOptions } from "./metadata/objectMeta.ts";
import type { WriteTime } from "./write/writeTime.ts";

/** What a strategy may use besides the object. */
export interface WriteContext {
  readonly vocabulary: Vocabulary;
  readonly user: Identity;
  /** Milliseconds since the epoch. */
  now(): number;
  readonly dryRun: boolean;
  /** Namespace of the request; empty for cluster scope. */
  readonly namespace: string;
  /** Name in the path; empty for requests on a collection (POST). */
  readonly requestName?: string;
  readonly reader: ObjectReader;
  readonly allocators: Allocators;
  /** For checks beyond authorizing the request itself (RBAC escalation, CSR signers). */
  readonly authorizer: Authorizer;
  /** Which feature gates are on; none when undefined. */
  readonly features?: FeatureGates;
  /** The plural of a served kind; undefined for other kinds. When the function is absent, no plural is known. */
  readonly resourceOf?: (kind: GroupVersionKind) => string | undefined;
  /** The store key of the object; undefined when the kind is not served or the object does not exist. */
  readonly storedAt?: (kind: GroupVersionKind, namespace: string, name: string) => string | undefined;
  /** The time limit of the write; undefined means no limit. */
  readonly time?: WriteTime;
  /** The request in flight. When the request ends, long work for it should stop. */
  readonly inFlight?: InFlight | undefined;
  /** Adds a Warning header to the response. */
  warn(text: string): void;
  /** Adds an annotation to the audit event, if there is one; with `level`, only at that audit level and above. */
  readonly annotate?: ((key: string, value: string, level?: "Request") => void) | undefined;
  /** Present for writes that are explained to users. */
  readonly trace?: WriteTrace | undefined;
}

/** What metadata validation needs to know about a kind, and about an object whose name depends on its content. */
export function metadataOptions(
  strategy: Strategy,
  object: ApiObject,
  namespaced: boolean,
  vocabulary: Vocabulary,
): ObjectMetaOptions {
  if (strategy.plainMetadata === true) return { namespaced, nameFormat: "pathSegment" };
  const nameFormat = strategy.nameRule?.(object) ?? strategy.nameFormat ?? "subdomain";
  return strategy.anyFinalizer === true ? { namespaced, nameFormat } : { namespaced, nameFormat, vocabulary };
}

/**
 * An item (an IP, a port) reserved while a write is under way. Pools of this process follow the cache, so a stored
 * object keeps its items without a reservation. Pools shared between servers keep the reserved items if the write may
 * have been stored.
 */
export interface Reservation {
  /**
   * Ends the reservation. Called once, when the write has ended.
   * @param stored false when certainly nothing was stored
   */
  release(stored: boolean): void | Promise<void>;
}

/** What a deletion does to dependents when the client names no policy. */
export type DefaultDeletion = "Orphan" | "Background" | "Unsupported";

/**
 * The rules for writing one kind; the registry determines the order of the steps. All functions are pure except for
 * changes to `object` in the `prepare…` steps. Objects are at the definition's version, defaulted.
 */
export interface Strategy {
  /**
   * Drops what a client may not set at creation (mostly status) and fills in what the server sets; in steps when that
   * takes long.
   */
  prepareForCreate?(context: WriteContext, object: ApiObject): void | Steps<void>;
  /** The same for updates: keeps the status of `old`, raises generation when the spec changed. */
  prepareForUpdate?(context: WriteContext, object: ApiObject, old: ApiObject): void | Steps<void>;
  /** Field errors in the reference's order. Metadata was validated already. */
  validate?(context: WriteContext, object: ApiObject): FieldError[];
  /**
   * Replaces `validate` and `validateUpdate` where validation may take long: its steps yield to the event loop.
   * @param old undefined for a new object
   * @param metadataErrors metadata errors of a change, for kinds that insert them between their own errors
   */
  validating?(
    context: WriteContext,
    object: ApiObject,
    old?: ApiObject,
    metadataErrors?: MetadataErrors,
  ): Steps<FieldError[]>;
  /** Objects expire a fixed time after each write: {@link StoreDependencies.eventLife}. */
  readonly expires?: boolean;
  /**
   * Why the object of this name may not be deleted; undefined when it may. Asked before the object is looked up, and
   * only when a request names it: deleting a collection deletes such objects, too.
   */
  refusesDeletion?(name: string): string | undefined;
  /** Texts for Warning headers of a deletion. */
  warningsOnDelete?(options: Readonly<Record<string, unknown>>): string[];
  /**
   * How the kind's own rules validate the metadata of an update, before anything else and in addition to the rules for
   * every kind. Default `["change"]`. `causes` repeats a metadata error once per validation. With `woven`, the kind
   * inserts the metadata errors between its own errors and reports them itself.
   */
  readonly metadataOnUpdate?: readonly MetadataRule[] | "woven";
  /**
   * The kind has no rules for its metadata. The rules for every kind apply only when nothing else is invalid, and the
   * name only has to be a path segment.
   */
  readonly plainMetadata?: boolean;
  /** Replaces `validate` for updates when given; else `validate` runs on the new object. */
  validateUpdate?(
    context: WriteContext,
    object: ApiObject,
    old: ApiObject,
    metadataErrors: MetadataErrors,
  ): FieldError[];
  /** Texts for Warning headers; in steps when finding them takes long. */
  warningsOnCreate?(context: WriteContext, object: ApiObject): string[] | Steps<string[]>;
  warningsOnUpdate?(context: WriteContext, object: ApiObject, old: ApiObject): string[] | Steps<string[]>;
  /**
   * Extra authorization (RBAC escalation); may throw an ApiError other than 422. Runs after admission, before
   * validation. A new object has no generated name yet.
   */
  authorize?(context: WriteContext, object: ApiObject, old: ApiObject | undefined): void | Promise<void>;
  /** Normalises the object after validation (sorts, merges). */
  canonicalize?(object: ApiObject): void | Steps<void>;
  /**
   * Reserves what must be unique in the cluster, before anything is prepared or validated.
   * @throws ApiError when it is not available
   */
  reserve?(
    context: WriteContext,
    object: ApiObject,
    old: ApiObject | undefined,
  ): Reservation | undefined | Promise<Reservation>;
  /**
   * Frees the items that a stored change no longer holds. Never rejects.
   * @param next undefined when the object is removed
   */
  releaseUnused?(context: WriteContext, old: ApiObject, next: ApiObject | undefined): void | Promise<void>;
  /** Whether the reference stored fewer fields at the object's creation than a read shows after defaulting. */
  isCreatedBare?(object: ApiObject): boolean;
  /** PUT creates the object when it does not exist. */
  readonly allowCreateOnUpdate?: boolean;
  /** PUT without resourceVersion is accepted. Default true. */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * Format of `metadata.name`. Default "subdomain" (DNS-1123 subdomain). With an address format, nothing is appended to
   * `generateName`. With "any", the name only has to be a path segment, which is checked when nothing else is invalid.
   */
  readonly nameFormat?: NameFormat;
  /** A kind-specific check of names, which may compare the name with the object's content. Replaces `nameFormat`. */
  nameRule?(object: ApiObject): NameCheck;
  /** Finalizers without a domain need not be standard ones (custom resources, leases, webhooks and a few more). */
  readonly anyFinalizer?: boolean;
  /** The kind has a spec/status split: generation starts at 1 and follows the spec. Default false. */
  readonly tracksGeneration?: boolean;
  /** Field paths that writers of the main resource never own, e.g. `[["status"]]` (apply's reset fields). */
  readonly resetFields?: readonly (readonly string[])[];
  /** Grace period of a deletion in seconds; undefined for immediate removal. May set status fields on `object`. */
  gracefulDeletion?(context: WriteContext, object: ApiObject, requestedSeconds: number | undefined): number | undefined;
  /** Whether a terminating object stays, even without finalizers (namespaces have theirs in the spec). */
  isHeld?(object: ApiObject): boolean;
  /**
   * The terminating state that the first deletion gives an object instead of removing it.
   * @param time RFC 3339, whole seconds
   */
  terminate?(object: ApiObject, time: string, vocabulary: Vocabulary, options: DeleteOptions): ApiObject;
  /**
   * The kind whose object of the same name is removed together with an object of this kind (the endpoints of a
   * service).
   */
  readonly companion?: GroupVersionKind;
  /** DELETE returns the deleted object instead of a Status. */
  readonly returnsDeletedObject?: boolean;
  /**
   * `Orphan` for kinds whose dependents are orphaned when the client names no policy. Default Background. `Unsupported`
   * for kinds without dependents: no propagation policy delays their deletion.
   */
  readonly defaultDeletion?: DefaultDeletion;
}
