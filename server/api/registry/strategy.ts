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
import type { MetadataLooks, MetadataRule, ObjectMetaOptions } from "./metadata/objectMeta.ts";
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
  /** For checks beyond the request itself (RBAC escalation, CSR signers). */
  readonly authorizer: Authorizer;
  /** Which gates are open; none without. */
  readonly features?: FeatureGates;
  /** The plural of a kind that is served; undefined for others. When the function is absent, no plural is known. */
  readonly resourceOf?: (kind: GroupVersionKind) => string | undefined;
  /** Where the store keeps the object of that kind; undefined when the kind is not served, or there is no such object. */
  readonly storedAt?: (kind: GroupVersionKind, namespace: string, name: string) => string | undefined;
  /** How long the write may take; without it, there is no limit. */
  readonly time?: WriteTime;
  /** The request, whose end makes long work unwanted. */
  readonly inFlight?: InFlight | undefined;
  /** Adds a Warning header to the answer. */
  warn(text: string): void;
  /** Adds an annotation to the audit event, where there is one; from the audit level `level` on when given. */
  readonly annotate?: ((key: string, value: string, level?: "Request") => void) | undefined;
  /** Of writes that are explained to users. */
  readonly trace?: WriteTrace | undefined;
}

/** What the rules of metadata have to know of a kind, and of an object whose name follows from what it says. */
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
 * Something taken for a write (an IP, a port) while the write is under way. Pools of this process follow the cache, so
 * a stored object by itself keeps what it names. Pools that servers share keep what was taken as long as the write may
 * have been stored.
 */
export interface Reservation {
  /** The write is over. Called once. @param stored false when it is certain that nothing was stored */
  release(stored: boolean): void | Promise<void>;
}

/** What a deletion means for dependents when the client does not say. */
export type DefaultDeletion = "Orphan" | "Background" | "Unsupported";

/**
 * What is special about the writes of one kind; the registry owns the order of the steps. All functions are pure except
 * for changes to `object` in the `prepare…` steps. Objects are at the definition's version, defaulted.
 */
export interface Strategy {
  /**
   * Drops what a client may not set at creation (mostly status) and fills what the server sets; in steps when that takes long.
   */
  prepareForCreate?(context: WriteContext, object: ApiObject): void | Steps<void>;
  /** The same for updates: keeps status from `old`, raises generation when the spec changed. */
  prepareForUpdate?(context: WriteContext, object: ApiObject, old: ApiObject): void | Steps<void>;
  /** Field errors in the reference's order. Metadata was validated already. */
  validate?(context: WriteContext, object: ApiObject): FieldError[];
  /**
   * Replaces `validate` and `validateUpdate` where finding the errors may take long: others have their turn meanwhile.
   * @param old undefined for a new object
   * @param looks what is wrong with the metadata of a change, for kinds that weave it into their own findings
   */
  validating?(context: WriteContext, object: ApiObject, old?: ApiObject, looks?: MetadataLooks): Steps<FieldError[]>;
  /** Its objects are kept for a time only, after each write of one: {@link StoreDependencies.eventLife}. */
  readonly expires?: boolean;
  /** Texts for Warning headers of a deletion. */
  warningsOnDelete?(options: Readonly<Record<string, unknown>>): string[];
  /**
   * How the kind's own rules look at the metadata of an update, besides what holds for every kind, before they look at anything
   * else. Default `["change"]`. Of metadata found wrong, `causes` tells once for each look. `woven` when the looks stand
   * between other findings of the kind, which then tells of them itself.
   */
  readonly metadataOnUpdate?: readonly MetadataRule[] | "woven";
  /**
   * The kind has no rules for its metadata: what holds for every kind is looked at when nothing else is wrong, and its name
   * need only fit into a path.
   */
  readonly plainMetadata?: boolean;
  /** Replaces `validate` for updates when given; else `validate` runs on the new object. */
  validateUpdate?(context: WriteContext, object: ApiObject, old: ApiObject, looks: MetadataLooks): FieldError[];
  /** Texts for Warning headers; in steps when finding them takes long. */
  warningsOnCreate?(context: WriteContext, object: ApiObject): string[] | Steps<string[]>;
  warningsOnUpdate?(context: WriteContext, object: ApiObject, old: ApiObject): string[] | Steps<string[]>;
  /**
   * May throw an ApiError other than 422 (RBAC escalation); runs after admission, before validation. A new object has no
   * generated name yet.
   */
  authorize?(context: WriteContext, object: ApiObject, old: ApiObject | undefined): void | Promise<void>;
  /** Normalises after validation (sorts, folds). */
  canonicalize?(object: ApiObject): void | Steps<void>;
  /**
   * Takes what must be unique in the cluster, before anything is prepared or validated. Throws an ApiError when it cannot be
   * had.
   */
  reserve?(
    context: WriteContext,
    object: ApiObject,
    old: ApiObject | undefined,
  ): Reservation | undefined | Promise<Reservation>;
  /** Releases what a stored change no longer holds. Never rejects. @param next undefined when the object is gone */
  letGo?(context: WriteContext, old: ApiObject, next: ApiObject | undefined): void | Promise<void>;
  /** Whether the reference, when it created the object, stored less than what reads show by default. */
  isCreatedBare?(object: ApiObject): boolean;
  /** PUT on a missing name creates. */
  readonly allowCreateOnUpdate?: boolean;
  /** PUT without resourceVersion is accepted. Default true. */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * Format of `metadata.name`. Default "subdomain" (DNS-1123 subdomain). Nothing is added to a `generateName` that is an
   * address. Where it is "any", the name need only fit into a path, which is looked at when nothing else is wrong.
   */
  readonly nameFormat?: NameFormat;
  /** The check of names of a kind that has its own, and may compare them with what the object says. Replaces `nameFormat`. */
  nameRule?(object: ApiObject): NameCheck;
  /** Finalizers without a domain need not be standard ones (custom resources, leases, webhooks and a few more). */
  readonly anyFinalizer?: boolean;
  /** The kind has a spec/status split: generation starts at 1 and follows the spec. Default false. */
  readonly tracksGeneration?: boolean;
  /** Field paths that clients own nowhere when writing the main resource, e.g. `[["status"]]` (apply's reset fields). */
  readonly resetFields?: readonly (readonly string[])[];
  /** Grace period in seconds that deletion gets, or undefined for immediate removal. May set status fields on `object`. */
  gracefulDeletion?(context: WriteContext, object: ApiObject, requestedSeconds: number | undefined): number | undefined;
  /**
   * Keeps an object after its deletion was asked for, although it has no finalizers (namespaces have their own in the spec).
   */
  isHeld?(object: ApiObject): boolean;
  /** What a first deletion makes of a held object. @param time RFC 3339, whole seconds */
  terminate?(object: ApiObject, time: string, vocabulary: Vocabulary, options: DeleteOptions): ApiObject;
  /**
   * The kind whose object of the same name is removed together with an object of this kind (the endpoints of a
   * service).
   */
  readonly companion?: GroupVersionKind;
  /** DELETE answers the deleted object instead of a Status. */
  readonly returnsDeletedObject?: boolean;
  /**
   * `Orphan` for kinds whose dependents are orphaned when the client says nothing. Default Background. `Unsupported` for
   * kinds without dependents: no propagation policy holds a deletion up.
   */
  readonly defaultDeletion?: DefaultDeletion;
}
