import type { ApiObject, GroupResource, GroupVersionKind } from "../../../../shared/object.ts";
import type { InFlight } from "../../../ground/request/inFlight.ts";
import type { WriteTrace } from "../../../ground/request/writeTrace.ts";
import type { Identity } from "../../../ground/rights/identity.ts";

export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** One write passing through the admission chain. */
export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupResource & { readonly version: string };
  readonly subresource: string;
  /** Empty for cluster scope. For Namespace objects: the namespace's own name, as in the reference. */
  readonly namespace: string;
  /** Empty when the name will be generated. */
  readonly name: string;
  /** The object as it would be stored; mutating plugins change it in place. Undefined on DELETE. */
  readonly object: ApiObject | undefined;
  /** The object before the change; undefined on CREATE. Never modified. */
  readonly oldObject: ApiObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions, whichever belongs to the operation; empty for CONNECT. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly user: Identity;
  readonly dryRun: boolean;
  /** The request in flight. When the request ends, long work for it should stop. */
  readonly inFlight?: InFlight | undefined;
  /** Adds a Warning header to the response. */
  warn(text: string): void;
  /** Adds an annotation to the audit event, if there is one; with `level`, only at that audit level and above. */
  readonly annotate?: ((key: string, value: string, level?: "Request") => void) | undefined;
  /** Present for writes that are explained to users. */
  readonly trace?: WriteTrace | undefined;
}

/** One pass of a request through the mutating plugins. */
export interface AdmissionPass {
  /** True in the second pass, which a plugin requested in the first. */
  readonly again: boolean;
  /** Requests a second pass through all plugins after this one. In the second pass it does nothing. */
  runAgain(): void;
  /** What plugins keep between the two passes, by plugin name. */
  readonly memory: Map<string, unknown>;
}

/**
 * One admission plugin. A plugin refuses by throwing an `ApiError`, usually `forbidden(resource, name, why)`. All
 * `admit` run in chain order before validation, all `validate` after it.
 */
export interface AdmissionPlugin {
  readonly name: string;
  handles(request: AdmissionRequest): boolean;
  /**
   * Whether the plugin currently passes objects to rules written by users, which may read `metadata.resourceVersion`.
   * If so, an update must start from the stored object. It cannot start from a pending write, whose version is not
   * known yet.
   */
  showsVersions?(): boolean;
  admit?(request: AdmissionRequest, pass: AdmissionPass): void | Promise<void>;
  validate?(request: AdmissionRequest): void | Promise<void>;
}
