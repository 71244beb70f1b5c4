import type { ApiObject, GroupResource, GroupVersionKind } from "../../../../shared/object.ts";
import type { InFlight } from "../../../ground/request/inFlight.ts";
import type { WriteTrace } from "../../../ground/request/writeTrace.ts";
import type { Identity } from "../../../ground/rights/identity.ts";

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
  /** CreateOptions, UpdateOptions or DeleteOptions, whichever belongs to the operation; empty for CONNECT. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly user: Identity;
  readonly dryRun: boolean;
  /** The request on its way, whose end makes long work unwanted. */
  readonly inFlight?: InFlight | undefined;
  /** Adds a Warning header to the answer. */
  warn(text: string): void;
  /** Adds an annotation to the audit event, where there is one; from the audit level `level` on when given. */
  readonly annotate?: ((key: string, value: string, level?: "Request") => void) | undefined;
  /** Of writes that are explained to users. */
  readonly trace?: WriteTrace | undefined;
}

/** One run of a request through the plugins that change it. */
export interface AdmissionPass {
  /** This is the second run: a plugin asked for it in the first. */
  readonly again: boolean;
  /** Asks for one more run of all plugins once this one is through. In a second run it does nothing. */
  runAgain(): void;
  /** What plugins keep from one run to the other, by their name. */
  readonly memory: Map<string, unknown>;
}

/**
 * One admission plugin. Refusals throw an `ApiError`, mostly `forbidden(resource, name, why)`.
 * All `admit` run in chain order before validation, all `validate` after it.
 */
export interface AdmissionPlugin {
  readonly name: string;
  handles(request: AdmissionRequest): boolean;
  /**
   * Whether it shows objects, at present, to rules that users write, which may look at `metadata.resourceVersion`. Then a
   * change begins with what is stored, and not with what is about to be, whose version is not known yet.
   */
  showsVersions?(): boolean;
  admit?(request: AdmissionRequest, pass: AdmissionPass): void | Promise<void>;
  validate?(request: AdmissionRequest): void | Promise<void>;
}
