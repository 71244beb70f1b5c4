import type { ApiObject, GroupResource, GroupVersionKind } from "../../shared/object.ts";
import type { Identity } from "../authentication/identity.ts";

export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** One write on its way through the admission chain. */
export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupResource & { readonly version: string };
  readonly subresource: string;
  /** Empty for cluster scope. For namespaces themselves: the namespace's own name, as the reference does. */
  readonly namespace: string;
  /** Empty when the name will be generated. */
  readonly name: string;
  /** The object as it would be stored; mutating plugins change it in place. Undefined on DELETE. */
  readonly object: ApiObject | undefined;
  /** The object before; undefined on CREATE. Never changed. */
  readonly oldObject: ApiObject | undefined;
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions of the request. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly user: Identity;
  readonly dryRun: boolean;
  /** Adds a Warning header to the answer. */
  warn(text: string): void;
}

/**
 * One admission plugin. Refusals throw an `ApiError`, mostly `forbidden(resource, name, why)`.
 * All `admit` run in chain order before validation, all `validate` after it.
 */
export interface AdmissionPlugin {
  readonly name: string;
  handles(request: AdmissionRequest): boolean;
  admit?(request: AdmissionRequest): void | Promise<void>;
  validate?(request: AdmissionRequest): void | Promise<void>;
}
